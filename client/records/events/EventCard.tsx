import { memo, type ReactNode } from 'react';
import { CardHeading } from '../CardHeading.tsx';
import type { CardGroup, CardProps } from '../CardList.tsx';
import { CardPicture } from '../CardPicture.tsx';
import { CardText } from '../CardText.tsx';
import { AttachmentLink } from '../../parts/FileLink.tsx';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { LinkedText } from '../../parts/LinkedText.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { pictureName, recordName } from '../../../shared/records/record-name.ts';
import { useTranslation } from '../../translation.tsx';
import type { Campus } from '../../../shared/campuses.ts';
import { formatWithWeekday, type Day } from '../../../shared/dates.ts';
import { byTime, newestFirst } from '../../../shared/records/order.ts';
import { recordPath } from '../../../shared/records/record-paths.ts';
import type { SchoolEvent } from '../../../shared/records/events.ts';

type EventCardData = ReturnType<typeof toEventCards>[number];

export function toEventCards(events: readonly SchoolEvent[], campus: Campus) {
  return newestFirst(events).map((record, key) => {
    const { id: _id, link: _link, images: _images, attachments: _attachments, ...event } = record;
    return { key, ...event, href: recordPath(campus, 'Events', record) };
  });
}

/** Today's, upcoming ones (nearest first), past ones. */
export function eventGroups(
  cards: readonly EventCardData[],
  today: Day,
): CardGroup<EventCardData>[] {
  const found = byTime(cards, today);
  return [
    { title: 'Today', cards: found.today },
    { title: 'Coming up', cards: found.coming },
    { title: 'Past events', cards: found.past, isPast: true },
  ];
}

export const EventCard = memo(({ card, isFirst, id, focus }: CardProps<EventCardData>) => {
  const { day, time, venue } = card;
  const translation = useTranslation();
  return (
    <article className="card" id={id}>
      <CardPicture
        file={card.image}
        alt={pictureName(card, 'Event', translation)}
        priority={isFirst}
        focus={focus}
      />
      <div className="card-body">
        <CardHeading card={card} kind="Event" level="h3" />
        <ul className="facts">
          {day !== null && (
            <Fact icon="calendar" name="Date">
              <time dateTime={day}>{translation.date(formatWithWeekday(day))}</time>
            </Fact>
          )}
          {time !== '' && (
            <Fact icon="clock" name="Time">
              <MixedText text={time} />
            </Fact>
          )}
          {venue !== '' && (
            <Fact icon="place" name="Venue">
              <LinkedText text={venue} />
            </Fact>
          )}
        </ul>
        <CardText card={card} />
        <AttachmentLink file={card.attachment} about={recordName(card, 'Event', translation)} />
      </div>
    </article>
  );
});

function Fact({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <li>
      <Icon name={icon} />
      <span className="visually-hidden">{t(name)}: </span>
      {children}
    </li>
  );
}
