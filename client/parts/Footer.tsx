import { AppLinks } from './AppLinks.tsx';
import { CampusLink } from './CampusLink.tsx';
import { MapLink, PhoneLink } from './ContactDetails.tsx';
import { Icon } from './Icon.tsx';
import { footerLinks } from '../../shared/menu-entries.ts';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { CAMPUSES } from '../../shared/campuses.ts';
import type { CampusContent } from '../../shared/content.ts';

const PAGES = [
  ['Contact', 'Contact'],
  ['MandatoryDisclosure', 'Mandatory Disclosure'],
  ['Privacy', 'Privacy'],
  ['Accessibility', 'Accessibility'],
] as const;

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
          {PAGES.map(([segment, label]) => (
            <p key={segment}>
              <CampusLink page={segment}>{t(label)}</CampusLink>
            </p>
          ))}
          {/* Stops all movement, here and on later pages (scripts/motion/movement.ts). Takes its place at once; visible with scripts only. */}
          <button type="button" className="movement-switch" aria-pressed="false">
            <Icon name="movement" />
            {t('Stop all animation')}
          </button>
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

/** A campus: its address and contacts, as far as content/site.json has them. */
function Branch({ campus }: { campus: CampusContent }) {
  const { label, address, phone, email } = campus;
  return (
    <section className="branch">
      <h2 className="footer-title">{label}</h2>
      <address>
        {address.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <div className="branch-ways">
        {phone !== undefined && <PhoneLink phone={phone} />}
        <MapLink campus={campus} />
        {email !== undefined && (
          <a href={`mailto:${email}`} className="reach branch-mail">
            <Icon name="mail" />
            <span lang="en">
              {email.split('@', 1)}
              <wbr />
              {email.slice(email.indexOf('@'))}
            </span>
          </a>
        )}
      </div>
    </section>
  );
}
