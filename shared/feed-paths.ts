import { campusPath, type Campus } from './campuses.ts';
import { isAddressId, type RecordSegment } from './record-paths.ts';

/** The kinds of records that have feeds, by the path segment of their list. */
export const FEED_SEGMENTS = ['News', 'Events', 'Notices'] as const satisfies RecordSegment[];

export type FeedSegment = (typeof FEED_SEGMENTS)[number];

export const FEED_FORMATS = ['atom', 'rss'] as const;

export type FeedFormat = (typeof FEED_FORMATS)[number];

/** What browsers and readers know a format by. */
export const FEED_TYPES: Readonly<Record<FeedFormat, string>> = {
  atom: 'application/atom+xml',
  rss: 'application/rss+xml',
};

/** Path of a campus's feed of one kind: `/nekhpur/News.atom`. */
export function feedPath(campus: Campus, segment: FeedSegment, format: FeedFormat): string {
  return campusPath(campus, `${segment}.${format}`);
}

/** Path of a campus's calendar: `/nekhpur/Events.ics`. */
export function calendarPath(campus: Campus): string {
  return campusPath(campus, 'Events.ics');
}

/** Path of the calendar file of one event; null for an event whose id no address may carry. */
export function eventFilePath(campus: Campus, id: string): string | null {
  return isAddressId(id) ? `${calendarPath(campus)}?id=${encodeURIComponent(id)}` : null;
}
