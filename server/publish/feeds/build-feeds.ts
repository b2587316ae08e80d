import { createHash } from 'node:crypto';
import { calendarText } from './calendar.ts';
import { feedXml, type FeedItem } from './feed-xml.ts';
import { recordName } from '../../../client/parts/record-name.ts';
import { campusPath, type Campus } from '../../../shared/campuses.ts';
import type { Content } from '../../../shared/content.ts';
import { dayInIndia, daysAfter, startOfDay, type Day } from '../../../shared/dates.ts';
import { documentUrl, isExternal, type FileId } from '../../../shared/links.ts';
import { calendarPath } from '../../../shared/records/feed-paths.ts';
import { type RecordSegment, RECORD_KINDS } from '../../../shared/records/registry.ts';
import { inFeedOrder, recordsOf } from '../../../shared/records/kind-records.ts';
import { upcomingFirst } from '../../../shared/records/order.ts';
import type { ReadList } from '../../../shared/records/provider-lists.ts';
import type { PagedRecord } from '../../../shared/records/record-kind.ts';
import { recordPath } from '../../../shared/records/record-paths.ts';
import type { SchoolEvent } from '../../../shared/records/events.ts';
import { FILE_KINDS } from '../../images/file-kind.ts';

const FEED_ITEMS = 50;
/** Each event takes a third of a millisecond. */
const MAX_EVENTS = 300;
const PAST_DAYS = 366;
/** Older ids are not of this platform. */
const FIRST_INSTANT = Date.parse('2005-01-01T00:00:00Z');

export type FeedSite = {
  content: Content;
  siteUrl: string;
  schoolCode: string;
  now: () => Date;
};

type CampusRecords = { campus: Campus; read: ReadList };

export type FeedAddress = { segment: RecordSegment; path: string };

/** A feed of one campus, or of both, newest first. */
export function buildFeed(
  site: FeedSite,
  { segment, path }: FeedAddress,
  campuses: readonly CampusRecords[],
): string {
  const { siteUrl, content } = site;
  const { title } = RECORD_KINDS[segment];
  const today = dayInIndia(site.now());
  const items = campuses.flatMap(({ campus, read }) =>
    inFeedOrder(segment, read, today)
      .slice(0, FEED_ITEMS)
      .map((record) => ({
        day: record.day ?? '',
        item: feedItem(site, { segment, campus, record }),
      })),
  );
  if (campuses.length > 1) items.sort((a, b) => b.day.localeCompare(a.day));
  const [first] = campuses;
  const only =
    campuses.length === 1 && first !== undefined ? content.site.campuses[first.campus] : null;
  const name = only === null ? content.site.name : `${content.site.name}, ${only.label}`;
  return feedXml({
    title: `${name}: ${title}`,
    description: only?.summary ?? content.site.description,
    url: siteUrl + (first === undefined || only === null ? '/' : campusPath(first.campus, segment)),
    self: siteUrl + path,
    items: items.slice(0, FEED_ITEMS).map(({ item }) => item),
  });
}

type FeedItemOptions = { segment: RecordSegment; campus: Campus; record: PagedRecord };

function feedItem(site: FeedSite, { segment, campus, record }: FeedItemOptions): FeedItem {
  return {
    uuid: recordUuid(site.schoolCode, campus, segment, record.id),
    title: recordName(record, RECORD_KINDS[segment].name),
    text: record.description,
    url: pageAddress(site, campus, segment, record),
    publishedAt: publishedAt(record, site.now()),
    enclosure: enclosureOf(record, site.siteUrl),
  };
}

/**
 * When a record was published: rows have no field for it. The time in an id of MongoDB, which begins with its
 * second, else the record's day. Null when neither is known or past.
 */
function publishedAt({ id, day = null }: PagedRecord, now: Date): Date | null {
  const ofId = /^[0-9a-f]{24}$/i.test(id) ? Number.parseInt(id.slice(0, 8), 16) * 1_000 : 0;
  if (ofId >= FIRST_INSTANT && ofId <= now.getTime()) return new Date(ofId);
  const ofDay = day === null ? Infinity : startOfDay(day).getTime();
  return ofDay <= now.getTime() ? new Date(ofDay) : null;
}

export type DatedEvent = SchoolEvent & { day: Day };

export function datedEvents(read: ReadList): DatedEvent[] {
  return recordsOf('Events', read).filter((event): event is DatedEvent => event.day !== null);
}

/** Of one event, or of coming events and those of the last year, the next ones first. */
export function buildCalendar(
  site: FeedSite,
  { campus, read }: CampusRecords,
  only: DatedEvent | null,
): string {
  const { content, siteUrl, schoolCode } = site;
  const now = site.now();
  const from = daysAfter(dayInIndia(now), -PAST_DAYS);
  const events =
    only === null
      ? upcomingFirst(
          datedEvents(read).filter(({ day }) => day >= from),
          dayInIndia(now),
        ).slice(0, MAX_EVENTS)
      : [only];
  return calendarText({
    name: `${content.site.name}, ${content.site.campuses[campus].label}`,
    url: siteUrl + campusPath(campus, 'Events'),
    source: only === null ? siteUrl + calendarPath(campus) : null,
    now,
    events: events.map((event) => ({
      event,
      uid: recordUuid(schoolCode, campus, 'Events', event.id),
      url: pageAddress(site, campus, 'Events', event),
      attachment: event.attachment === null ? null : fileAddress(event.attachment, siteUrl),
    })),
  });
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

const TYPES = new Map<string, string>(
  Object.values(FILE_KINDS).map(({ extension, contentType }) => [extension, contentType]),
);

/** A record's document, else its picture: RSS has one. A name without an extension has the usual type. */
function enclosureOf(
  { image = null, attachment = null }: PagedRecord,
  siteUrl: string,
): FeedItem['enclosure'] {
  const file = attachment ?? image;
  if (file === null) return null;
  const usual = attachment === null ? 'image/jpeg' : 'application/pdf';
  const extension = file
    .slice(file.lastIndexOf('.') + 1)
    .toLowerCase()
    .replace('jpeg', 'jpg');
  return { url: fileAddress(file, siteUrl), type: TYPES.get(extension) ?? usual };
}

function fileAddress(file: FileId, siteUrl: string): string {
  const url = documentUrl(file);
  return isExternal(url) ? url : siteUrl + url;
}

/** A stable UUID (RFC 9562, version 8). */
function recordUuid(...parts: readonly string[]): string {
  const hex = createHash('sha256').update(parts.join('\n')).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
