import { calendarText, type CalendarEvent } from './calendar.ts';
import { FEED_WRITERS, type FeedItem } from './feed-xml.ts';
import { publishedAt, recordUuid, type RecordTimes } from './record-times.ts';
import { recordName } from '../../../client/parts/record-name.ts';
import { campusPath, type Campus } from '../../../shared/campuses.ts';
import type { Content } from '../../../shared/content.ts';
import { dayInIndia, type Day } from '../../../shared/dates.ts';
import { documentUrl, isExternal, type FileId } from '../../../shared/links.ts';
import { calendarPath, type FeedFormat } from '../../../shared/records/feed-paths.ts';
import { type RecordSegment, RECORD_KINDS } from '../../../shared/records/registry.ts';
import { inFeedOrder, recordsOf } from '../../../shared/records/kind-records.ts';
import { upcomingFirst } from '../../../shared/records/order.ts';
import type { ReadList } from '../../../shared/records/provider-lists.ts';
import type { PagedRecord } from '../../../shared/records/record-kind.ts';
import { recordPath } from '../../../shared/records/record-paths.ts';
import type { SchoolEvent } from '../../../shared/records/events.ts';

const FEED_ITEMS = 50;
/** Each event takes a third of a millisecond. */
const MAX_EVENTS = 300;
const PAST_DAYS = 366;

export type FeedSite = {
  content: Content;
  siteUrl: string;
  schoolCode: string;
  now: () => Date;
};

export type CampusRecords = { campus: Campus; read: ReadList; times: RecordTimes };

export type FeedAddress = {
  segment: RecordSegment;
  format: FeedFormat;
  path: string;
};

/** A feed of one campus, or of both, newest first. */
export function buildFeed(
  site: FeedSite,
  { segment, format, path }: FeedAddress,
  campuses: readonly CampusRecords[],
): string {
  const { siteUrl, content, now } = site;
  const { title } = RECORD_KINDS[segment];
  const time = now();
  const items = campuses.flatMap(({ campus, read, times }) =>
    inFeedOrder(segment, read, dayInIndia(time))
      .slice(0, FEED_ITEMS)
      .map((record) => ({
        day: record.day ?? '',
        item: feedItem(site, { segment, campus, record, times }),
      })),
  );
  if (campuses.length > 1) items.sort((a, b) => b.day.localeCompare(a.day));
  const shown = items.slice(0, FEED_ITEMS).map(({ item }) => item);
  const [first] = campuses;
  const only =
    campuses.length === 1 && first !== undefined ? content.site.campuses[first.campus] : null;
  const name = only === null ? content.site.name : `${content.site.name}, ${only.label}`;
  return FEED_WRITERS[format]({
    uuid: recordUuid(site.schoolCode, path),
    title: `${name}: ${title}`,
    description: only?.summary ?? content.site.description,
    url: siteUrl + (first === undefined || only === null ? '/' : campusPath(first.campus, segment)),
    self: siteUrl + path,
    author: name,
    updatedAt: newest(shown, time),
    items: shown,
  });
}

type FeedItemOptions = Omit<CampusRecords, 'read'> & {
  segment: RecordSegment;
  record: PagedRecord;
};

function feedItem(site: FeedSite, { segment, campus, record, times }: FeedItemOptions): FeedItem {
  const now = site.now();
  return {
    uuid: recordUuid(site.schoolCode, campus, segment, record.id),
    title: recordName(record, RECORD_KINDS[segment].name),
    text: record.description,
    url: pageAddress(site, campus, segment, record),
    updatedAt: times.updatedAt(record, now),
    publishedAt: publishedAt(record, now),
    enclosures: enclosuresOf(record, site.siteUrl),
  };
}

/** Without items the first of January. */
function newest(items: readonly FeedItem[], now: Date): Date {
  const times = items.map(({ updatedAt }) => updatedAt.getTime());
  return times.length === 0
    ? new Date(Date.parse(`${dayInIndia(now).slice(0, 4)}-01-01`))
    : new Date(Math.max(...times));
}

/** Coming events and those of the last year, the next ones first. */
function calendarEvents(read: ReadList, now: Date): DatedEvent[] {
  const from = dayInIndia(new Date(now.getTime() - PAST_DAYS * 24 * 60 * 60 * 1_000));
  return upcomingFirst(datedEvents(read), dayInIndia(now))
    .filter(isDated)
    .filter(({ day }) => day >= from)
    .slice(0, MAX_EVENTS);
}

export type DatedEvent = SchoolEvent & { day: Day };

export function datedEvents(read: ReadList): DatedEvent[] {
  return recordsOf('Events', read).filter(isDated);
}

function isDated(event: SchoolEvent): event is DatedEvent {
  return event.day !== null;
}

export function buildCalendar(site: FeedSite, records: CampusRecords): string {
  const events = calendarEvents(records.read, site.now());
  return calendarText({
    ...calendarHead(site, records.campus),
    source: site.siteUrl + calendarPath(records.campus),
    events: events.map((event) => calendarEvent(site, records, event)),
  });
}

export function buildEventFile(site: FeedSite, records: CampusRecords, event: DatedEvent): string {
  return calendarText({
    ...calendarHead(site, records.campus),
    source: null,
    events: [calendarEvent(site, records, event)],
  });
}

function calendarHead({ content, siteUrl }: FeedSite, campus: Campus) {
  const { name, campuses } = content.site;
  return {
    name: `${name}, ${campuses[campus].label}`,
    url: siteUrl + campusPath(campus, 'Events'),
  };
}

function calendarEvent(
  site: FeedSite,
  { campus, times }: CampusRecords,
  event: DatedEvent,
): CalendarEvent {
  return {
    event,
    uid: recordUuid(site.schoolCode, campus, 'Events', event.id),
    updatedAt: times.updatedAt(event, site.now()),
    url: pageAddress(site, campus, 'Events', event),
    attachment: event.attachment === null ? null : fileAddress(event.attachment, site.siteUrl),
  };
}

/** The page of a record, or of its list when its id fits no address. */
function pageAddress(
  { siteUrl }: FeedSite,
  campus: Campus,
  segment: RecordSegment,
  record: PagedRecord,
): string {
  return siteUrl + (recordPath(campus, segment, record) ?? campusPath(campus, segment));
}

const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  pdf: 'application/pdf',
};

/** A record's document and picture; a name without an end has the usual type. */
function enclosuresOf(
  { image = null, attachment = null }: PagedRecord,
  siteUrl: string,
): { url: string; type: string }[] {
  return [
    { file: attachment, usual: 'application/pdf' },
    { file: image, usual: 'image/jpeg' },
  ].flatMap(({ file, usual }) => {
    if (file === null) return [];
    const end = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
    return { url: fileAddress(file, siteUrl), type: TYPES[end] ?? usual };
  });
}

function fileAddress(file: FileId, siteUrl: string): string {
  const url = documentUrl(file);
  return isExternal(url) ? url : siteUrl + url;
}
