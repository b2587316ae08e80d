import { usePage } from '../../page-context.tsx';
import { recordName } from '../../parts/record-name.ts';
import { RecordLink } from '../../parts/RecordLink.tsx';
import { useList } from '../../queries.ts';
import { useTranslation } from '../../translation.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { daysAfter, formatDayOfWeek } from '../../../shared/dates.ts';
import { fromToday } from '../../../shared/records/order.ts';
import { recordPath } from '../../../shared/records/record-paths.ts';

/** Today included. */
const WEEK_DAYS = 7;
const MAX_EVENTS = 4;
const MAX_LATER = 2;

/** The events of the next seven days, else the next ones. */
export function ThisWeek() {
  const { campus, today } = usePage();
  const translation = useTranslation();
  const { t, date } = translation;
  const events = fromToday(useList('events'), today);
  const end = daysAfter(today, WEEK_DAYS);
  const week = events.filter(({ day }) => day !== null && day < end).slice(0, MAX_EVENTS);
  const shown = week.length > 0 ? week : events.slice(0, MAX_LATER);
  return (
    <section className="week" aria-labelledby="week-title">
      <h3 id="week-title">{t('This week')}</h3>
      {week.length === 0 && <p className="quiet">{t('No events in the next seven days.')}</p>}
      {shown.length > 0 && (
        <ul className="week-list">
          {shown.map((event) => (
            <li key={event.id}>
              {event.day !== null && (
                <time className="tag" dateTime={event.day}>
                  {date(formatDayOfWeek(event.day))}
                </time>
              )}
              <span>
                <RecordLink
                  href={recordPath(campus, 'Events', event)}
                  text={recordName(event, 'Event', translation)}
                />
                {event.time !== '' && (
                  <span className="quiet">
                    <MixedText text={event.time} />
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
