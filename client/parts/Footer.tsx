import { AppLinks } from './AppLinks.tsx';
import { Branch } from './Branch.tsx';
import { footerLinks } from './menu-entries.ts';
import { usePage } from '../page-context.tsx';
import { CAMPUSES, campusPath } from '../../shared/campuses.ts';

export function Footer() {
  const { campus, content, isSample } = usePage();
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
              Quick Links
            </h2>
            <ul>
              {footerLinks(campus, content).map(({ label, href }) => (
                <li key={href}>
                  <a href={href}>{label}</a>
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
          <p>{`${name} · ${tagline}`}</p>
          <p>
            <a href={campusPath(campus, 'Contact')}>Contact</a>
          </p>
          <p>
            <a href={campusPath(campus, 'MandatoryDisclosure')}>Mandatory Disclosure</a>
          </p>
          <p>
            <a href={campusPath(campus, 'Privacy')}>Privacy</a>
          </p>
          <p>
            <a href={campusPath(campus, 'Accessibility')}>Accessibility</a>
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
