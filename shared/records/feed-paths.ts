import { isAddressId } from './record-paths.ts';
import type { RecordSegment } from './registry.ts';
import { campusPath, type Campus } from '../campuses.ts';

export const FEED_TYPE = 'application/rss+xml';

/** Path of a campus's feed of one kind: `/nekhpur/News.rss`. */
export function feedPath(campus: Campus, segment: RecordSegment): string {
  return campusPath(campus, `${segment}.rss`);
}

/** Path of a campus's calendar: `/nekhpur/Events.ics`. */
export function calendarPath(campus: Campus): string {
  return campusPath(campus, 'Events.ics');
}

/** Path of the calendar file of one event; null for an event whose id no address may carry. */
export function eventFilePath(campus: Campus, id: string): string | null {
  return isAddressId(id) ? `${calendarPath(campus)}?id=${encodeURIComponent(id)}` : null;
}
