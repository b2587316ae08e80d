import { isDeepStrictEqual } from 'node:util';
import { PROVIDER_LISTS, type ListName, type RawOf } from '../../shared/records/provider-lists.ts';
import { atOnce, inSlices } from '../slices.ts';
import type { Log } from '../log/log.ts';
import { ListBudgets } from './list-budgets.ts';
import type { ListSnapshots } from './list-snapshots.ts';
import {
  entryOf,
  failedEntry,
  keyOf,
  ListStore,
  type HeldList,
  type ListEntry,
  type ListSnapshot,
} from './list-store.ts';
import type { Provider } from './http-provider.ts';
import { ProviderError, errorFields } from './provider.ts';
import { SingleFlight } from './single-flight.ts';

/** Pause after a failed fetch (docs/promises.md#c3). */
export const RETRY_AFTER_MS = 5_000;
/** After a fetch that the breaker held back (docs/promises.md#c8). */
const HELD_BACK_MS = 1_000;
/** After a list too large for the free memory: the next response mostly is too. */
const NO_CAPACITY_MS = 60_000;

/** No pause is longer, unless the clock was set back. */
const LONGEST_PAUSE_MS = 60_000;

/** A list that loses so many rows, all of them, is logged. */
const MANY_ROWS = 20;

const NOTHING = { rows: [], version: 'none', state: 'fresh' } as const;

/** A list from the provider; `isNew` for the first since the start and after a change. */
type ListUpdate = { [Name in ListName]: { name: Name; rows: readonly RawOf<Name>[] } }[ListName] & {
  isNew: boolean;
};

export type ListRequest = { requestId?: string };

type ListCacheOptions = {
  provider: Provider;
  schoolCode: string;
  log: Log;
  now: () => Date;
  /** The last good lists on disk, for a restart without the provider. */
  snapshots: ListSnapshots | null;
  maxListBytes?: number;
};

/** Read-through cache over the provider's lists. lru-cache's `fetchMethod` would fetch on each request while the provider is down. */
export class ListCache {
  readonly #options: ListCacheOptions;
  readonly #store: ListStore;
  readonly #flights = new SingleFlight<ListEntry>();
  readonly #listeners: (() => void)[] = [];
  readonly #budgets: ListBudgets;
  #revision = 0;
  #onListUpdated: (list: ListUpdate) => void | Promise<void> = () => {};

  constructor(options: ListCacheOptions) {
    const { snapshots, maxListBytes } = options;
    this.#options = options;
    this.#store = new ListStore((key) => snapshots?.remove(key), maxListBytes);
    this.#budgets = new ListBudgets({ ...options, store: this.#store });
    for (const saved of snapshots?.load() ?? [])
      atOnce(this.#store.restore(saved, options.provider.base));
  }

  /** The cached list; a stale one starts its refresh in the background. */
  peek<Name extends ListName>(name: Name, id = ''): ListSnapshot<Name> | undefined {
    if (PROVIDER_LISTS[name].needsId && id === '') return NOTHING;
    const list = { name, id };
    const time = this.#options.now();
    const entry = this.#store.usableAt(time, list);
    if (entry === undefined) return entry;
    const waitMs = entry.refreshAt - time.getTime();
    if (waitMs > 0 && waitMs <= LONGEST_PAUSE_MS) return entry;
    void this.#refresh(list, {});
    return entry.state === 'fresh' ? { ...entry, state: 'stale' } : entry;
  }

  /** The cached list, else one fetch for all callers. Never rejects: a failed fetch has state "failed". */
  async get<Name extends ListName>(
    name: Name,
    id = '',
    request: ListRequest = {},
  ): Promise<ListSnapshot<Name>> {
    return this.peek(name, id) ?? (await this.#refresh({ name, id }, request));
  }

  /** Resolves when the list is at most so old, or is not available. */
  async renew(
    name: ListName,
    id: string,
    { maxAgeMs, ...request }: { maxAgeMs: number } & ListRequest,
  ): Promise<void> {
    const list = { name, id };
    const entry = this.#store.peek(list);
    const time = this.#options.now().getTime();
    const isRecent = entry !== undefined && time - entry.fetchedAt < maxAgeMs;
    // Not within the pause after a failure.
    const mayFetch = entry === undefined || entry.state === 'fresh' || time >= entry.refreshAt;
    if (!isRecent && mayFetch) await this.#refresh(list, request, { isAheadOfTime: true });
  }

  onListUpdated(listener: (list: ListUpdate) => void | Promise<void>): void {
    this.#onListUpdated = listener;
  }

  /** Changes whenever a fetch ends. */
  revision(): number {
    return this.#revision;
  }

  /** Calls back whenever a fetch has ended; `revision` has changed by then. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** When the list is fetched again, in milliseconds since the epoch; 0 for an unknown list. */
  dueAt(name: ListName, id: string): number {
    return this.#store.get({ name, id })?.refreshAt ?? 0;
  }

  /** Whether the list is in memory: `any` counts failed ones. */
  has(name: ListName, what: 'any' | 'held' = 'any'): boolean {
    const entry = this.#store.peek({ name, id: '' });
    return entry !== undefined && (what === 'any' || entry.state !== 'failed');
  }

  /** @param file as `plainFile` writes it. */
  findListContaining(file: string): HeldList | undefined {
    return this.#store.findListContaining(file);
  }

  states(): Record<ListSnapshot['state'], number> {
    return this.#store.states();
  }

  /** State and age of each list without an id that has been requested, for health. */
  ages(): { list: ListName; state: ListSnapshot['state']; ageSeconds: number }[] {
    return this.#store.ages(this.#options.now());
  }

  /** Lists that have records, of which neither campus shows any; for health. */
  hidden(): ListName[] {
    return this.#store.hidden();
  }

  async settled(): Promise<void> {
    await this.#flights.settled();
    await this.#options.snapshots?.settled();
  }

  #refresh(
    list: HeldList,
    request: ListRequest,
    { isAheadOfTime = false } = {},
  ): Promise<ListEntry> {
    return this.#flights.run(keyOf(list), async () => {
      if (isAheadOfTime && !this.#budgets.takeRenewal()) return this.#unfetched(list);
      const mayFetch = await this.#budgets.takeAlbum(list, (gallery) => this.get(gallery));
      if (!mayFetch) return this.#unfetched(list);
      try {
        return await this.#accept(list, await this.#fetch(list, request));
      } catch (error) {
        return this.#storeFailure(list, error, request);
      } finally {
        this.#revision += 1;
        for (const listener of this.#listeners) listener();
      }
    });
  }

  /** Stores nothing: visitors can invent any number of albums. */
  #unfetched(list: HeldList): ListEntry {
    const time = this.#options.now();
    return this.#store.usableAt(time, list) ?? failedEntry(time.getTime(), time.getTime());
  }

