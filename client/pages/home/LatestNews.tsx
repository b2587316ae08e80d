import { Suspense } from 'react';
import { NewsTicker } from './NewsTicker.tsx';
import { usePage } from '../../page-context.tsx';
import { Skeleton } from '../../parts/Loading.tsx';
import { Section } from '../../parts/Section.tsx';
import { recordName } from '../../../shared/records/record-name.ts';
import { RecordLink } from '../../parts/RecordLink.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { useList } from '../../queries.ts';
import { useTranslation } from '../../translation.tsx';
import { daysAfter, formatDayOfWeek } from '../../../shared/dates.ts';
import { upcoming } from '../../../shared/records/order.ts';
import { recordPath } from '../../../shared/records/record-paths.ts';

/** Length of "next seven days", today included. */
const WEEK_DAYS = 7;
const MAX_EVENTS = 4;
const MAX_LATER = 2;

/** */
export function LatestNews() {
  const { t } = useTranslation();
  return (
    <Section name="news" look="section-compact section-sunk" inner="news">
      <div>
        <h2 id="news-title">{t('Latest News')}</h2>
        <Suspense fallback={<Skeleton shape="lines" />}>
          <NewsTicker />
        </Suspense>
      </div>
      <Suspense fallback={null}>
        <ThisWeek />
      </Suspense>
    </Section>
  );
}

/** The events of the next seven days, else the next ones. */
function ThisWeek() {
  const { campus, today } = usePage();
  const translation = useTranslation();
  const { t, date } = translation;
  const events = upcoming(useList('events'), today);
  const end = daysAfter(today, WEEK_DAYS);
  const week = events.filter(({ day }) => day !== null && day < end).slice(0, MAX_EVENTS);
  const shown = week.length > 0 ? week : events.slice(0, MAX_LATER);
  return (
    <section className="week" aria-labelledby="week-title" data-day-part="week" data-claim="">
      <h3 id="week-title">{t('Next seven days')}</h3>
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
