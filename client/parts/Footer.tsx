import { AppLinks } from './AppLinks.tsx';
import { Branch } from './Branch.tsx';
import { footerLinks } from './menu-entries.ts';
import { PageLink } from './PageLink.tsx';
import { usePage } from '../page-context.tsx';
import { CAMPUSES, campusPath } from '../../shared/campuses.ts';

export function Footer() {
  const { campus, content, isSample } = usePage();
  const { name, tagline, vendor, campuses } = content.site;
  return (
    <footer className="footer">
      <div className="section-inner">
        <p className="footer-tagline">{tagline}</p>
        <div className="footer-columns">
          {CAMPUSES.map((each) => (
            <Branch key={each} campus={campuses[each]} />
          ))}
          <nav aria-labelledby="quick-links">
            <h2 id="quick-links" className="footer-title">
              Quick Links
            </h2>
            <ul>
              {footerLinks(campus, content).map(({ label, href }) => (
                <li key={href}>
                  <PageLink to={href}>{label}</PageLink>
                </li>
              ))}
            </ul>
          </nav>
          <div>
            <h2 className="footer-title">Mobile App</h2>
            <AppLinks />
          </div>
        </div>
        <div className="footer-end">
          <p>{name}</p>
          <p>
            <PageLink to={campusPath(campus, 'Contact')}>Contact</PageLink>
          </p>
          <p>
            <PageLink to={campusPath(campus, 'MandatoryDisclosure')}>Mandatory Disclosure</PageLink>
          </p>
          <p>
            <PageLink to={campusPath(campus, 'Privacy')}>Privacy</PageLink>
          </p>
          <p>
            School software by{' '}
            <a href={vendor.url} target="_blank" rel="noopener">
              {vendor.name}
            </a>
          </p>
          {isSample && <p className="tag">Sample content: these records are invented.</p>}
        </div>
      </div>
    </footer>
  );
}
