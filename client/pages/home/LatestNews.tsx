import { Suspense } from 'react';
import { usePage } from '../../page-context.tsx';
import { MoreLink } from '../../parts/CampusLink.tsx';
import { PauseButton, ScrollBox } from '../../parts/Carousel.tsx';
import { Skeleton } from '../../parts/Loading.tsx';
import { Section } from '../../parts/Section.tsx';
import { excerpt } from '../../../shared/excerpt.ts';
import { AttachmentLink } from '../../parts/FileLink.tsx';
import { recordName } from '../../../shared/records/record-name.ts';
import { RecordLink } from '../../parts/RecordLink.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { useList } from '../../queries.ts';
import { useTranslation } from '../../translation.tsx';
import { daysAfter, formatDayOfWeek, formatShort } from '../../../shared/dates.ts';
import type { NewsItem } from '../../../shared/records/news.ts';
import { newestFirst, upcoming } from '../../../shared/records/order.ts';
import { recordPath } from '../../../shared/records/record-paths.ts';
import { baseDirection } from '../../../shared/script-runs.ts';

const MAX_NEWS = 10;
/** Longest description of a news item, in characters. */
const MAX_DESCRIPTION = 160;
const SECONDS_PER_NEWS = 4;
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

/** A list of news that scripts/marquee.ts scrolls upward. */
function NewsTicker() {
  const { t } = useTranslation();
  const news = newestFirst(useList('news')).slice(0, MAX_NEWS);
  const isEmpty = news.length === 0;
  const movement = { 'data-enhance': 'marquee', 'data-seconds': news.length * SECONDS_PER_NEWS };
  return (
    <div className="news-ticker" {...(isEmpty ? {} : movement)}>
      {isEmpty ? (
        <div className="news-window">
          <p className="news-item">
            <strong className="news-title">{t('News Title')}</strong>{' '}
            <span>{t('Stay Tunned For More Updates')}</span>
          </p>
        </div>
      ) : (
        <ScrollBox className="news-window" label={t('Latest News')}>
          <div className="news-track">
            <ul className="news-list">
              {news.map((item) => (
                <NewsLine key={item.id} item={item} />
              ))}
            </ul>
          </div>
        </ScrollBox>
      )}
      <div className="carousel-footer">
        <MoreLink page="News" label={t('View More')} about={t('news')} />
        {!isEmpty && <PauseButton noun={t('latest news')} />}
      </div>
    </div>
  );
}

function NewsLine({ item }: { item: NewsItem }) {
  const { day, title, description, attachment } = item;
  const translation = useTranslation();
  const { t, date } = translation;
  const href = recordPath(usePage().campus, 'News', item);
  return (
    <li className="news-item" data-unsearched="">
      {day !== null && (
        <time className="quiet" dateTime={day}>
          {date(formatShort(day))}
        </time>
      )}
      {title !== '' && (
        <h3 className="news-title" dir={baseDirection(title)}>
          <RecordLink href={href} text={title} />
        </h3>
      )}
      {description !== '' && (
        <span dir={baseDirection(description)}>
          <RecordLink
            href={title === '' ? href : null}
            text={excerpt(description, MAX_DESCRIPTION)}
          />
        </span>
      )}
      <AttachmentLink
        file={attachment}
        label={t('Attachment')}
        icon={null}
        about={recordName(item, 'News', translation)}
      />
    </li>
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
