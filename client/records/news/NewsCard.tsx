import { memo } from 'react';
import { CardHeading } from '../CardHeading.tsx';
import type { CardProps } from '../CardList.tsx';
import { CardText } from '../CardText.tsx';
import { AttachmentLink } from '../../parts/FileLink.tsx';
import { recordName } from '../../../shared/records/record-name.ts';
import { useTranslation } from '../../translation.tsx';
import type { Campus } from '../../../shared/campuses.ts';
import { dayParts, monthLabel } from '../../../shared/dates.ts';
import { newestFirst } from '../../../shared/records/order.ts';
import { recordPath } from '../../../shared/records/record-paths.ts';
import type { NewsItem } from '../../../shared/records/news.ts';

type NewsCardData = ReturnType<typeof toNewsCards>[number];

export function toNewsCards(news: readonly NewsItem[], campus: Campus) {
  return newestFirst(news).map((record, key) => {
    const { id: _id, attachments: _attachments, ...item } = record;
    return { key, ...item, href: recordPath(campus, 'News', record) };
  });
}

export const NewsCard = memo(({ card, id }: CardProps<NewsCardData>) => {
  const translation = useTranslation();
  const { date, number } = translation;
  return (
    <article className="news-card" id={id}>
      {card.day !== null && (
        <time className="news-date" dateTime={card.day}>
          <span className="news-day">{number(dayParts(card.day).date)}</span>{' '}
          <span className="news-month">{date(monthLabel(card.day))}</span>{' '}
          <span className="news-year">{number(dayParts(card.day).year)}</span>
        </time>
      )}
      <div className="news-body">
        <CardHeading card={card} kind="News" />
        <CardText card={card} />
        <AttachmentLink file={card.attachment} about={recordName(card, 'News', translation)} />
      </div>
    </article>
  );
});
