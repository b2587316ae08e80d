import { LRUCache } from 'lru-cache';
import type { Dependency } from './page-lists.ts';
import { dayInIndia, type Day } from '../../shared/dates.ts';
import { memoryFor } from '../memory-share.ts';
import type { ListCache } from '../provider/list-cache.ts';
import { encodedSize, type EncodedBody } from '../http/encoded-body.ts';

const MAX_BYTES = memoryFor(32 * 1024 * 1024);
/** For 404 pages: some sets of suggestions for each campus and language. */
export const NOT_FOUND_MAX_BYTES = memoryFor(2 * 1024 * 1024);
export type FinishedPage = EncodedBody & {
  /** Canonical path of a record's page, for redirects; else null. */
  path: string | null;
};

type Entry = {
  page: FinishedPage;
  dependencies: readonly Dependency[];
  day: Day;
  /** Pictures without colour and size, as their metadata were unknown. */
  unknownPictures: readonly string[];
};

type PageCacheOptions = {
  lists: Pick<ListCache, 'peek'>;
  pictures: { metadata(id: string): unknown };
  now: () => Date;
  maxBytes?: number;
};

/** Finished pages by canonical address, valid until one of their lists or the day changes. */
export type PageCache = {
  get(key: string): FinishedPage | undefined;
  set(key: string, entry: Entry): void;
  size(): number;
};

export function createPageCache({
  lists,
  pictures,
  now,
  maxBytes = MAX_BYTES,
}: PageCacheOptions): PageCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ page }) => encodedSize(page),
  });

  function isCurrent({ dependencies, day, unknownPictures }: Entry): boolean {
    return (
      day === dayInIndia(now()) &&
      unknownPictures.every((id) => pictures.metadata(id) === undefined) &&
      dependencies.every(({ name, id, version }) => lists.peek(name, id)?.version === version)
    );
  }

  return {
    get(key) {
      const entry = entries.get(key);
      return entry !== undefined && isCurrent(entry) ? entry.page : undefined;
    },
    set: (key, entry) => void entries.set(key, entry),
    size: () => entries.size,
  };
}
