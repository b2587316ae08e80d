import { Icon } from './Icon.tsx';
import { useTranslation } from '../translation.tsx';
import type { CampusContent } from '../../shared/content.ts';
import { callLink } from '../../shared/links.ts';

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

type MapLinkOptions = { label: string; map: NonNullable<CampusContent['map']> };

/** scripts/map.ts shows the map in place after a click. */
export function MapLink({ label, map }: MapLinkOptions) {
  const { t } = useTranslation();
  return (
    <a
      href={map.link}
      className="reach"
      target="_blank"
      rel="noopener"
      data-enhance={map.embed && 'map'}
      data-embed={map.embed}
      title={t('Map of the {campus} campus', { campus: label })}
    >
      <Icon name="place" />
      {t('Map of {campus}', { campus: label })}
    </a>
  );
}

export function OfficeHours({ hours }: { hours: NonNullable<CampusContent['hours']> }) {
  const { t } = useTranslation();
  return (
    <div>
      <h3>{t('Office hours')}</h3>
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
