import type { ListName, RecordOf } from './provider-lists.ts';
import type { RecordSegment } from './record-paths.ts';

/** The records of a list for one campus; empty while it is not known. */
export type ReadList = <Name extends ListName>(name: Name) => readonly RecordOf<Name>[];

type RecordKind<Rec> = {
  /** What one is called that has no title. */
  name: string;
  /** Title of the page that lists them all. */
  title: string;
  /** The first has all that the others have, as far as it can be had. */
  lists: readonly [ListName, ...ListName[]];
  /** All of them, each once, in the provider's order. */
  recordsIn: (read: ReadList) => readonly Rec[];
};

function kind<Rec>(row: RecordKind<Rec>): RecordKind<Rec> {
  return row;
}

/** The kinds of records that have pages of their own: what pages, feeds, sitemaps and the search go by. */
export const RECORD_KINDS = {
  Events: kind({
    name: 'Event',
    title: 'Upcoming Events',
    lists: ['eventsAll', 'events'],
    recordsIn: (read) => distinct(read('eventsAll'), read('events')),
  }),
  News: kind({
    name: 'News',
    title: 'Latest News',
    lists: ['newsAll', 'news'],
    recordsIn: (read) => distinct(read('newsAll'), read('news')),
  }),
  Notices: kind({
    name: 'Notice',
    title: 'Notices',
    lists: ['notification'],
    recordsIn: (read) => read('notification'),
  }),
  Gallery: kind({
    name: 'Photo album',
    title: 'Photo Gallery',
    lists: ['galleryAll', 'gallery'],
    recordsIn: (read) => distinct(read('galleryAll'), read('gallery')),
  }),
} satisfies Record<RecordSegment, unknown>;

/** A complete list with what only a shorter one of the same records has, each record once. */
function distinct<Rec extends { id: string }>(
  complete: readonly Rec[],
  shorter: readonly Rec[],
): Rec[] {
  const ids = new Set(complete.map(({ id }) => id));
  return [...complete, ...shorter.filter(({ id }) => !ids.has(id))];
}