  /** An unknown id has no rows. @throws ProviderError */
  async #fetch({ name, id }: HeldList, request: ListRequest): Promise<unknown> {
    const { provider, schoolCode } = this.#options;
    const { path, withToken } = PROVIDER_LISTS[name];
    return provider
      .getJson(path(schoolCode, id), {
        withToken,
        capacityBytes: this.#store.capacityFor({ name, id }),
        ...request,
      })
      .catch((error: unknown) => {
        if (id !== '' && isUnknownId(error)) return [];
        throw error;
      });
  }

  /** Puts the response into memory and on the disk. @throws ProviderError `shape`, `no-capacity` */
  async #accept(list: HeldList, json: unknown): Promise<ListEntry> {
    const { provider, log, now } = this.#options;
    const { rows, content, problems } = await inSlices(this.#store.read(list, json, provider.base));
    const read = entryOf(rows, content, now().getTime());
    // Other lists may have arrived meanwhile.
    if (read.bytes > this.#store.capacityFor(list)) throw new ProviderError('no-capacity');
    const previous = this.#store.peek(list);
    const entry: ListEntry = {
      ...read,
      // The same rows object keeps everything derived from it.
      rows: previous?.version === read.version ? previous.rows : read.rows,
      state: 'fresh',
      refreshAt: read.fetchedAt + PROVIDER_LISTS[list.name].freshSeconds * 1_000,
      problems,
    };
    // Logged again only after a change.
    if (!isDeepStrictEqual(previous?.problems, problems))
      for (const problem of problems) log.warn({ ...problem, list: list.name });
    const before = previous?.rows.length ?? 0;
    if (before >= MANY_ROWS && entry.rows.length === 0)
      log.warn({ event: 'list-emptied', list: list.name, count: before });
    this.#store.put(list, entry);
    this.#save(list, entry, previous);
    // A list from the disk has no problems yet.
    const isNew = previous?.problems === undefined || previous.version !== entry.version;
    // The rows are of the list of that name.
    await this.#onListUpdated({ name: list.name, rows: entry.rows, isNew } as ListUpdate);
    return entry;
  }

  #save(list: HeldList, entry: ListEntry, previous: ListEntry | undefined): void {
    const { snapshots } = this.#options;
    const key = keyOf(list);
    const { rows, version, fetchedAt } = entry;
    // No file for unknown ids: visitors can invent any number.
    const isUnknown = list.id !== '' && rows.length === 0;
    if (!isUnknown) snapshots?.save({ ...list, key, rows, version, fetchedAt });
    else if (previous !== undefined && previous.rows.length > 0) snapshots?.remove(key);
  }

  /** A failed fetch never replaces a good copy (docs/promises.md#c10). */
  #storeFailure(list: HeldList, error: unknown, request: ListRequest): ListEntry {
    const { now, log } = this.#options;
    const time = now();
    const refreshAt = time.getTime() + pauseAfter(error);
    const known = this.#store.usableAt(time, list);
    const entry: ListEntry =
      known === undefined || known.state === 'failed'
        ? failedEntry(time.getTime(), refreshAt)
        : { ...known, state: 'stale', refreshAt };
    this.#store.put(list, entry);
    const { state } = entry;
    const fields = error instanceof ProviderError ? errorFields(error) : { cause: 'unexpected' };
    const line = { event: 'list-failed' as const, list: list.name, state, ...request, ...fields };
    if (isHeldBack(error)) log.debug(line);
    else if (error instanceof ProviderError) log.error(line);
    else log.error({ ...line, stack: error instanceof Error ? error.stack : undefined });
    return entry;
  }
}

function pauseAfter(error: unknown): number {
  if (error instanceof ProviderError && error.kind === 'no-capacity') return NO_CAPACITY_MS;
  return isHeldBack(error) ? HELD_BACK_MS : RETRY_AFTER_MS;
}

function isHeldBack(error: unknown): boolean {
  return error instanceof ProviderError && ['breaker-open', 'stopping'].includes(error.kind);
}

/** An id that makes no valid address is unknown too. */
function isUnknownId(error: unknown): boolean {
  return error instanceof ProviderError && (error.status === 404 || error.kind === 'refused-path');
}
