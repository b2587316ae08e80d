import { Suspense } from 'react';
import { CARD_SIZES } from '../../records/CardPicture.tsx';
import { CardText, CardTextLink } from '../../records/CardText.tsx';
import { usePage } from '../../page-context.tsx';
import { MoreLink } from '../../parts/CampusLink.tsx';
import { Skeleton } from '../../parts/Loading.tsx';
import { Section } from '../../parts/Section.tsx';
import { Carousel } from '../../parts/Carousel.tsx';
import { Picture } from '../../parts/Picture.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { pictureName, recordName } from '../../../shared/records/record-name.ts';
import { RecordLink } from '../../parts/RecordLink.tsx';
import { RecordLinks } from '../../parts/RecordLinks.tsx';
import { useList } from '../../queries.ts';
import { useTranslation } from '../../translation.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { CAMPUS_TABLE } from '../../../shared/campuses.ts';
import { formatShort } from '../../../shared/dates.ts';
import { recordPath } from '../../../shared/records/record-paths.ts';
import { isPast, upcoming, upcomingFirst } from '../../../shared/records/order.ts';
import type { SchoolEvent } from '../../../shared/records/events.ts';
import { baseDirection } from '../../../shared/script-runs.ts';

const MAX_EVENTS = 9;

/** Upcoming events, else the newest, may also open as a dialog. */
export function UpcomingEvents() {
  const { t } = useTranslation();
  const popup = CAMPUS_TABLE[usePage().campus].opensEvents && {
    'data-enhance': 'popups',
    'data-when': 'now',
    'data-popup': 'events',
    'data-popup-title': t('Upcoming Events'),
  };
  return (
    <Section name="events" inner="with-carousel">
      <h2 className="section-head" id="events-title">
        {t('Upcoming Events')}
      </h2>
      <Suspense fallback={<Skeleton shape="cards" />}>
        <div {...popup}>
          <EventsCarousel />
        </div>
      </Suspense>
    </Section>
  );
}

function EventsCarousel() {
  const { campus, today } = usePage();
  const { eventsView, opensEvents } = CAMPUS_TABLE[campus];
  const { t } = useTranslation();
  const events = upcomingFirst(useList('events'), today).slice(0, MAX_EVENTS);
  // Upcoming events come before the past ones.
  const coming = upcoming(events, today).length;
  return (
    <Carousel
      view={eventsView}
      label={t('Upcoming Events')}
      slides={events.map((event) => (
        <EventSlide key={event.id} event={event} />
      ))}
      popupItems={opensEvents ? Math.max(coming, 1) : 0}
      emptyText={t(
        'No events are planned at the moment. New events appear here when they have a date.',
      )}
      footer={<MoreLink page="Events" label={t('Read More')} about={t('events')} />}
    />
  );
}

function EventSlide({ event }: { event: SchoolEvent }) {
  const { day, title, venue, time, image, attachment, link } = event;
  const translation = useTranslation();
  const { campus, today } = usePage();
  const card = { ...event, href: recordPath(campus, 'Events', event) };
  return (
    <article className="card event">
      <Picture
        file={image}
        alt={pictureName(event, 'Event', translation)}
        ratio="3:2"
        sizes={CARD_SIZES}
        widest={960}
      />
      <div className="card-body">
        {day !== null && (
          <p className="row">
            <time className="tag" dateTime={day}>
              {translation.date(formatShort(day))}
            </time>
            {isPast(day, today) && <span className="quiet">{translation.t('Past')}</span>}
          </p>
        )}
        {title === '' ? (
          <CardTextLink card={card} />
        ) : (
          <>
            <h3 className="card-title" dir={baseDirection(title)}>
              <RecordLink href={card.href} text={title} className="card-link" />
            </h3>
            <CardText card={card} />
          </>
        )}
        {(venue !== '' || time !== '') && (
          <p className="quiet event-place">
            <Icon name={venue === '' ? 'clock' : 'place'} />
            <MixedText text={[venue, time].filter(Boolean).join(', ')} />
          </p>
        )}
        <RecordLinks
          attachment={attachment}
          link={link}
          about={recordName(event, 'Event', translation)}
        />
      </div>
    </article>
  );
}
