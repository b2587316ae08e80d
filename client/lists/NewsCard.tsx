import { memo } from 'react';
import type { CardProps } from './CardList.tsx';
import { AttachmentLink } from './FileLink.tsx';
import { LongText } from './LongText.tsx';
import { recordName } from '../parts/record-name.ts';
import { dayParts, monthLabel } from '../../shared/dates.ts';
import { newestFirst } from '../../shared/filters.ts';
import type { NewsItem } from '../../shared/records.ts';

export type NewsCardData = Pick<NewsItem, 'title' | 'description' | 'day' | 'attachment'> & {
  key: number;
};

/** What the cards show of the news, newest first. */
export function toNewsCards(news: readonly NewsItem[]): NewsCardData[] {
  return newestFirst(news).map(({ title, description, day, attachment }, key) => ({
    key,
    title,
    description,
    day,
    attachment,
  }));
}

export const NewsCard = memo(({ card, id }: CardProps<NewsCardData>) => (
  <article className="news-card" id={id}>
    {card.day !== null && (
      <time className="news-date" dateTime={card.day}>
        <span className="news-day">{dayParts(card.day).date}</span>{' '}
        <span className="news-month">{monthLabel(card.day)}</span>{' '}
        <span className="news-year">{dayParts(card.day).year}</span>
      </time>
    )}
    <div className="news-body">
      {card.title !== '' && <h2 className="card-title">{card.title}</h2>}
      <LongText text={card.description} />
      <AttachmentLink file={card.attachment} about={recordName(card, 'News')} />
    </div>
  </article>
));
NewsCard.displayName = 'NewsCard';
