import express, { type Request, type Response, type Router } from 'express';
import { LRUCache } from 'lru-cache';
import {
  buildCalendar,
  buildEventFile,
  buildFeed,
  datedEvents,
  type CampusRecords,
  type FeedAddress,
  type FeedSite,
} from './build-feeds.ts';
import { RecordTimes } from './record-times.ts';
import { memoryFor } from '../../memory-share.ts';
import { knownLists, type KnownLists } from '../../provider/campus-lists.ts';
import { RETRY_AFTER_MS, type ListCache } from '../../provider/list-cache.ts';
import { inSlices } from '../../slices.ts';
import { sendBody } from '../../http/send-body.ts';
import { cacheControl, NO_STORE } from '../../http/cache-lifetimes.ts';
import { encodeBody, encodedSize, type EncodedBody } from '../../http/encoded-body.ts';
import { CAMPUSES, type Campus } from '../../../shared/campuses.ts';
import { dayInIndia } from '../../../shared/dates.ts';
import {
  calendarPath,
  FEED_FORMATS,
  feedPath,
  FEED_TYPES,
} from '../../../shared/records/feed-paths.ts';
import { FEED_SEGMENTS, type RecordSegment } from '../../../shared/records/registry.ts';
import { inFeedOrder, listsOf } from '../../../shared/records/kind-records.ts';
import { slugOf } from '../../../shared/records/record-paths.ts';
import { readSearch } from '../../../shared/search.ts';

/** Memory of all feeds and calendars together, in bytes. */
const MAX_BYTES = memoryFor(8 * 1024 * 1024);

type FeedRoutesOptions = FeedSite & { lists: ListCache };

/** What is sent, of one kind. */
type BuiltText = { text: string; type: string; fileName: string | null };

/** A file that is answered from lists, with the campuses whose records it has. */
type FeedFile = {
  segment: RecordSegment;
  campuses: readonly Campus[];
  /** Tells it apart from all others. */
  key: string;
  /** Null when the lists have no such record. */
  build: (records: readonly CampusRecords[]) => BuiltText | null;
};

/** What was built, until its lists or the day change. */
type Built = { version: string; body: EncodedBody; headers: FileHeaders };
type FileHeaders = Readonly<Record<string, string>>;

/**
 * Atom and RSS of each campus's news, events and notices, its calendar, a calendar file for each of its
 * events (`?id=`), and `/feed.xml`, the news of both campuses. While a list is not known the answer is 503:
 * an empty calendar would take the events out of a subscriber's.
 */
export function createFeedRoutes(options: FeedRoutesOptions): Router {
  const router = express.Router();
  const send = feedSender(options);
  const add = (path: string, fileOf: (request: Request) => FeedFile) =>
    router.get(spellings(path), async (request, response, next) => {
      if (!(await send(request, response, fileOf(request)))) next();
    });
  for (const campus of CAMPUSES) {
    for (const segment of FEED_SEGMENTS)
      for (const format of FEED_FORMATS) {
        const address = { segment, format, path: feedPath(campus, segment, format) };
        add(address.path, () => feedFile(options, address, [campus]));
      }
    add(calendarPath(campus), (request) => calendarFile(options, campus, eventIdOf(request)));
  }
  const allNews = { segment: 'News', format: 'rss', path: '/feed.xml' } as const;
  add(allNews.path, () => feedFile(options, allNews, CAMPUSES));
  return router;
}

/** Every spelling of the path that pages of the campus have too; letter case does not matter. */
function spellings(path: string): string[] {
  return path.startsWith('/nekhpur/') ? [path, path.replace('/nekhpur/', '/nekpur/')] : [path];
}

/** The event that a calendar is asked for; undefined for all, empty for an id that no event can have. */
function eventIdOf({ url }: Request): string | undefined {
  const at = url.indexOf('?');
  const params = new URLSearchParams(at === -1 ? '' : url.slice(at));
  return params.has('id') ? (readSearch(params, ['id']).id ?? '') : undefined;
}

function feedFile(site: FeedSite, address: FeedAddress, campuses: readonly Campus[]): FeedFile {
  return {
    segment: address.segment,
    campuses,
    key: address.path,
    build: (records) => ({
      text: buildFeed(site, address, records),
      type: `${FEED_TYPES[address.format]}; charset=utf-8`,
      fileName: null,
    }),
  };
}

function calendarFile(site: FeedSite, campus: Campus, id: string | undefined): FeedFile {
  const type = 'text/calendar; charset=utf-8';
  return {
    segment: 'Events',
    campuses: [campus],
    key: `${calendarPath(campus)} ${id ?? ''}`,
    build([records]) {
      if (records === undefined) return null;
      if (id === undefined)
        return { text: buildCalendar(site, records), type, fileName: 'events.ics' };
      const event = datedEvents(records.read).find((one) => one.id === id);
      if (event === undefined) return null;
      return { text: buildEventFile(site, records, event), type, fileName: fileNameOf(event) };
    },
  };
}

/** In letters that every system takes; a title in others makes `event.ics`. */
function fileNameOf({ title }: { title: string }): string {
  const slug = slugOf(title);
  return `${/^[a-z0-9-]+$/.test(slug) ? slug : 'event'}.ics`;
}

/** Sends a file as its lists are now, built once for each of their versions. Resolves to false when there is none. */
function feedSender({ lists, now }: FeedRoutesOptions) {
  const files = new LRUCache<string, Built>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }) => encodedSize(body),
  });
  const compared = new Map<string, { version: string; times: RecordTimes }>();

  /** The records of a campus; what has changed in them is looked for once for each version. */
  async function recordsOf(
    campus: Campus,
    segment: RecordSegment,
    known: KnownLists,
  ): Promise<CampusRecords> {
    const key = `${segment} ${campus}`;
    const read = known.readFor(campus);
    const { version, times } = compared.get(key) ?? { version: '', times: new RecordTimes() };
    if (version !== known.version) {
      const records = inFeedOrder(segment, read, dayInIndia(now()));
      await inSlices(times.compare(records, now()));
      compared.set(key, { version: known.version, times });
    }
    return { campus, read, times };
  }

  async function buildOnce(
    { key, segment, campuses, build }: FeedFile,
    known: KnownLists,
  ): Promise<Built | null> {
    const version = `${known.version} ${dayInIndia(now())}`;
    const cached = files.get(key);
    if (cached?.version === version) return cached;
    const made = build(
      await Promise.all(campuses.map((campus) => recordsOf(campus, segment, known))),
    );
    if (made === null) return null;
    const headers = {
      'Content-Type': made.type,
      ...(made.fileName !== null && {
        'Content-Disposition': `inline; filename="${made.fileName}"`,
      }),
    };
    const file = { version, body: encodeBody(Buffer.from(made.text)), headers };
    files.set(key, file);
    return file;
  }

  return async (request: Request, response: Response, file: FeedFile): Promise<boolean> => {
    const known = await knownLists(lists, listsOf(file.segment));
    if (known === null) {
      response
        .status(503)
        .set({ 'Cache-Control': NO_STORE, 'Retry-After': String(RETRY_AFTER_MS / 1_000) })
        .type('text')
        .send('Not available now');
      return true;
    }
    const built = await buildOnce(file, known);
    if (built === null) return false;
    const headers = {
      ...built.headers,
      'Cache-Control': cacheControl(known.state === 'fresh' ? 'feed' : 'staleList'),
    };
    sendBody(request, response, { body: built.body, headers });
    return true;
  };
}
