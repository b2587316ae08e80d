import { memo, type ReactNode } from 'react';
import type { CardProps } from './CardList.tsx';
import { CardPicture } from './CardPicture.tsx';
import { AttachmentLink } from './FileLink.tsx';
import { LongText } from './LongText.tsx';
import { Icon, type IconName } from '../parts/Icon.tsx';
import { pictureName, recordName } from '../parts/record-name.ts';
import { formatShort } from '../../shared/dates.ts';
import { newestFirst } from '../../shared/filters.ts';
import type { SchoolEvent } from '../../shared/records.ts';

export type EventCardData = Pick<
  SchoolEvent,
  'title' | 'description' | 'day' | 'time' | 'venue' | 'image' | 'attachment'
> & {
  key: number;
};

/** What the cards show of the events, newest first. */
export function toEventCards(events: readonly SchoolEvent[]): EventCardData[] {
  return newestFirst(events).map(
    ({ title, description, day, time, venue, image, attachment }, key) => ({
      key,
      title,
      description,
      day,
      time,
      venue,
      image,
      attachment,
    }),
  );
}

export const EventCard = memo(({ card, isFirst, id }: CardProps<EventCardData>) => (
  <article className="card" id={id}>
    <CardPicture file={card.image} alt={pictureName(card, 'Event')} priority={isFirst} />
    <div className="card-body">
      {card.title !== '' && <h2 className="card-title">{card.title}</h2>}
      <ul className="facts">
        {card.day !== null && (
          <Fact icon="calendar" name="Date">
            <time dateTime={card.day}>{formatShort(card.day)}</time>
          </Fact>
        )}
        {card.time !== '' && (
          <Fact icon="clock" name="Time">
            {card.time}
          </Fact>
        )}
        {card.venue !== '' && (
          <Fact icon="place" name="Venue">
            {card.venue}
          </Fact>
        )}
      </ul>
      <LongText text={card.description} />
      <AttachmentLink file={card.attachment} about={recordName(card, 'Event')} />
    </div>
  </article>
));
EventCard.displayName = 'EventCard';

function Fact({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <li>
      <Icon name={icon} />
      <span className="visually-hidden">{name}: </span>
      {children}
    </li>
  );
}
