import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { faultsOf, isAllHidden, type ListFault } from './list-faults.ts';
import { NamedFiles, type HeldList } from './named-files.ts';
import { parseRows, type ParsedRows } from './parse-rows.ts';
import { ProviderError, type Provider } from './provider.ts';
import type { ListSnapshots, SavedList } from './list-snapshots.ts';
import { dayInIndia, type Day } from '../../shared/dates.ts';
import {
  LIST_NAMES,
  PROVIDER_LISTS,
  type ListName,
  type RawOf,
} from '../../shared/provider-lists.ts';
import type { Log } from '../web/log.ts';

/**
 * Memory of all lists without an id, and of all albums that visitors have asked for, in bytes of their
 * JSON: apart, as whoever asks for many albums must not push out the lists that every page needs.
 */
const MAX_LIST_BYTES = 24 * 1024 * 1024;
const MAX_ALBUM_BYTES = 8 * 1024 * 1024;
/** What an entry takes besides its JSON, in bytes; it bounds the number of empty ones. */
const ENTRY_BYTES = 1_024;
/** How long a failed fetch is remembered, in milliseconds (docs/promises.md#c3). */
const RETRY_AFTER_MS = 5_000;
/** The same for a fetch that the breaker held back, which cost the provider nothing (docs/promises.md#c8). */
const NOT_TRIED_AGAIN_MS = 1_000;
/** How long an id that the provider does not know is remembered, in milliseconds (docs/promises.md#c10). */
const UNKNOWN_ID_MS = 60_000;

/** What a list without its id holds. */
const NOTHING = { rows: [], version: 'none', state: 'fresh' } as const;

/** What the cache knows of one list. A failed list has no rows and `version` "failed". */
export type ListSnapshot<Name extends ListName = ListName> = {
  rows: readonly RawOf<Name>[];
  /** Changes when the content changes, and only then. */
  version: string;
  state: 'fresh' | 'stale' | 'failed';
};

export type ListRequest = { requestId?: string };

/** Read-through cache over the provider's lists. */
export type ListCache = {
  /** What is known now, without waiting; a stale list starts its refresh in the background. */
  peek<Name extends ListName>(name: Name, id?: string): ListSnapshot<Name> | undefined;
  /** What is known, else one fetch that all waiting callers share. Never rejects: a failed fetch is state "failed". */
  get<Name extends ListName>(
    name: Name,
    id?: string,
    request?: ListRequest,
  ): Promise<ListSnapshot<Name>>;
  /** Resolves when the list is at most so old, or could not be had. Not a way to get it: whoever wants rows asks `get`. */
  renew(name: ListName, id: string, options: { maxAgeMs: number } & ListRequest): Promise<void>;
  /** Changes whenever a fetch ends, so that whoever derived something from lists knows when to look again. */
  revision(): number;
  /** When a list is to be asked for again, in milliseconds since the epoch; 0 when it is not known. */
  dueAt(name: ListName, id: string): number;
  /** Whether an answer of the list is known, without asking for one: any, also that it failed, or rows. */
  has(name: ListName, what?: 'any' | 'held'): boolean;
  /** A held list that names this file of the provider (named-files.ts has its spelling). */
  holderOf(file: string): HeldList | undefined;
  /** Number of lists by state, for health. */
  states(): Record<ListSnapshot['state'], number>;
  /** Lists that have records, of which neither campus shows any; for health. */
  hidden(): ListName[];
  /** Resolves when no fetch and no write is under way. */
  settled(): Promise<void>;
};

type Entry = ListSnapshot & {
  fetchedAt: number;
  /** Not before this instant is the provider asked again. */
  refreshAt: number;
  /** Day in India of the fetch, for lists that are about today. */
  day: Day;
  bytes: number;
  /** As they were logged; undefined before. */
  faults?: readonly ListFault[];
};

export type ListCacheOptions = {
  provider: Provider;
  schoolCode: string;
  log: Log;
  now: () => Date;
  /** The last good lists on disk, so that a restart without the provider starts complete. */
  snapshots: ListSnapshots | null;
};

