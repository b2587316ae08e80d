import { useTranslation } from '../translation.tsx';
import type { CampusContent } from '../../shared/content.ts';

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
