import { LRUCache } from 'lru-cache';
import { perCampus } from '../../shared/campuses.ts';
import { dayInIndia } from '../../shared/dates.ts';
import { listsOf } from '../../shared/records/kind-records.ts';
import { LIST_NAMES, PROVIDER_LISTS, type ListName } from '../../shared/records/provider-lists.ts';
import { scaleToHeap } from '../scale-to-heap.ts';
import { isAllHidden, LIST_BYTES, type ReadRows } from './read-rows.ts';

/**
 * Memory of all lists without an id, and of all requested albums. Separate: albums must not evict the lists that
 * every page needs. In a large heap each list fits at its largest size.
 */
const MAX_LIST_BYTES = scaleToHeap(60 * 1024 * 1024);
const MAX_ALBUM_BYTES = scaleToHeap(8 * 1024 * 1024);

/** No pause after a fetch is longer, unless the clock was set back. */
const LONGEST_PAUSE_MS = 60_000;

/** One list of the cache; `id` is empty for all but albums. */
export type ListId = { name: ListName; id: string };

/** A failed list has no rows and `version` "failed". */
export type ListSnapshot<Name extends ListName = ListName> = Pick<
  ReadRows<Name>,
  'rows' | 'records' | 'version'
> & { state: 'fresh' | 'stale' | 'failed' };

export const FAILED = {
  rows: [],
  records: perCampus((): readonly never[] => []),
  version: 'failed',
  bytes: LIST_BYTES,
  files: new Set<string>(),
  state: 'failed',
} as const;

/** A list in memory; times are milliseconds since the epoch. */
export type ListEntry = ListSnapshot &
  Omit<ReadRows, 'problems'> & {
    list: ListId;
    /** Problems that were logged; undefined for a list from the disk. */
    problems?: ReadRows['problems'];
    fetchedAt: number;
    /** The list is not fetched again before this time. */
    refreshAt: number;
  };

/** The lists in memory. */
export class ListStore {
  readonly #maxListBytes: number;
  readonly #lists = new Map<string, ListEntry>();
  readonly #albums: LRUCache<string, ListEntry>;

  constructor(onEvicted: (album: ListId) => void, maxListBytes = MAX_LIST_BYTES) {
    this.#maxListBytes = maxListBytes;
    this.#albums = new LRUCache<string, ListEntry>({
      maxSize: MAX_ALBUM_BYTES,
      sizeCalculation: ({ bytes }) => bytes,
      dispose: ({ list }, _key, reason) => {
        if (reason === 'evict') onEvicted(list);
      },
    });
  }

  put(entry: ListEntry): void {
    this.#cacheFor(entry.list).set(listKey(entry.list), entry);
  }

  /** The entry, however old. */
  get(list: ListId): ListEntry | undefined {
    return this.#cacheFor(list).get(listKey(list));
  }

  /** The entry if it may be shown at that time. */
  usableAt(time: Date, list: ListId): ListEntry | undefined {
    const entry = this.get(list);
    if (entry === undefined || entry.state === 'failed') return entry;
    const { staleSeconds, expiresAtMidnight } = PROVIDER_LISTS[list.name];
    if (time.getTime() - entry.fetchedAt > staleSeconds * 1_000) return undefined;
    if (!expiresAtMidnight) return entry;
    return dayInIndia(new Date(entry.fetchedAt)) === dayInIndia(time) ? entry : undefined;
  }

  /** Bytes for a list. A list without an id never evicts another: every page would fetch it again. */
  capacityFor(list: ListId): number {
    if (PROVIDER_LISTS[list.name].needsId) return MAX_ALBUM_BYTES;
    const others = [...this.#lists.values()].filter((other) => other.list.name !== list.name);
    return others.reduce((left, { bytes }) => left - bytes, this.#maxListBytes);
  }

  /** Whether the album or a gallery that has it is in memory. */
  isListed(album: ListId): boolean {
    const rowsOf = (list: ListId) => this.get(list)?.rows ?? [];
    const albums = listsOf('Gallery').flatMap((name) => rowsOf({ name, id: '' }));
    return rowsOf(album).length > 0 || albums.some(({ _id }) => _id === album.id);
  }

  /** @param file as `plainFile` writes it. */
  findListContaining(file: string): ListId | undefined {
    for (const { list, files } of this.#all()) if (files.has(file)) return list;
    return undefined;
  }

  /** Lists without an id whose last fetch succeeded. */
  fetchedLists(): ListEntry[] {
    return [...this.#lists.values()].filter(({ state }) => state === 'fresh');
  }

  /** How many lists have each state, state and age of each list without an id, and those that no campus shows. */
  health(time: Date) {
    const lists = { fresh: 0, stale: 0, failed: 0 };
    for (const { state } of this.#all()) lists[state] += 1;
    return {
      lists,
      listAges: [...this.#lists.values()].map(({ list, state, fetchedAt }) => {
        const ageSeconds = Math.round((time.getTime() - fetchedAt) / 1_000);
        return { list: list.name, state, ageSeconds };
      }),
      hiddenLists: LIST_NAMES.filter((name) => isAllHidden(this.#lists.get(name)?.problems ?? [])),
    };
  }

  *#all(): Generator<ListEntry> {
    yield* this.#lists.values();
    yield* this.#albums.values();
  }

  #cacheFor({ name }: ListId): Map<string, ListEntry> | LRUCache<string, ListEntry> {
    return PROVIDER_LISTS[name].needsId ? this.#albums : this.#lists;
  }
}

/** Whether the entry may be fetched again. */
export function isDue({ refreshAt }: ListEntry, time: Date): boolean {
  const waitMs = refreshAt - time.getTime();
  return waitMs <= 0 || waitMs > LONGEST_PAUSE_MS;
}

/** The key of a list in memory, and the name of its file. */
export function listKey({ name, id }: ListId): string {
  return id === '' ? name : `${name} ${id}`;
}
