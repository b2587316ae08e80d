import { clockTime } from '../../shared/clock-time.ts';
import { MixedText } from './MixedText.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { dayInIndia, formatShort, timeInIndia } from '../../shared/dates.ts';

/** It stands above everything else. scripts/urgent.ts announces it once to screen readers. */
export function UrgentBand() {
  const { urgentNotices } = usePage();
  const translation = useTranslation();
  const { t, date } = translation;
  if (urgentNotices.length === 0) return null;
  return (
    <section
      className="urgent-band stack"
      aria-label={t('Urgent notice')}
      data-enhance="urgent"
      data-when="now"
    >
      {urgentNotices.map(({ id, text, issued }) => (
        <p key={id}>
          <strong>{t('Urgent:')}</strong> <MixedText text={text} />{' '}
          {issued !== null && (
            <time dateTime={issued.toISOString()}>
              {date(formatShort(dayInIndia(issued)))}, {clockTime(timeInIndia(issued), translation)}
            </time>
          )}
        </p>
      ))}
    </section>
  );
}