/** An lru-cache bounds the memory; freshness and single flight are here, as its own `fetchMethod` asks again on each request while the provider is down. */
export function createListCache({
  provider,
  schoolCode,
  log,
  now,
  snapshots,
}: ListCacheOptions): ListCache {
  const listEntries = createEntries(MAX_LIST_BYTES);
  const albumEntries = createEntries(MAX_ALBUM_BYTES);
  const files = new NamedFiles();
  const flights = new Map<string, Promise<Entry>>();
  let revision = 0;

  for (const saved of snapshots?.load() ?? []) {
    const entry = savedEntry(saved);
    if (entry !== null) put(saved, entry);
  }

  function savedEntry({ name, rows, fetchedAt }: SavedList): Entry | null {
    const parsed = parseRows(name, rows, provider.base);
    return parsed === null ? null : goodEntry(parsed.rows, fetchedAt, 0);
  }

  function createEntries(maxBytes: number): LRUCache<string, Entry> {
    return new LRUCache<string, Entry>({
      maxSize: maxBytes,
      sizeCalculation: (entry) => entry.bytes,
      dispose: (_entry, key, reason) => {
        if (reason !== 'set') files.delete(key);
        if (reason === 'evict') void snapshots?.remove(key);
      },
    });
  }

  function entriesOf(name: ListName): LRUCache<string, Entry> {
    return PROVIDER_LISTS[name].needsId ? albumEntries : listEntries;
  }

  function put({ name, id }: HeldList, entry: Entry): void {
    const key = keyOf(name, id);
    const entries = entriesOf(name);
    const isChanged = entries.peek(key)?.rows !== entry.rows;
    entries.set(key, entry);
    if (isChanged) files.set(key, { name, id }, entry.rows);
  }

  /** The entry if it may be shown now. */
  function usable(name: ListName, key: string): Entry | undefined {
    const entry = entriesOf(name).get(key);
    if (entry === undefined) return undefined;
    const policy = PROVIDER_LISTS[name];
    const time = now();
    if (entry.state !== 'failed') {
      if (time.getTime() - entry.fetchedAt > policy.staleSeconds * 1000) return undefined;
      if (policy.aboutToday && entry.day !== dayInIndia(time)) return undefined;
    }
    return entry;
  }

  function refresh(name: ListName, id: string, request: ListRequest): Promise<Entry> {
    const key = keyOf(name, id);
    const underWay = flights.get(key);
    if (underWay !== undefined) return underWay;
    const flight = fetchEntry(name, id, request).finally(() => {
      flights.delete(key);
      revision += 1;
    });
    flights.set(key, flight);
    return flight;
  }

  async function fetchEntry(name: ListName, id: string, request: ListRequest): Promise<Entry> {
    const key = keyOf(name, id);
    const { path, withToken, freshSeconds } = PROVIDER_LISTS[name];
    try {
      const answer = await getAnswer(path(schoolCode, id), { withToken, ...request });
      const parsed = parseRows(name, answer, provider.base);
      if (parsed === null) throw new ProviderError('shape');
      const fetchedAt = now().getTime();
      const fresh = goodEntry(parsed.rows, fetchedAt, fetchedAt + freshSeconds * 1000);
      const previous = entriesOf(name).get(key);
      fresh.faults = tellFaults(name, parsed, previous);
      // The same rows object lets everything that was derived from it stay.
      const entry = previous?.version === fresh.version ? { ...fresh, rows: previous.rows } : fresh;
      put({ name, id }, entry);
      // There are as many unknown ids as visitors make up: they get no file.
      const isUnknownId = id !== '' && entry.rows.length === 0;
      if (!isUnknownId)
        snapshots?.save({ name, id, key, rows: entry.rows, version: entry.version, fetchedAt });
      else if (previous !== undefined && previous.rows.length > 0) void snapshots?.remove(key);
      return entry;
    } catch (error) {
      return failedFetch({ name, id }, error, request);
    }

    async function getAnswer(
      target: string,
      options: { withToken: boolean } & ListRequest,
    ): Promise<unknown> {
      try {
        return await provider.getJson(target, options);
      } catch (error) {
        // An id that makes no address at the provider cannot be one of its ids either.
        const isUnknown =
          error instanceof ProviderError &&
          (error.status === 404 || error.fault === 'refused-path');
        if (id === '' || !isUnknown) throw error;
        return [];
      }
    }
  }

  /** Logs what is wrong with a list once, and again when that or the list has changed. */
  function tellFaults(
    name: ListName,
    parsed: ParsedRows,
    previous: Entry | undefined,
  ): ListFault[] {
    const faults = faultsOf(name, parsed);
    if (!isDeepStrictEqual(previous?.faults, faults)) {
      for (const fault of faults) log.warn({ ...fault, list: name });
    }
    return faults;
  }

  /** A failed fetch never replaces a good copy (docs/promises.md#c10). */
  async function failedFetch(
    { name, id }: HeldList,
    error: unknown,
    request: ListRequest,
  ): Promise<Entry> {
    const key = keyOf(name, id);
    const cause = error instanceof ProviderError ? error.message : 'unexpected';
    const known = usable(name, key) ?? (await savedElsewhere({ name, id }));
    const notTried = error instanceof ProviderError && error.fault === 'breaker-open';
    const refreshAt = now().getTime() + (notTried ? NOT_TRIED_AGAIN_MS : RETRY_AFTER_MS);
    const entry: Entry =
      known === undefined || known.state === 'failed'
        ? {
            rows: [],
            version: 'failed',
            state: 'failed',
            fetchedAt: now().getTime(),
            refreshAt,
            day: dayInIndia(now()),
            bytes: ENTRY_BYTES,
          }
        : { ...known, state: 'stale', refreshAt };
    put({ name, id }, entry);
    const line = {
      event: 'list-failed' as const,
      list: name,
      cause,
      state: entry.state,
      ...request,
    };
    if (notTried) log.debug(line);
    else
      log.error(
        error instanceof ProviderError
          ? line
          : { ...line, stack: error instanceof Error ? error.stack : undefined },
      );
    return entry;
  }

  /** What another process of ours has saved since this one started. */
  async function savedElsewhere({ name, id }: HeldList): Promise<Entry | undefined> {
    const key = keyOf(name, id);
    const saved = await snapshots?.find(key);
    const entry = saved ? savedEntry(saved) : null;
    if (entry === null) return undefined;
    put({ name, id }, entry);
    return usable(name, key);
  }

  function goodEntry(rows: readonly unknown[], fetchedAt: number, refreshAt: number): Entry {
    const json = JSON.stringify(rows);
    return {
      // parseRows has checked them by the list's schema.
      rows: rows as Entry['rows'],
      version: createHash('sha1').update(json).digest('base64url').slice(0, 16),
      state: refreshAt === 0 ? 'stale' : 'fresh',
      fetchedAt,
      refreshAt:
        rows.length === 0 && refreshAt !== 0
          ? Math.min(refreshAt, fetchedAt + UNKNOWN_ID_MS)
          : refreshAt,
      day: dayInIndia(new Date(fetchedAt)),
      bytes: json.length + ENTRY_BYTES,
    };
  }

  function peek<Name extends ListName>(name: Name, id = ''): ListSnapshot<Name> | undefined {
    if (PROVIDER_LISTS[name].needsId && id === '') return NOTHING;
    const entry = usable(name, keyOf(name, id));
    if (entry === undefined || now().getTime() < entry.refreshAt) return entry;
    void refresh(name, id, {});
    return entry.state === 'fresh' ? { ...entry, state: 'stale' } : entry;
  }

  return {
    peek,
    async get(name, id = '', request = {}) {
      return peek(name, id) ?? (await refresh(name, id, request));
    },
    async renew(name, id, { maxAgeMs, ...request }) {
      const entry = entriesOf(name).peek(keyOf(name, id));
      const time = now().getTime();
      const isRecent = entry !== undefined && time - entry.fetchedAt < maxAgeMs;
      // After a failure the provider is left alone for a while.
      const mayAsk = entry === undefined || entry.state === 'fresh' || time >= entry.refreshAt;
      if (!isRecent && mayAsk) await refresh(name, id, request);
    },
    revision: () => revision,
    dueAt: (name, id) => entriesOf(name).get(keyOf(name, id))?.refreshAt ?? 0,
    has(name, what = 'any') {
      const entry = entriesOf(name).peek(keyOf(name, ''));
      return entry !== undefined && (what === 'any' || entry.state !== 'failed');
    },
    holderOf: (file) => files.holder(file),
    states() {
      const counts = { fresh: 0, stale: 0, failed: 0 };
      for (const entries of [listEntries, albumEntries])
        for (const entry of entries.values()) counts[entry.state] += 1;
      return counts;
    },
    hidden: () => LIST_NAMES.filter((name) => isAllHidden(listEntries.peek(name)?.faults ?? [])),
    async settled() {
      await Promise.all(flights.values());
      await snapshots?.settled();
    },
  };
}

function keyOf(name: ListName, id: string): string {
  return id === '' ? name : `${name} ${id}`;
}
