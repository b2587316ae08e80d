import { events } from './events.ts';
import { gallery } from './gallery.ts';
import { news } from './news.ts';
import { notices } from './notices.ts';

/** The kinds of records that have pages of their own, by the path segment before the id of a record. */
export const RECORD_KINDS = { News: news, Events: events, Notices: notices, Gallery: gallery };

export type RecordSegment = keyof typeof RECORD_KINDS;

export type RecordKey = (typeof RECORD_KINDS)[RecordSegment]['key'];

export const RECORD_SEGMENTS = Object.keys(RECORD_KINDS) as readonly RecordSegment[];

/** The segments of the kinds that have feeds. */
export const FEED_SEGMENTS = RECORD_SEGMENTS.filter(
  (segment) => RECORD_KINDS[segment].feedOrder !== null,
);
