import { LRUCache } from 'lru-cache';
import type { Dependency } from './page-lists.ts';
import { dayInIndia, endOfDayInIndia, type Day } from '../../shared/dates.ts';
import { scaleToHeap } from '../scale-to-heap.ts';
import type { ListCache } from '../provider/list-cache.ts';
import { encodedSize, type EncodedBody } from '../http/encoded-body.ts';

const MAX_BYTES = scaleToHeap(32 * 1024 * 1024);
/** 404 pages have a cache of their own, so that invented addresses evict no other page. */
export const NOT_FOUND_MAX_BYTES = scaleToHeap(2 * 1024 * 1024);
/** How often a page may be rendered again, as more of its pictures are known. */
const PICTURES_MS = 2_000;

export type FinishedPage = EncodedBody & {
  /** Canonical path of a record's page, for redirects; else null. */
  path: string | null;
  /** Content-Security-Policy with the hash of the inline styles; null without any. */
  policy: string | null;
};

type Entry = {
  page: FinishedPage;
  dependencies: readonly Dependency[];
  day: Day;
  /** Pictures without colour and size, as their metadata were unknown. */
  unknownPictures: readonly string[];
  /** Revision of the urgent notices. */
  notices: number;
};

/** An entry need not be checked again between these times, which a clock that is set back leaves, at this revision. */
type Checked = { entry: Entry; revision: number; from: number; until: number };

type PageCacheOptions = {
  lists: ListCache;
  pictures: { metadata(id: string): unknown; isDocument(id: string): boolean };
  notices: { revision(): number };
  now: () => Date;
  maxBytes?: number;
};

/** Finished pages by their key, valid until one of their lists, the urgent notices or the day changes. */
export class PageCache {
  readonly #options: PageCacheOptions;
  readonly #entries: LRUCache<string, Checked>;

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.#entries = new LRUCache({
      maxSize: options.maxBytes ?? MAX_BYTES,
      sizeCalculation: ({ entry }) => encodedSize(entry.page),
    });
  }

  get(key: string): FinishedPage | undefined {
    const checked = this.#entries.get(key);
    if (checked === undefined) return undefined;
    const { lists, now } = this.#options;
    const time = now();
    const { entry } = checked;
    const isChecked = checked.from <= time.getTime() && time.getTime() < checked.until;
    if (checked.revision === this.#revision() && isChecked) return entry.page;
    if (!this.#isCurrent(entry, time)) return undefined;
    const dues = entry.dependencies.map(({ name, id }) => lists.refreshIfDue(name, id));
    if (entry.unknownPictures.length > 0) dues.push(time.getTime() + PICTURES_MS);
    checked.from = time.getTime();
    checked.until = Math.min(endOfDayInIndia(time), ...dues);
    checked.revision = this.#revision();
    return entry.page;
  }

  set(key: string, entry: Entry): void {
    this.#entries.set(key, { entry, revision: -1, from: 0, until: 0 });
  }

  size(): number {
    return this.#entries.size;
  }

  #revision(): number {
    const { lists, notices } = this.#options;
    return lists.revision() + notices.revision();
  }

  #isCurrent(entry: Entry, time: Date): boolean {
    const { lists, pictures, notices } = this.#options;
    const { dependencies, day, unknownPictures } = entry;
    return (
      day === dayInIndia(time) &&
      unknownPictures.every((id) => !pictures.metadata(id) && !pictures.isDocument(id)) &&
      entry.notices === notices.revision() &&
      dependencies.every(({ name, id, version }) => lists.peek(name, id)?.version === version)
    );
  }
}
