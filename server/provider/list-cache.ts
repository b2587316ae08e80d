import { isDeepStrictEqual } from 'node:util';
import { listsOf } from '../../shared/records/kind-records.ts';
import type { FileId } from '../../shared/links.ts';
import { PROVIDER_LISTS, type ListName } from '../../shared/records/provider-lists.ts';
import type { Log } from '../log/log.ts';
import { ListSnapshots } from './list-snapshots.ts';
import {
  FAILED,
  isDue,
  listKey,
  ListStore,
  type ListId,
  type ListEntry,
  type ListSnapshot,
} from './list-store.ts';
import type { Provider } from './http-provider.ts';
import { ProviderError, errorFields, type ProviderErrorKind } from './provider-error.ts';
import { readList } from './read-rows.ts';
import { createBudget } from './call-budget.ts';
import { NotFoundLists } from './not-found-lists.ts';
import { SingleFlight } from '../single-flight.ts';

/** Pause after a failed fetch (docs/promises.md#c3). */
export const RETRY_AFTER_MS = 5_000;
const PAUSES_MS: Partial<Record<ProviderErrorKind, number>> = {
  // The breaker held it back (docs/promises.md#c8).
  'breaker-open': 1_000,
  stopping: 1_000,
  // The next response mostly is too large too.
  'no-capacity': 60_000,
};

/** Calls that all visitors together may cause with invented ids and names (docs/promises.md#c16). */
const ALBUMS_PER_MINUTE = 10;
/** Lists that are requested before they are stale, as none has a file that a visitor requests: all of them five times. */
const RENEWALS_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** A list that loses so many rows, all of them, is logged. */
const MANY_ROWS = 20;

const NO_ALBUM = { ...FAILED, version: 'none', state: 'fresh' } as const;

/** A list from the provider; `isNew` for the first since the start and after a change. */
export type ListUpdate = { name: ListName; isNew: boolean } & Pick<ListSnapshot, 'records'>;

export type ListRequest = { requestId?: string };

type ListCacheOptions = {
  provider: Provider;
  schoolCode: string;
  log: Log;
  now: () => Date;
  /** Has the last good lists, for a restart without the provider. */
  folder: string;
  maxListBytes?: number;
  /** Whether a file is known not to be a picture. */
  isDocument?: (file: FileId) => boolean;
};

/** Read-through cache over the provider's lists. lru-cache's `fetchMethod` would fetch on each request while the provider is down. */
export class ListCache {
  readonly #options: ListCacheOptions;
  readonly #store: ListStore;
  readonly #snapshots: ListSnapshots;
  /** Resolves when the lists of the disk are in memory. Nothing is fetched before. */
  readonly ready: Promise<void>;
  readonly #notFound: NotFoundLists;
  readonly #loads = new SingleFlight<void>();
  readonly #flights = new SingleFlight<ListEntry>();
  readonly #takeAlbum = createBudget(ALBUMS_PER_MINUTE, MINUTE_MS);
  readonly #takeRenewal = createBudget(RENEWALS_PER_MINUTE, MINUTE_MS);
  /** Limits the log lines about unlisted albums. */
  readonly #takeLine = createBudget(1, 10 * MINUTE_MS);
  readonly #listeners: ((list: ListUpdate) => void)[] = [];
  #revision = 0;

  constructor(options: ListCacheOptions) {
    const { folder, log, maxListBytes } = options;
    this.#options = options;
    this.#snapshots = new ListSnapshots(folder, log);
    this.#notFound = new NotFoundLists(log);
    this.#store = new ListStore((album) => this.#snapshots.remove(album), maxListBytes);
    this.ready = this.loadSaved();
  }

