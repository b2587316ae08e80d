import { Icon } from './Icon.tsx';
import { Section } from './Section.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { otherCampuses } from '../../shared/campuses.ts';
import type { CampusContent } from '../../shared/content.ts';
import { callLink } from '../../shared/links.ts';

type ContactDetailsOptions = {
  campus: CampusContent;
  /** Before the ids of its headings, on a page that has several campuses. */
  idPrefix?: string;
};

/** Shows only what content/site.json has. */
export function ContactDetails({ campus, idPrefix = '' }: ContactDetailsOptions) {
  const { label, address, phone, phones = [], email, hours, directions = [] } = campus;
  const { t } = useTranslation();
  const office = phone === undefined ? [] : [{ purpose: 'Office', phone }];
  const numbers = [...office, ...phones];
  return (
    <section className="contact">
      <h2 id={`${idPrefix}campus`}>{t('{campus} campus', { campus: label })}</h2>
      <div>
        <h3 id={`${idPrefix}address`}>{t('Address')}</h3>
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
        <MapLink campus={campus} />
        {directions.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {numbers.length > 0 && (
        <div>
          <h3 id={`${idPrefix}telephone`}>{t('Telephone')}</h3>
          <ul className="contact-list">
            {numbers.map(({ purpose, phone: number }) => (
              <li key={purpose}>
                <span aria-hidden="true">{t(purpose)}</span>
                <PhoneLink phone={number} purpose={t(purpose)} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <OfficeHours hours={hours} idPrefix={idPrefix} />
    </section>
  );
}

/** Those of the campuses that the page is not of. */
export function OtherContacts() {
  const { campus, content } = usePage();
  return otherCampuses(campus).map((other) => (
    <Section key={other} look="section-sunk">
      <ContactDetails campus={content.site.campuses[other]} idPrefix={`${other.toLowerCase()}-`} />
    </Section>
  ));
}

/** @param purpose for screen readers */
export function PhoneLink({ phone, purpose }: { phone: string; purpose?: string }) {
  return (
    <a href={callLink(phone)} className="reach">
      <Icon name="phone" />
      {purpose !== undefined && <span className="visually-hidden">{purpose}: </span>}
      {phone}
    </a>
  );
}

/** scripts/map.ts shows the map in place after a click. */
export function MapLink({ campus: { label, map } }: { campus: CampusContent }) {
  const { t } = useTranslation();
  if (map === undefined) return null;
  return (
    <a
      href={map.link}
      className="reach"
      target="_blank"
      rel="noopener"
      data-enhance={map.embed && 'map'}
      data-embed={map.embed}
    >
      <Icon name="place" />
      {t('Map of {campus}', { campus: label })}
    </a>
  );
}

type OfficeHoursOptions = Pick<CampusContent, 'hours'> & Pick<ContactDetailsOptions, 'idPrefix'>;

export function OfficeHours({ hours = [], idPrefix = '' }: OfficeHoursOptions) {
  const { t } = useTranslation();
  if (hours.length === 0) return null;
  return (
    <div>
      <h3 id={`${idPrefix}office-hours`}>{t('Office hours')}</h3>
      <ul className="contact-list">
        {hours.map(({ days, time }) => (
          <li key={days}>
            <span>{days}</span> <span>{time}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
