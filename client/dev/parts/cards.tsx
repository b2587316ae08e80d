import {
  ALBUM,
  ALBUMS,
  EVENT,
  EVENTS,
  HINDI,
  HINDI_EVENT,
  MISSING_PICTURE,
  PICTURE,
  type PartStates,
} from './examples.tsx';
import { Island } from '../../island.tsx';
import { EventList } from '../../islands/EventList.tsx';
import { AlbumCard, toAlbumCards } from '../../lists/AlbumCard.tsx';
import { CardHeading } from '../../lists/CardHeading.tsx';
import { CardGroups } from '../../lists/CardGroups.tsx';
import { CardList } from '../../lists/CardList.tsx';
import { CardPicture, PictureFocusProvider } from '../../lists/CardPicture.tsx';
import { EventCard, eventGroups, toEventCards } from '../../lists/EventCard.tsx';
import { EventFacts } from '../../lists/EventFacts.tsx';
import { FilteredList } from '../../lists/FilteredList.tsx';
import { NewsCard, toNewsCards } from '../../lists/NewsCard.tsx';
import { RecordNeighbours } from '../../pages/records/RecordNeighbours.tsx';
import { usePage } from '../../page-context.tsx';
import { AddToCalendar } from '../../parts/AddToCalendar.tsx';
import { RecordLink } from '../../parts/RecordLink.tsx';
import { RecordText } from '../../parts/RecordText.tsx';
import { Share } from '../../parts/Share.tsx';
import { Subscribe } from '../../parts/Subscribe.tsx';
import { PROVIDER_LISTS } from '../../../shared/provider-lists.ts';
import type { SchoolEvent } from '../../../shared/records.ts';

/** More than a list shows at first, for its "Show more". */
const MANY_EVENTS = Array.from({ length: 61 }, () => EVENTS)
  .flat()
  .slice(0, 61);

/** Lists and their cards. Each list has a short record, a long one, one in Hindi, and one that has next to nothing. */
export const cards: PartStates = {
  AddToCalendar: {
    'an event with a time': <AddToCalendar event={EVENT} />,
    'in Hindi': <AddToCalendar event={HINDI_EVENT} />,
  },
  Subscribe: {
    'to events': <Subscribe segment="Events" />,
  },
  EventCard: {
    'short, long, in Hindi, bare': (
      <CardList
        cards={toEventCards(EVENTS, 'FARRUKHABAD')}
        Card={EventCard}
        kind="events"
        isLong={false}
        emptyText=""
      />
    ),
  },
  NewsCard: {
    'short, long, in Hindi, bare': (
      <CardList
        cards={toNewsCards(EVENTS, 'FARRUKHABAD')}
        Card={NewsCard}
        kind="news"
        isLong={false}
        emptyText=""
      />
    ),
  },
  AlbumCard: {
    'short, long, in Hindi, bare': (
      <CardList
        cards={toAlbumCards([ALBUM, ...ALBUMS], 'FARRUKHABAD')}
        Card={AlbumCard}
        kind="gallery"
        isLong={false}
        emptyText=""
      />
    ),
  },
  CardHeading: {
    'with a page': (
      <CardHeading
        card={{ title: HINDI, description: '', day: null, href: '/Events/1' }}
        kind="Event"
      />
    ),
    'without one': (
      <CardHeading card={{ title: HINDI, description: '', day: null, href: null }} kind="Event" />
    ),
    'without a title': (
      <CardHeading
        card={{ title: '', description: HINDI, day: '2026-03-05', href: '/Events/1' }}
        kind="Event"
      />
    ),
  },
  EventFacts: {
    all: <EventFacts event={{ day: '2026-03-05', time: '10:00', venue: HINDI }} />,
    none: <EventFacts event={{ day: null, time: '', venue: '' }} />,
  },
  RecordText: { 'two paragraphs': <RecordText text={`${HINDI}\n${HINDI}\n\n${HINDI}`} /> },
  RecordLink: {
    'with a page': <RecordLink href="/Events/1">{HINDI}</RecordLink>,
    'without one': <RecordLink href={null}>{HINDI}</RecordLink>,
  },
  Share: { 'links, and a button with a script': <Share title={HINDI} /> },
  RecordNeighbours: {
    'before and after': (
      <RecordNeighbours segment="Events" records={EVENTS} current={EVENTS[1]?.id ?? ''} />
    ),
  },
  CardPicture: {
    picture: <CardPicture file={PICTURE} />,
    missing: <CardPicture file={MISSING_PICTURE} alt={HINDI} />,
    none: <CardPicture file={null} />,
  },
  PictureFocusProvider: {
    'the right side stays': (
      <PictureFocusProvider value={{ [PICTURE]: '100% 50%' }}>
        <CardPicture file={PICTURE} />
      </PictureFocusProvider>
    ),
  },
  CardList: {
    empty: (
      <CardList
        cards={[]}
        Card={EventCard}
        kind="events"
        isLong={false}
        emptyText="No events for this choice."
      />
    ),
  },
  CardGroups: {
    'today, coming, past': (
      <CardGroups
        groups={eventGroups(toEventCards(EVENTS, 'FARRUKHABAD'), EVENT.day ?? '')}
        limit={3}
        Card={EventCard}
        kind="events"
        isLong={false}
        emptyText=""
      />
    ),
  },
  FilteredList: {
    empty: <Events events={[]} />,
    'nothing found': <Events events={EVENTS} q="zz" />,
  },
  EventList: { 'with "Show more", hydrated when touched': <LiveEvents /> },
};

function Events({ events, q }: { events: readonly SchoolEvent[]; q?: string }) {
  return (
    <FilteredList
      cards={toEventCards(events, 'FARRUKHABAD')}
      search={q === undefined ? {} : { year: 'All', q }}
      today={usePage().today}
      campus="FARRUKHABAD"
      Card={EventCard}
      kind="events"
      countLabel="Total Count"
      months="names"
      emptyText="No events for this choice."
    />
  );
}

function LiveEvents() {
  const { campus, schoolCode, today } = usePage();
  const { path, freshSeconds } = PROVIDER_LISTS.eventsAll;
  const props = {
    source: { path: path(schoolCode, ''), campus, freshSeconds },
    cards: toEventCards(MANY_EVENTS, 'FARRUKHABAD'),
    focus: {},
    search: { year: 'All' },
    today,
  };
  return <Island name="EventList" component={EventList} props={props} />;
}
