import { LRUCache } from 'lru-cache';
import { dayInIndia, type Day } from '../../shared/dates.ts';
import {
  LIST_NAMES,
  PROVIDER_LISTS,
  type ListName,
  type RawOf,
} from '../../shared/records/provider-lists.ts';
import { memoryFor } from '../memory-share.ts';
import type { Sliced } from '../slices.ts';
import { ROW_BYTES } from './json.ts';
import type { SavedList } from './list-snapshots.ts';
import {
  findProblems,
  isAllHidden,
  prepareRecords,
  readContent,
  readList,
  readRows,
  type ListProblem,
  type RowsContent,
} from './read-rows.ts';

/**
 * Memory of all lists without an id, and of all requested albums, in bytes of their JSON. Separate: albums must
 * not evict the lists that every page needs. In a large heap each list fits at its largest size.
 */
const MAX_LIST_BYTES = memoryFor(60 * 1024 * 1024);
const MAX_ALBUM_BYTES = memoryFor(8 * 1024 * 1024);
/** Bytes of an entry besides its JSON; bounds the number of empty ones. */
const ENTRY_BYTES = 1_024;

/** One list of the cache; `id` is empty for all but albums. */
export type HeldList = { name: ListName; id: string };

/** A failed list has no rows and `version` "failed". */
export type ListSnapshot<Name extends ListName = ListName> = {
  rows: readonly RawOf<Name>[];
  /** Changes when the content changes, and only then. */
  version: string;
  state: 'fresh' | 'stale' | 'failed';
};

/** A list in memory; times are milliseconds since the epoch. */
export type ListEntry = ListSnapshot &
  RowsContent & {
    fetchedAt: number;
    /** No request before this instant. */
    refreshAt: number;
    /** Day in India of the fetch. */
    day: Day;
    /** As logged; undefined for a list from the disk. */
    problems?: readonly ListProblem[];
  };

export function entryOf(
  rows: readonly object[],
  content: RowsContent,
  fetchedAt: number,
): Omit<ListEntry, 'state' | 'refreshAt'> {
  return {
    ...content,
    // Checked by the list's schema.
    rows: rows as ListEntry['rows'],
    bytes: content.bytes + rows.length * ROW_BYTES + ENTRY_BYTES,
    fetchedAt,
    day: dayInIndia(new Date(fetchedAt)),
  };
}

export function failedEntry(fetchedAt: number, refreshAt: number): ListEntry {
  const none = { version: 'failed', bytes: 0, files: new Set<string>() };
  return { ...entryOf([], none, fetchedAt), state: 'failed', refreshAt };
}

type ReadList = {
  rows: ListEntry['rows'];
  content: RowsContent;
  problems: readonly ListProblem[];
};

type StoredEntry = ListEntry & { list: HeldList };

export class ListStore {
  readonly #maxListBytes: number;
  readonly #lists: LRUCache<string, StoredEntry>;
  readonly #albums = this.#createCache(MAX_ALBUM_BYTES);
  readonly #onEvicted: (key: string) => void;

  /** @param onEvicted gets the key of an album. */
  constructor(onEvicted: (key: string) => void, maxListBytes = MAX_LIST_BYTES) {
    this.#onEvicted = onEvicted;
    this.#maxListBytes = maxListBytes;
    this.#lists = this.#createCache(maxListBytes);
  }

  put(list: HeldList, entry: ListEntry): void {
    this.#cacheOf(list.name).set(keyOf(list), { ...entry, list });
  }

  /** The entry, however old. Counts as its use. */
  get(list: HeldList): ListEntry | undefined {
    return this.#cacheOf(list.name).get(keyOf(list));
  }

  /** The same without a use. */
  peek(list: HeldList): ListEntry | undefined {
    return this.#cacheOf(list.name).peek(keyOf(list));
  }

  /** Reads any response (docs/promises.md#c15). @throws ProviderError `shape` */
  *read(list: HeldList, json: unknown, base: string): Sliced<ReadList> {
    const { name } = list;
    const parsed = yield* readList(name, json, base);
    // Checked by the list's schema.
    const rows = parsed.rows as ListEntry['rows'];
    const content = yield* readContent(rows);
    const problems = yield* findProblems(name, parsed);
    if (this.peek(list)?.version !== content.version) yield* prepareRecords(name, rows);
    return { rows, content, problems };
  }

  *restore({ name, id, rows, fetchedAt }: SavedList, base: string): Sliced<void> {
    const parsed = yield* readRows(name, rows, base);
    if (parsed === null) return;
    const content = yield* readContent(parsed.rows);
    const entry = entryOf(parsed.rows, content, fetchedAt);
    if (entry.bytes > this.capacityFor({ name, id })) return;
    this.put({ name, id }, { ...entry, state: 'stale', refreshAt: 0 });
  }

  /** Bytes for a list. A list without an id never evicts another: every page would fetch it again. */
  capacityFor(list: HeldList): number {
    if (PROVIDER_LISTS[list.name].needsId) return MAX_ALBUM_BYTES;
    const own = this.peek(list)?.bytes ?? 0;
    return this.#maxListBytes - this.#lists.calculatedSize + own;
  }

  /** The entry if it may be shown at that time. Counts as its use. */
  usableAt(time: Date, list: HeldList): ListEntry | undefined {
    const entry = this.get(list);
    if (entry === undefined || entry.state === 'failed') return entry;
    const { staleSeconds, expiresAtMidnight } = PROVIDER_LISTS[list.name];
    if (time.getTime() - entry.fetchedAt > staleSeconds * 1_000) return undefined;
    if (expiresAtMidnight && entry.day !== dayInIndia(time)) return undefined;
    return entry;
  }

  /** @param file as `plainFile` writes it. */
  findListContaining(file: string): HeldList | undefined {
    for (const { list, files } of this.#all()) if (files.has(file)) return list;
    return undefined;
  }

  states(): Record<ListSnapshot['state'], number> {
    const counts = { fresh: 0, stale: 0, failed: 0 };
    for (const { state } of this.#all()) counts[state] += 1;
    return counts;
  }

  ages(time: Date): { list: ListName; state: ListSnapshot['state']; ageSeconds: number }[] {
    return LIST_NAMES.flatMap((list) => {
      const entry = this.#lists.peek(list);
      if (entry === undefined) return [];
      const { state, fetchedAt } = entry;
      return { list, state, ageSeconds: Math.round((time.getTime() - fetchedAt) / 1_000) };
    });
  }

  hidden(): ListName[] {
    return LIST_NAMES.filter((name) => isAllHidden(this.#lists.peek(name)?.problems ?? []));
  }

  *#all(): Generator<StoredEntry> {
    yield* this.#lists.values();
    yield* this.#albums.values();
  }

  #cacheOf(name: ListName): LRUCache<string, StoredEntry> {
    return PROVIDER_LISTS[name].needsId ? this.#albums : this.#lists;
  }

  #createCache(maxBytes: number): LRUCache<string, StoredEntry> {
    return new LRUCache<string, StoredEntry>({
      maxSize: maxBytes,
      sizeCalculation: (entry) => entry.bytes,
      dispose: (_entry, key, reason) => {
        if (reason === 'evict') this.#onEvicted(key);
      },
    });
  }
}

/** Name in memory and on disk. */
export function keyOf({ name, id }: HeldList): string {
  return id === '' ? name : `${name} ${id}`;
}
