import { MapLink, OfficeHours, PhoneLink } from './contact-ways.tsx';
import { Icon } from './Icon.tsx';
import { useTranslation } from '../translation.tsx';
import type { CampusContent } from '../../shared/content.ts';

/** Shows only what content/site.json has. */
export function ContactDetails({ campus }: { campus: CampusContent }) {
  const { label, address, email, hours = [], map } = campus;
  const { t } = useTranslation();
  const numbers = numbersOf(campus);
  return (
    <section className="contact" aria-label={t('{campus} campus', { campus: label })}>
      <h2>{t('{campus} campus', { campus: label })}</h2>
      <div>
        <h3>{t('Address')}</h3>
        <address>
          {address.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        {email !== undefined && (
          <a href={`mailto:${email}`} className="reach">
            <Icon name="mail" />
            {email}
          </a>
        )}
        {map !== undefined && <MapLink label={label} map={map} />}
      </div>
      {numbers.length > 0 && (
        <div>
          <h3>{t('Telephone')}</h3>
          <ul className="contact-list">
            {numbers.map(({ purpose, phone }) => (
              <li key={purpose}>
                <span aria-hidden="true">{t(purpose)}</span>
                <PhoneLink phone={phone} purpose={t(purpose)} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {hours.length > 0 && <OfficeHours hours={hours} />}
    </section>
  );
}

function numbersOf({ phone, phones = [] }: CampusContent) {
  return [...(phone === undefined ? [] : [{ purpose: 'Office', phone }]), ...phones];
}
