import { usePage } from '../../page-context.tsx';
import { MoreLink } from '../../parts/CampusLink.tsx';
import { PauseButton, ScrollBox } from '../../parts/Carousel.tsx';
import { AttachmentLink } from '../../parts/FileLink.tsx';
import { RecordLink } from '../../parts/RecordLink.tsx';
import { useList } from '../../queries.ts';
import { useTranslation } from '../../translation.tsx';
import { formatShort } from '../../../shared/dates.ts';
import { excerpt } from '../../../shared/excerpt.ts';
import type { NewsItem } from '../../../shared/records/news.ts';
import { newestFirst } from '../../../shared/records/order.ts';
import { recordName } from '../../../shared/records/record-name.ts';
import { recordPath } from '../../../shared/records/record-paths.ts';
import { baseDirection } from '../../../shared/script-runs.ts';

const MAX_NEWS = 10;
/** Longest description of a news item, in characters. */
const MAX_DESCRIPTION = 160;
const SECONDS_PER_NEWS = 4;

/** A list of news that scripts/marquee.ts scrolls upward. */
export function NewsTicker() {
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
