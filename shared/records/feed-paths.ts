import { isAddressId } from './record-paths.ts';
import type { RecordSegment } from './registry.ts';
import { campusPath, type Campus } from '../campuses.ts';

/** What browsers and readers know a format by. */
export const FEED_TYPES = { atom: 'application/atom+xml', rss: 'application/rss+xml' };

export type FeedFormat = keyof typeof FEED_TYPES;

export const FEED_FORMATS = Object.keys(FEED_TYPES) as readonly FeedFormat[];

/** Path of a campus's feed of one kind: `/nekhpur/News.atom`. */
export function feedPath(campus: Campus, segment: RecordSegment, format: FeedFormat): string {
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
