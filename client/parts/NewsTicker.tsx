import type { ReactNode } from 'react';
import { excerpt } from './excerpt.ts';
import { PauseButton } from './PauseButton.tsx';
import { RecordLink } from './RecordLink.tsx';
import { ScrollBox } from './ScrollBox.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { MixedText } from './MixedText.tsx';
import { documentUrl, relOf } from '../../shared/links.ts';
import { formatShort } from '../../shared/dates.ts';
import { recordPath } from '../../shared/records/record-paths.ts';
import type { NewsItem } from '../../shared/records/news.ts';

/** Characters. */
const MAX_DESCRIPTION = 160;

type NewsTickerOptions = { news: readonly NewsItem[]; footer: ReactNode };

/** scripts/news-ticker.ts scrolls it upward. */
export function NewsTicker({ news, footer }: NewsTickerOptions) {
  const { t } = useTranslation();
  if (news.length === 0) {
    return (
      <div className="news-ticker">
        <div className="news-window">
          <p className="news-item">
            <strong className="news-title">{t('News Title')}</strong>{' '}
            <span>{t('Stay Tunned For More Updates')}</span>
          </p>
        </div>
        <div className="carousel-footer">{footer}</div>
      </div>
    );
  }
  return (
    <div className="news-ticker" data-enhance="news-ticker">
      <ScrollBox className="news-window" label={t('Latest News')}>
        <div className="news-track">
          <ul className="news-list">
            {news.map((item) => (
              <NewsLine key={item.id} item={item} />
            ))}
          </ul>
        </div>
      </ScrollBox>
      <div className="carousel-footer">
        {footer}
        <PauseButton noun={t('latest news')} />
      </div>
    </div>
  );
}

function NewsLine({ item }: { item: NewsItem }) {
  const { day, title, description, attachment } = item;
  const { t, date } = useTranslation();
  const href = recordPath(usePage().campus, 'News', item);
  return (
    <li className="news-item">
      {day !== null && (
        <time className="quiet" dateTime={day}>
          {date(formatShort(day))}
        </time>
      )}
      {title !== '' && (
        <strong className="news-title">
          <RecordLink href={href}>
            <MixedText text={title} />
          </RecordLink>
        </strong>
      )}
      {description !== '' && (
        <span>
          <RecordLink href={title === '' ? href : null}>
            <MixedText text={excerpt(description, MAX_DESCRIPTION)} />
          </RecordLink>
        </span>
      )}
      {attachment !== null && (
        <a href={documentUrl(attachment)} target="_blank" rel={relOf(attachment)}>
          {t('Attachment')}
        </a>
      )}
    </li>
  );
}
