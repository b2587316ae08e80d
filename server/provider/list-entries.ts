import { LRUCache } from 'lru-cache';
import { dayInIndia } from '../../shared/dates.ts';
import { LIST_NAMES, PROVIDER_LISTS, type ListName } from '../../shared/provider-lists.ts';
import type { ListEntry, ListSnapshot } from './list-entry.ts';
import { isAllHidden } from './list-faults.ts';
import type { HeldList } from './named-files.ts';
import { memoryFor } from '../memory-share.ts';

/**
 * Memory of all lists without an id, and of all albums that visitors have asked for, in bytes of their
 * JSON: apart, as whoever asks for many albums must not push out the lists that every page needs. In a
 * heap that is large enough there is room for each list at the size that the provider may answer.
 */
const MAX_LIST_BYTES = memoryFor(60 * 1024 * 1024);
const MAX_ALBUM_BYTES = memoryFor(8 * 1024 * 1024);

type HeldEntry = ListEntry & { list: HeldList };

/** The lists in memory, within their bounds, and which files they name. */
export class ListEntries {
  readonly #maxListBytes: number;
  readonly #lists: LRUCache<string, HeldEntry>;
  readonly #albums = this.#createStore(MAX_ALBUM_BYTES);
  readonly #onEvicted: (key: string) => void;

  /** @param onEvicted called with the key of an album that had to make room. */
  constructor(onEvicted: (key: string) => void, maxListBytes = MAX_LIST_BYTES) {
    this.#onEvicted = onEvicted;
    this.#maxListBytes = maxListBytes;
    this.#lists = this.#createStore(maxListBytes);
  }

  put(list: HeldList, entry: ListEntry): void {
    this.#storeOf(list.name).set(keyOf(list), { ...entry, list });
  }

  /** The entry, also one that is too old to be shown. Counts as a use of it. */
  get(list: HeldList): ListEntry | undefined {
    return this.#storeOf(list.name).get(keyOf(list));
  }

  /** The same, and no use. */
  peek(list: HeldList): ListEntry | undefined {
    return this.#storeOf(list.name).peek(keyOf(list));
  }

  /**
   * Bytes that a list may take. Of those without an id none makes another one go: pages ask for all of
   * them, and each would be fetched again for each page.
   */
  roomFor(list: HeldList): number {
    if (PROVIDER_LISTS[list.name].needsId) return MAX_ALBUM_BYTES;
    const own = this.peek(list)?.bytes ?? 0;
    return this.#maxListBytes - this.#lists.calculatedSize + own;
  }

  /** The entry if it may be shown at that time. Counts as a use of it. */
  usableAt(time: Date, list: HeldList): ListEntry | undefined {
    const entry = this.get(list);
    if (entry === undefined || entry.state === 'failed') return entry;
    const { staleSeconds, expiresAtMidnight } = PROVIDER_LISTS[list.name];
    if (time.getTime() - entry.fetchedAt > staleSeconds * 1_000) return undefined;
    if (expiresAtMidnight && entry.day !== dayInIndia(time)) return undefined;
    return entry;
  }

  /** A list that names this file of the provider (named-files.ts has its spelling). */
  holderOf(file: string): HeldList | undefined {
    for (const { list, files } of this.#all()) if (files.has(file)) return list;
    return undefined;
  }

  /** Number of lists by state. */
  states(): Record<ListSnapshot['state'], number> {
    const counts = { fresh: 0, stale: 0, failed: 0 };
    for (const { state } of this.#all()) counts[state] += 1;
    return counts;
  }

  /** Each list without an id that has been asked for. */
  withoutId(): HeldEntry[] {
    return LIST_NAMES.flatMap((name) => this.#lists.peek(name) ?? []);
  }

  /** Lists that have records, of which neither campus shows any. */
  hidden(): ListName[] {
    return LIST_NAMES.filter((name) => isAllHidden(this.#lists.peek(name)?.faults ?? []));
  }

  *#all(): Generator<HeldEntry> {
    yield* this.#lists.values();
    yield* this.#albums.values();
  }

  #storeOf(name: ListName): LRUCache<string, HeldEntry> {
    return PROVIDER_LISTS[name].needsId ? this.#albums : this.#lists;
  }

  #createStore(maxBytes: number): LRUCache<string, HeldEntry> {
    return new LRUCache<string, HeldEntry>({
      maxSize: maxBytes,
      sizeCalculation: (entry) => entry.bytes,
      dispose: (_entry, key, reason) => {
        if (reason === 'evict') this.#onEvicted(key);
      },
    });
  }
}

/** What a list is called in memory and on disk. */
export function keyOf({ name, id }: HeldList): string {
  return id === '' ? name : `${name} ${id}`;
}
