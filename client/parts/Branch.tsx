import { Icon } from './Icon.tsx';
import { MapLink } from './MapLink.tsx';
import { PhoneLink } from './PhoneLink.tsx';
import type { CampusContent } from '../../shared/content.ts';

/** A campus in the footer. Shows only what content/site.json has. */
export function Branch({
  campus: { label, address, phone, email, map },
}: {
  campus: CampusContent;
}) {
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
        {map !== undefined && <MapLink label={label} map={map} />}
        {email !== undefined && (
          <a href={`mailto:${email}`} className="reach branch-mail">
            <Icon name="mail" />
            <span>
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
