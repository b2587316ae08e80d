import { AppLinks } from './AppLinks.tsx';
import { Branch } from './Branch.tsx';
import { footerLinks } from './menu-entries.ts';
import { MovementSwitch } from './MovementSwitch.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { CAMPUSES, campusPath } from '../../shared/campuses.ts';

export function Footer() {
  const { campus, content, isSample } = usePage();
  const { t, path } = useTranslation();
  const { name, tagline, vendor, campuses } = content.site;
  return (
    <footer className="footer">
      <div className="section-inner">
        <div className="footer-columns">
          {CAMPUSES.map((each) => (
            <Branch key={each} campus={campuses[each]} />
          ))}
          <nav aria-labelledby="quick-links">
            <h2 id="quick-links" className="footer-title">
              {t('Quick Links')}
            </h2>
            <ul>
              {footerLinks(campus, content).map(({ label, href }) => (
                <li key={href}>
                  <a href={path(href)}>{label}</a>
                </li>
              ))}
            </ul>
          </nav>
          <div>
            <h2 className="footer-title">{t('Mobile App')}</h2>
            <AppLinks />
          </div>
        </div>
        <div className="footer-end">
          <p>{`${name} · ${tagline}`}</p>
          <p>
            <a href={path(campusPath(campus, 'Contact'))}>{t('Contact')}</a>
          </p>
          <p>
            <a href={path(campusPath(campus, 'MandatoryDisclosure'))}>
              {t('Mandatory Disclosure')}
            </a>
          </p>
          <p>
            <a href={path(campusPath(campus, 'Privacy'))}>{t('Privacy')}</a>
          </p>
          <p>
            <a href={path(campusPath(campus, 'Accessibility'))}>{t('Accessibility')}</a>
          </p>
          <MovementSwitch />
          <p>
            {t('School software by')}{' '}
            <a href={vendor.url} target="_blank" rel="noopener">
              {vendor.name}
            </a>
          </p>
          {isSample && <p className="tag">{t('Sample content: these records are invented.')}</p>}
        </div>
      </div>
    </footer>
  );
}