  /** Takes over unknown lists that were saved before or by another process, whose pages show their files. */
  loadSaved(): Promise<void> {
    const { provider, isDocument } = this.#options;
    const load = () =>
      this.#snapshots.load(async ({ name, id, rows, fetchedAt }) => {
        const read = await readList(name, rows, { base: provider.base, isDocument });
        const isKnown = this.#store.get({ name, id }) !== undefined;
        if (isKnown || read.bytes > this.#store.capacityFor({ name, id })) return;
        const { problems: _, ...rest } = read;
        this.#store.put({ ...rest, list: { name, id }, fetchedAt, state: 'stale', refreshAt: 0 });
      });
    return this.#loads.run('saved', load);
  }

  /** The cached list. Starts nothing. */
  peek<Name extends ListName>(name: Name, id = ''): ListSnapshot<Name> | undefined {
    if (PROVIDER_LISTS[name].needsId && id === '') return NO_ALBUM;
    const time = this.#options.now();
    const entry = this.#store.usableAt(time, { name, id });
    // An entry under a list's name is of that list.
    const snapshot = entry as ListSnapshot<Name> | undefined;
    if (snapshot?.state !== 'fresh' || entry === undefined || !isDue(entry, time)) return snapshot;
    return { ...snapshot, state: 'stale' };
  }

  /**
   * Refreshes a cached list in the background once it is due.
   * @returns when that is, in milliseconds since the epoch; 0 for an unknown list.
   */
  refreshIfDue(name: ListName, id = ''): number {
    const time = this.#options.now();
    const entry = this.#store.usableAt(time, { name, id });
    if (entry !== undefined && isDue(entry, time)) void this.#refresh({ name, id }, {});
    return entry?.refreshAt ?? 0;
  }

  /** The cached list, refreshed in the background once it is due, else one fetch for all callers. Never rejects: a failed fetch has state "failed". */
  async get<Name extends ListName>(
    name: Name,
    id = '',
    request: ListRequest = {},
  ): Promise<ListSnapshot<Name>> {
    await this.ready;
    const cached = this.peek(name, id);
    this.refreshIfDue(name, id);
    if (cached !== undefined) return cached;
    const fetched: unknown = await this.#refresh({ name, id }, request);
    // What is fetched under a list's name is of that list.
    return fetched as ListSnapshot<Name>;
  }

  /** Resolves when the list is at most so old, or is not available. */
  async renew(
    name: ListName,
    id: string,
    { maxAgeMs, ...request }: { maxAgeMs: number } & ListRequest,
  ): Promise<void> {
    await this.ready;
    const list = { name, id };
    const entry = this.#store.get(list);
    const time = this.#options.now().getTime();
    const isRecent = entry !== undefined && time - entry.fetchedAt < maxAgeMs;
    // A failure is followed by a pause.
    const mayFetch = entry === undefined || entry.state === 'fresh' || time >= entry.refreshAt;
    if (!isRecent && mayFetch) await this.#refresh(list, request, { isAheadOfTime: true });
  }

  /** Calls back after each fetch that succeeded. */
  onListUpdated(listener: (list: ListUpdate) => void): void {
    this.#listeners.push(listener);
  }

  /** Changes whenever a fetch ends. */
  revision(): number {
    return this.#revision;
  }

  /** Whether a list names the file, as `plainFile` writes it. A stale one is refreshed in the background. */
  hasFile(file: string): boolean {
    const list = this.#store.findListContaining(file);
    if (list !== undefined) this.refreshIfDue(list.name, list.id);
    return list !== undefined;
  }

  health() {
    return this.#store.health(this.#options.now());
  }

  async settled(): Promise<void> {
    await this.ready;
    await this.#flights.settled();
    await this.#snapshots.settled();
  }

  #refresh(list: ListId, request: ListRequest, { isAheadOfTime = false } = {}): Promise<ListEntry> {
    return this.#flights.run(listKey(list), async () => {
      const time = this.#options.now();
      if (isAheadOfTime && !this.#takeRenewal(time)) return this.#unfetched(list);
      if (list.id !== '' && !(await this.#mayFetchAlbum(list, time))) return this.#unfetched(list);
      try {
        return await this.#accept(list, await this.#fetch(list, request));
      } catch (error) {
        return this.#storeFailure(list, error, request);
      } finally {
        this.#revision += 1;
      }
    });
  }

  /** A listed album may always be requested, another one within the budget. */
  async #mayFetchAlbum(album: ListId, time: Date): Promise<boolean> {
    if (this.#store.isListed(album) || this.#takeAlbum(time)) return true;
    // Lists are unknown only after a start.
    const unknown = listsOf('Gallery').filter((name) => this.peek(name) === undefined);
    await Promise.all(unknown.map((name) => this.get(name)));
    if (unknown.length > 0 && this.#store.isListed(album)) return true;
    if (this.#takeLine(time)) this.#options.log.warn({ event: 'albums-limited', list: album.name });
    return false;
  }

  /** What is known of a list. Stores nothing: visitors can invent any number of albums. */
  #unfetched(list: ListId): ListEntry {
    const time = this.#options.now();
    const at = time.getTime();
    return this.#store.usableAt(time, list) ?? { ...FAILED, list, fetchedAt: at, refreshAt: at };
  }

  /** An unknown id has no rows. @throws ProviderError */
  async #fetch(list: ListId, request: ListRequest): Promise<unknown> {
    const { provider, schoolCode } = this.#options;
    const { path, withToken } = PROVIDER_LISTS[list.name];
    try {
      const json = await provider.getJson(path(schoolCode, list.id), { withToken, ...request });
      this.#notFound.delete(list.name);
      return json;
    } catch (error) {
      if (error instanceof ProviderError && this.#hasNoRows(list, error)) return [];
      throw error;
    }
  }

  #hasNoRows({ name, id }: ListId, error: ProviderError): boolean {
    // An id that makes no valid address is unknown too.
    if (id !== '') return error.status === 404 || error.kind === 'refused-path';
    const { isEmpty, witness } = this.#notFound.record(name, {
      error,
      nowMs: this.#options.now().getTime(),
      fetched: this.#store.fetchedLists(),
    });
    if (witness !== null) void this.renew(witness, '', { maxAgeMs: 0 });
    return isEmpty;
  }

  /** Puts the response into memory and on the disk. @throws ProviderError `shape`, `no-capacity` */
  async #accept(list: ListId, json: unknown): Promise<ListEntry> {
    const { provider, log, now, isDocument } = this.#options;
    const { name } = list;
    const read = await readList(name, json, { base: provider.base, isDocument });
    if (read.bytes > this.#store.capacityFor(list)) throw new ProviderError('no-capacity');
    const previous = this.#store.get(list);
    const isSame = previous?.version === read.version;
    const fetchedAt = now().getTime();
    const refreshAt = fetchedAt + PROVIDER_LISTS[name].freshSeconds * 1_000;
    const { rows, records } = read;
    const entry: ListEntry = { ...read, list, state: 'fresh', fetchedAt, refreshAt };
    // Problems are logged again only after a change.
    if (!isDeepStrictEqual(previous?.problems, read.problems))
      for (const problem of read.problems) log.warn({ ...problem, list: name });
    const before = previous?.rows.length ?? 0;
    if (before >= MANY_ROWS && rows.length === 0)
      log.warn({ event: 'list-emptied', list: name, count: before });
    this.#store.put(entry);
    // No file for unknown ids: visitors can invent any number.
    if (list.id === '' || rows.length > 0) this.#snapshots.save(entry);
    else if (before > 0) this.#snapshots.remove(list);
    // A list from the disk has no problems yet.
    const isNew = previous?.problems === undefined || !isSame;
    for (const listener of this.#listeners) listener({ name, records, isNew });
    return entry;
  }

  /** A failed fetch never replaces a good copy (docs/promises.md#c10). */
  #storeFailure(list: ListId, error: unknown, request: ListRequest): ListEntry {
    const { now, log } = this.#options;
    const kind = error instanceof ProviderError ? error.kind : null;
    const refreshAt = now().getTime() + ((kind && PAUSES_MS[kind]) ?? RETRY_AFTER_MS);
    const known = this.#unfetched(list);
    const state = known.state === 'failed' ? 'failed' : 'stale';
    const entry: ListEntry = { ...known, state, refreshAt };
    this.#store.put(entry);
    const stack = error instanceof Error ? error.stack : undefined;
    const level = kind === 'breaker-open' || kind === 'stopping' ? 'debug' : 'error';
    log[level]({
      event: 'list-failed',
      list: list.name,
      state,
      ...request,
      ...(kind === null ? { cause: 'unexpected', stack } : errorFields(error)),
    });
    return entry;
  }
}
