import { LRUCache } from 'lru-cache';
import { dayInIndia } from '../../shared/dates.ts';
import { LIST_NAMES, PROVIDER_LISTS, type ListName } from '../../shared/provider-lists.ts';
import type { ListEntry, ListSnapshot } from './list-entry.ts';
import { isAllHidden } from './list-faults.ts';
import { NamedFiles, type HeldList } from './named-files.ts';

/**
 * Memory of all lists without an id, and of all albums that visitors have asked for, in bytes of their
 * JSON: apart, as whoever asks for many albums must not push out the lists that every page needs.
 */
const MAX_LIST_BYTES = 24 * 1024 * 1024;
const MAX_ALBUM_BYTES = 8 * 1024 * 1024;

/** The lists in memory, within their bounds, and which files they name. */
export class ListEntries {
  readonly #lists = this.#createStore(MAX_LIST_BYTES);
  readonly #albums = this.#createStore(MAX_ALBUM_BYTES);
  readonly #files = new NamedFiles();
  readonly #onEvicted: (key: string) => void;

  /** @param onEvicted called with the key of a list that had to make room. */
  constructor(onEvicted: (key: string) => void) {
    this.#onEvicted = onEvicted;
  }

  put(list: HeldList, entry: ListEntry): void {
    const key = keyOf(list);
    const store = this.#storeOf(list.name);
    const isChanged = store.peek(key)?.rows !== entry.rows;
    store.set(key, entry);
    if (isChanged) this.#files.set(key, list, entry.rows);
  }

  /** The entry, also one that is too old to be shown. Counts as a use of it. */
  get(list: HeldList): ListEntry | undefined {
    return this.#storeOf(list.name).get(keyOf(list));
  }

  /** The same, and no use. */
  peek(list: HeldList): ListEntry | undefined {
    return this.#storeOf(list.name).peek(keyOf(list));
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
    return this.#files.holder(file);
  }

  /** Number of lists by state. */
  states(): Record<ListSnapshot['state'], number> {
    const counts = { fresh: 0, stale: 0, failed: 0 };
    for (const store of [this.#lists, this.#albums])
      for (const entry of store.values()) counts[entry.state] += 1;
    return counts;
  }

  /** Lists that have records, of which neither campus shows any. */
  hidden(): ListName[] {
    return LIST_NAMES.filter((name) => isAllHidden(this.#lists.peek(name)?.faults ?? []));
  }

  #storeOf(name: ListName): LRUCache<string, ListEntry> {
    return PROVIDER_LISTS[name].needsId ? this.#albums : this.#lists;
  }

  #createStore(maxBytes: number): LRUCache<string, ListEntry> {
    return new LRUCache<string, ListEntry>({
      maxSize: maxBytes,
      sizeCalculation: (entry) => entry.bytes,
      dispose: (_entry, key, reason) => {
        if (reason !== 'set') this.#files.delete(key);
        if (reason === 'evict') this.#onEvicted(key);
      },
    });
  }
}

/** What a list is called in memory and on disk. */
export function keyOf({ name, id }: HeldList): string {
  return id === '' ? name : `${name} ${id}`;
}
