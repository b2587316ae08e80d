import { calendarText } from './calendar.ts';
import { feedXml, type FeedItem } from './feed-xml.ts';
import { firstOfJanuary, publishedAt, recordUuid, type RecordTimes } from './record-times.ts';
import { recordName } from '../../../client/parts/record-name.ts';
import { campusPath, type Campus } from '../../../shared/campuses.ts';
import type { Content } from '../../../shared/content.ts';
import { dayInIndia, daysAfter, type Day } from '../../../shared/dates.ts';
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

export type FeedSite = {
  content: Content;
  siteUrl: string;
  schoolCode: string;
  now: () => Date;
};

export type CampusRecords = { campus: Campus; read: ReadList; times: RecordTimes };

export type FeedAddress = { segment: RecordSegment; path: string };

/** A feed of one campus, or of both, newest first. */
export function buildFeed(
  site: FeedSite,
  { segment, path }: FeedAddress,
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
  const updates = shown.map(({ updatedAt }) => updatedAt.getTime());
  const [first] = campuses;
  const only =
    campuses.length === 1 && first !== undefined ? content.site.campuses[first.campus] : null;
  const name = only === null ? content.site.name : `${content.site.name}, ${only.label}`;
  return feedXml({
    title: `${name}: ${title}`,
    description: only?.summary ?? content.site.description,
    url: siteUrl + (first === undefined || only === null ? '/' : campusPath(first.campus, segment)),
    self: siteUrl + path,
    updatedAt: updates.length === 0 ? firstOfJanuary(time) : new Date(Math.max(...updates)),
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
    enclosure: enclosureOf(record, site.siteUrl),
  };
}

export type DatedEvent = SchoolEvent & { day: Day };

export function datedEvents(read: ReadList): DatedEvent[] {
  return recordsOf('Events', read).filter((event): event is DatedEvent => event.day !== null);
}

/** Of one event, or of coming events and those of the last year, the next ones first. */
export function buildCalendar(
  site: FeedSite,
  { campus, read, times }: CampusRecords,
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
    events: events.map((event) => ({
      event,
      uid: recordUuid(schoolCode, campus, 'Events', event.id),
      updatedAt: times.updatedAt(event, now),
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
