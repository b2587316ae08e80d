import { resolveTarget } from '../../shared/menu-entries.ts';
import { ICON_PATHS, Outline } from './Icon.tsx';
import { useCampus, usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { CAMPUS_TABLE } from '../../shared/campuses.ts';
import { documentAt, documentFacts } from '../../shared/documents.ts';
import { callLink, isExternal } from '../../shared/links.ts';
import type { TOPICS } from '../../shared/query-params.ts';

export const CONTACT_FORM_ID = 'get-in-touch';

/** By the names of content/site.json; not in Icon.tsx, which browsers get with lists. */
const TILE_PATHS = {
  disclosure: 'M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h4',
  payment: 'M3 6h18v12H3zM3 10h18M7 15h4',
  'portal-help':
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.5-1.1 1-1.1 2M12 16.8v.2',
  enquiry: ICON_PATHS.phone,
  alumni: 'M2 9l10-5 10 5-10 5zM6 11.5V17c3.5 2.6 8.5 2.6 12 0v-5.5M22 9v6',
  'book-list':
    'M12 6c-2.5-1.6-5.5-2-9-2v14c3.5 0 6.5.4 9 2 2.5-1.6 5.5-2 9-2V4c-3.5 0-6.5.4-9 2zv14',
  'bus-route': 'M4 5h16v12H4zM4 11h16M8 17v3M16 17v3M7.5 14h.1M16.5 14h.1',
} satisfies Record<(typeof TOPICS)[number], string>;

/** A tile without a target leads to the contact form and starts the message with its topic. */
export function Tiles() {
  const { campus, content } = usePage();
  const { phone } = useCampus();
  const { t, path } = useTranslation();
  return (
    <section className="tiles" id="tiles" data-section="tiles" aria-label={t('Quick links')}>
      <ul className="tiles-list">
        {content.site.tiles.map(({ icon, label, note, href = '', call }) => {
          const number = call && phone;
          const target = number === undefined ? resolveTarget(href, campus) : callLink(number);
          const document = documentAt(target, content.documents);
          const opensInNewTab = isExternal(target) || target.endsWith('.pdf');
          return (
            // The search finds what a tile leads to by itself.
            <li key={label} data-unsearched={href === '' || call ? undefined : ''}>
              <a
                className="tile"
                href={path(
                  target || `${CAMPUS_TABLE[campus].home}?topic=${icon}#${CONTACT_FORM_ID}`,
                )}
                {...(opensInNewTab && { target: '_blank', rel: 'noopener' })}
              >
                <Outline path={TILE_PATHS[icon]} />
                <strong>{label}</strong>
                <span className="quiet">{note}</span>
                {target === '' && <span className="tile-way">{t('Ask the office')}</span>}
                {number !== undefined && <span className="quiet tile-way">{number}</span>}
                {document !== undefined && (
                  <span className="quiet tile-way">{documentFacts(document)}</span>
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
