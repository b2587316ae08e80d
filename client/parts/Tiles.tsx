import { resolveTarget } from '../../shared/menu-entries.ts';
import { Icon } from './Icon.tsx';
import { useCampus, usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { CAMPUS_TABLE } from '../../shared/campuses.ts';
import { documentAt, documentFacts } from '../../shared/documents.ts';
import { callLink, isExternal } from '../../shared/links.ts';

export const CONTACT_FORM_ID = 'get-in-touch';

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
                <Icon name={icon} />
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
