import type { Day } from '../../shared/dates.ts';
import type { FeedSegment } from '../../shared/feed-paths.ts';
import { newestFirst, upcomingFirst } from '../../shared/filters.ts';
import { documentUrl, isExternal, type FileId } from '../../shared/links.ts';
import { RECORD_KINDS, type ReadList } from '../../shared/record-kinds.ts';

/** What a record has for a feed, whatever list it is of. */
export type FeedRecord = {
  id: string;
  title: string;
  description: string;
  day?: Day | null;
  image?: FileId | null;
  attachment: FileId | null;
};

/** The records of each feed in its order: the latest news, the next events, notices as they come. */
export const FEED_RECORDS: Readonly<
  Record<FeedSegment, (read: ReadList, today: Day) => readonly FeedRecord[]>
> = {
  News: (read) => newestFirst(RECORD_KINDS.News.recordsIn(read)),
  Events: (read, today) => upcomingFirst(RECORD_KINDS.Events.recordsIn(read), today),
  Notices: (read) => RECORD_KINDS.Notices.recordsIn(read),
};

/** Types of what a record's picture or document mostly is, by the end of its name. */
const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  pdf: 'application/pdf',
};

/** A record's document and picture, with their addresses. A name without an end tells nothing: then the usual type. */
export function enclosuresOf(
  { image = null, attachment }: FeedRecord,
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

/** Absolute address of a record's document or picture. */
export function fileAddress(file: FileId, siteUrl: string): string {
  const url = documentUrl(file);
  return isExternal(url) ? url : siteUrl + url;
}
