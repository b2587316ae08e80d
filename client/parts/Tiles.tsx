import { resolveTarget } from '../../shared/menu-entries.ts';
import { useCampus, usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { CAMPUS_ROUTES } from '../../shared/campuses.ts';
import type { Site } from '../../shared/content.ts';
import { documentAt, documentFacts } from '../../shared/documents.ts';
import { callLink, isExternal } from '../../shared/links.ts';

export const CONTACT_FORM_ID = 'get-in-touch';

type Tile = Site['tiles'][number];

/** Outlines on a 24 by 24 grid, drawn for this site. */
const DRAWINGS: Record<Tile['icon'], string> = {
  disclosure: 'M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h4',
  payment: 'M3 6h18v12H3zM3 10h18M7 15h4',
  'portal-help':
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.5-1.1 1-1.1 2M12 16.8v.2',
  enquiry:
    'M5 3h4l2 5-2.5 2a12 12 0 0 0 5.5 5.5l2-2.5 5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 5a2 2 0 0 1 2-2z',
  alumni: 'M2 9l10-5 10 5-10 5zM6 11.5V17c3.5 2.6 8.5 2.6 12 0v-5.5M22 9v6',
  'book-list':
    'M12 6c-2.5-1.6-5.5-2-9-2v14c3.5 0 6.5.4 9 2 2.5-1.6 5.5-2 9-2V4c-3.5 0-6.5.4-9 2zv14',
  'bus-route': 'M4 5h16v12H4zM4 11h16M8 17v3M16 17v3M7.5 14h.1M16.5 14h.1',
};

/** A tile without a target leads to the contact form and starts the message with its topic. */
export function Tiles() {
  const { campus, content } = usePage();
  const { phone } = useCampus();
  const { t, path } = useTranslation();
  return (
    <section className="tiles" data-section="tiles" aria-label={t('Quick links')}>
      <ul className="tiles-list">
        {content.site.tiles.map(({ icon, label, note, href = '', call }) => {
          const number = call && phone;
          const target = number === undefined ? resolveTarget(href, campus) : callLink(number);
          const document = documentAt(target, content.documents);
          const opensInNewTab = isExternal(target) || target.endsWith('.pdf');
          return (
            <li key={label}>
              <a
                className="tile"
                href={path(
                  target || `${CAMPUS_ROUTES[campus].home}?topic=${icon}#${CONTACT_FORM_ID}`,
                )}
                {...(opensInNewTab && { target: '_blank', rel: 'noopener' })}
              >
                <svg className="icon tile-icon" viewBox="0 0 24 24" aria-hidden="true">
                  <path d={DRAWINGS[icon]} />
                </svg>
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
