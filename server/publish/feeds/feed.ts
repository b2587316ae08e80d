import { createHash } from 'node:crypto';
import { element, xml, XML_DECLARATION } from '../xml.ts';
import { recordName } from '../../../shared/records/record-name.ts';
import { campusPath, CAMPUSES, type Campus } from '../../../shared/campuses.ts';
import type { Content } from '../../../shared/content.ts';
import { dayInIndia, startOfDay } from '../../../shared/dates.ts';
import { fileExtension } from '../../../shared/documents.ts';
import { documentUrl, isExternal, type FileId } from '../../../shared/links.ts';
import { FEED_TYPE } from '../../../shared/records/feed-paths.ts';
import { type RecordSegment, RECORD_KINDS } from '../../../shared/records/registry.ts';
import { inFeedOrder } from '../../../shared/records/kind-records.ts';
import { newestFirst } from '../../../shared/records/order.ts';
import type { ReadList } from '../../../shared/records/provider-lists.ts';
import type { PagedRecord } from '../../../shared/records/record-kind.ts';
import { recordPath } from '../../../shared/records/record-paths.ts';
import { baseDirection } from '../../../shared/script-runs.ts';
import { absoluteLink, textRuns } from '../../../shared/text-links.ts';
import { FILE_KINDS, isFileKind } from '../../images/file-kind.ts';

const FEED_ITEMS = 50;
/** How long a reader may keep a feed, in minutes. */
const TTL_MINUTES = 60;
/** Older ids are not of this platform. */
const FIRST_INSTANT = Date.parse('2005-01-01T00:00:00Z');

export type FeedSite = {
  content: Content;
  siteUrl: string;
  schoolCode: string;
  now: () => Date;
};

/** `campus` is null for all. */
export type FeedAddress = { segment: RecordSegment; campus: Campus | null; path: string };

/** A record with its place. */
type Item = { segment: RecordSegment; campus: Campus; record: PagedRecord };

/** RSS 2.0 of one campus, or of all, newest first. */
export function feedText(
  site: FeedSite,
  { segment, campus, path }: FeedAddress,
  readFor: (campus: Campus) => ReadList,
): string {
  const { siteUrl, content } = site;
  const today = dayInIndia(site.now());
  const items = (campus === null ? CAMPUSES : [campus]).flatMap((each) =>
    inFeedOrder(segment, readFor(each), today)
      .slice(0, FEED_ITEMS)
      .map((record) => ({ segment, campus: each, record, day: record.day ?? null })),
  );
  const newest = campus === null ? newestFirst(items) : items;
  const school = campus && content.site.campuses[campus];
  const name = [content.site.name, ...(school === null ? [] : [school.label])].join(', ');
  const home = campus === null ? '/' : campusPath(campus, segment);
  return (
    XML_DECLARATION +
    element(
      'rss',
      { version: '2.0', 'xmlns:atom': 'http://www.w3.org/2005/Atom' },
      element(
        'channel',
        {},
        element('title', {}, xml(`${name}: ${RECORD_KINDS[segment].title}`)),
        element('link', {}, xml(siteUrl + home)),
        element('description', {}, xml(school?.summary ?? content.site.description)),
        element('language', {}, 'en-IN'),
        element('ttl', {}, String(TTL_MINUTES)),
        element('atom:link', { rel: 'self', type: FEED_TYPE, href: siteUrl + path }),
        ...newest.slice(0, FEED_ITEMS).map((item) => itemElement(site, item)),
      ),
    )
  );
}

function itemElement(site: FeedSite, item: Item): string {
  const { segment, record } = item;
  const published = publishedAt(record, site.now());
  const enclosure = buildEnclosure(record, site.siteUrl);
  return element(
    'item',
    {},
    element('title', {}, xml(recordName(record, RECORD_KINDS[segment].name))),
    element('link', {}, xml(pageAddress(site, item))),
    element('guid', { isPermaLink: 'false' }, `urn:uuid:${recordUuid(site, item)}`),
    // Readers take it for HTML: a text that looks like a tag must not become one.
    element('description', {}, xml(textHtml(record.description, site.siteUrl))),
    published === null ? '' : element('pubDate', {}, published.toUTCString()),
    // The length of the file is not known; RSS requires one.
    enclosure === null ? '' : element('enclosure', { ...enclosure, length: '0' }),
  );
}

function textHtml(text: string, siteUrl: string): string {
  const runs = textRuns(text).map(({ text: words, href }) =>
    href === null ? xml(words) : element('a', { href: absoluteLink(href, siteUrl) }, xml(words)),
  );
  const html = runs.join('').replaceAll('\n', '<br>');
  const dir = baseDirection(text);
  return dir === undefined ? html : element('div', { dir, lang: 'ur' }, html);
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

/** A record's document, else its picture: RSS has one. A name without an extension has the usual type. */
function buildEnclosure({ image = null, attachment = null }: PagedRecord, siteUrl: string) {
  const file = attachment ?? image;
  if (file === null) return null;
  const kind = fileExtension(file).replace('jpg', 'jpeg');
  const usual = attachment === null ? 'jpeg' : 'pdf';
  const { contentType } = FILE_KINDS[isFileKind(kind) ? kind : usual];
  return { url: fileAddress(file, siteUrl), type: contentType };
}

/** The page of a record, or of its list when its id fits no address. */
export function pageAddress({ siteUrl }: FeedSite, { campus, segment, record }: Item): string {
  return siteUrl + (recordPath(campus, segment, record) ?? campusPath(campus, segment));
}

export function fileAddress(file: FileId, siteUrl: string): string {
  const url = documentUrl(file);
  return isExternal(url) ? url : siteUrl + url;
}

/** A stable UUID (RFC 9562, version 8). */
export function recordUuid(
  { schoolCode }: FeedSite,
  { campus, segment, record: { id } }: Item,
): string {
  const parts = [schoolCode, campus, segment, id];
  const hex = createHash('sha256').update(parts.join('\n')).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
