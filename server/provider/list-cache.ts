import { isDeepStrictEqual } from 'node:util';
import { PROVIDER_LISTS, type ListName, type RawOf } from '../../shared/records/provider-lists.ts';
import { atOnce, inSlices, type Sliced } from '../slices.ts';
import type { Log } from '../web/log.ts';
import { CallBudget } from './call-budget.ts';
import { prepareRecords } from './campus-lists.ts';
import type { ListSnapshots, SavedList } from './list-snapshots.ts';
import {
  entryOf,
  failedEntry,
  GoneRecords,
  idsOf,
  keyOf,
  ListStore,
  type HeldList,
  type ListEntry,
  type ListSnapshot,
} from './list-store.ts';
import { faultFields } from './provider-remedy.ts';
import { ProviderError, type Provider } from './provider.ts';
import {
  findProblems,
  readContent,
  readList,
  readRows,
  type ListProblem,
  type RowsContent,
} from './read-rows.ts';
import { SingleFlight } from './single-flight.ts';

/** How long a failed fetch is remembered, in milliseconds (docs/promises.md#c3). */
export const RETRY_AFTER_MS = 5_000;
/** The same for a fetch that the breaker held back, which cost the provider nothing (docs/promises.md#c8). */
const NOT_TRIED_AGAIN_MS = 1_000;
/** The same for a list that was too large for the memory that is left: the next answer mostly is too. */
const NO_ROOM_AGAIN_MS = 60_000;

/** Albums that are asked for in a minute though no gallery names them, for all visitors together (docs/promises.md#c16). */
const UNLISTED_ALBUMS_PER_MINUTE = 10;
/** Lists that are asked for ahead of their time in a minute, as a page names a file that they do not have; for all visitors together. */
const RENEWALS_PER_MINUTE = 24;
/** The lists that name albums, the longer one first. */
export const GALLERY_LISTS = ['galleryAll', 'gallery'] as const;

/** How long nothing more is logged of made-up albums, in milliseconds, from the last one on. */
const LIMITED_SILENCE_MS = 10 * 60_000;

/** A list of so many rows that has none any more is worth a line in the log. */
const MANY_ROWS = 20;

/** What a list without its id holds. */
const NOTHING = { rows: [], version: 'none', state: 'fresh' } as const;

/** A list as the provider has just answered it; `isNew` when it is the first answer since the start, or another one. */
type TakenList = { [Name in ListName]: { name: Name; rows: readonly RawOf<Name>[] } }[ListName] & {
  isNew: boolean;
};

/** An answer as it was read. */
type ReadList = {
  rows: readonly object[];
  content: RowsContent;
  problems: readonly ListProblem[];
};

export type ListRequest = { requestId?: string };

type ListCacheOptions = {
  provider: Provider;
  schoolCode: string;
  log: Log;
  now: () => Date;
  /** The last good lists on disk, so that a restart without the provider starts complete. */
  snapshots: ListSnapshots | null;
  /** Memory of all lists without an id, in bytes of their JSON; by default what this process has for them. */
  maxListBytes?: number;
};

/**
 * Read-through cache over the provider's lists. Freshness and single flight are here, as lru-cache's own
 * `fetchMethod` asks again on each request while the provider is down.
 */
export class ListCache {
  readonly #options: ListCacheOptions;
  readonly #entries: ListStore;
  readonly #flights = new SingleFlight<ListEntry>();
  readonly #gone = new GoneRecords();
  readonly #listeners: (() => void)[] = [];
  readonly #unlistedAlbums: CallBudget;
  readonly #renewals: CallBudget;
  /** No line says meanwhile that the budget is used up, in milliseconds since the epoch. */
  #silentUntil = 0;
  #revision = 0;
  #onTaken: (list: TakenList) => void | Promise<void> = () => {};

  constructor(options: ListCacheOptions) {
    const { snapshots, maxListBytes } = options;
    this.#options = options;
    this.#unlistedAlbums = new CallBudget(UNLISTED_ALBUMS_PER_MINUTE, options.now);
    this.#renewals = new CallBudget(RENEWALS_PER_MINUTE, options.now);
    this.#entries = new ListStore((key) => snapshots?.remove(key), maxListBytes);
    for (const saved of snapshots?.load() ?? []) atOnce(this.#putSaved(saved));
  }

  /** What is known now, without waiting; a stale list starts its refresh in the background. */
  peek<Name extends ListName>(name: Name, id = ''): ListSnapshot<Name> | undefined {
    if (PROVIDER_LISTS[name].needsId && id === '') return NOTHING;
    const list = { name, id };
    const time = this.#options.now();
    const entry = this.#entries.usableAt(time, list);
    if (entry === undefined || time.getTime() < entry.refreshAt) return entry;
    void this.#refresh(list, {});
    return entry.state === 'fresh' ? { ...entry, state: 'stale' } : entry;
  }

  /** What is known, else one fetch that all waiting callers share. Never rejects: a failed fetch is state "failed". */
  async get<Name extends ListName>(
    name: Name,
    id = '',
    request: ListRequest = {},
  ): Promise<ListSnapshot<Name>> {
    return this.peek(name, id) ?? (await this.#refresh({ name, id }, request));
  }

  /** Resolves when the list is at most so old, or could not be had. Not a way to get it: whoever wants rows asks `get`. */
  async renew(
    name: ListName,
    id: string,
    { maxAgeMs, ...request }: { maxAgeMs: number } & ListRequest,
  ): Promise<void> {
    const list = { name, id };
    const entry = this.#entries.peek(list);
    const time = this.#options.now().getTime();
    const isRecent = entry !== undefined && time - entry.fetchedAt < maxAgeMs;
    // After a failure the provider is left alone for a while.
    const mayAsk = entry === undefined || entry.state === 'fresh' || time >= entry.refreshAt;
    if (!isRecent && mayAsk) await this.#refresh(list, request, this.#renewals);
  }

  /** Sets who hears of each answer of the provider. */
  onTaken(listener: (list: TakenList) => void | Promise<void>): void {
    this.#onTaken = listener;
  }

  /** Changes whenever a fetch ends, so that whoever derived something from lists knows when to look again. */
  revision(): number {
    return this.#revision;
  }

  /** Calls back whenever a fetch has ended; `revision` has changed by then. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** When a list is to be asked for again, in milliseconds since the epoch; 0 when it is not known. */
  dueAt(name: ListName, id: string): number {
    return this.#entries.get({ name, id })?.refreshAt ?? 0;
  }

  /** Whether an answer of the list is known, without asking for one: any, also that it failed, or rows. */
  has(name: ListName, what: 'any' | 'held' = 'any'): boolean {
    const entry = this.#entries.peek({ name, id: '' });
    return entry !== undefined && (what === 'any' || entry.state !== 'failed');
  }

  /** A held list that names this file of the provider (as `plainFile` spells it). */
  findListContaining(file: string): HeldList | undefined {
    return this.#entries.findListContaining(file);
  }

  /** Whether one of these lists had a record of this id that has left it since. */
  isGone(lists: readonly ListName[], id: string): boolean {
    return this.#gone.has(lists, id);
  }

  /** Number of lists by state, for health. */
  states(): Record<ListSnapshot['state'], number> {
    return this.#entries.states();
  }

  /** State and age of each list without an id that has been asked for, in seconds; for health. */
  ages(): { list: ListName; state: ListSnapshot['state']; ageSeconds: number }[] {
    const nowMs = this.#options.now().getTime();
    return this.#entries.withoutId().map(({ list, state, fetchedAt }) => ({
      list: list.name,
      state,
      ageSeconds: Math.round((nowMs - fetchedAt) / 1_000),
    }));
  }

  /** Lists that have records, of which neither campus shows any; for health. */
  hidden(): ListName[] {
    return this.#entries.hidden();
  }

  /** Resolves when no fetch and no write is under way. */
  async settled(): Promise<void> {
    await this.#flights.settled();
    await this.#options.snapshots?.settled();
  }

  /** @param budget what the call is taken from, unless one is in flight. */
  #refresh(list: HeldList, request: ListRequest, budget?: CallBudget): Promise<ListEntry> {
    return this.#flights.run(keyOf(list), async () => {
      if (budget?.take() === false) return this.#notAsked(list);
      if (!(await this.#mayAsk(list))) return this.#limited(list);
      try {
        return await this.#take(list, await this.#ask(list, request));
      } catch (error) {
        return await this.#takeFailure(list, error, request);
      } finally {
        this.#revision += 1;
        for (const listener of this.#listeners) listener();
      }
    });
  }

  /** Whether the list needs no id, or its album is known, or there is budget left for one that is not. */
  async #mayAsk(list: HeldList): Promise<boolean> {
    if (list.id === '' || this.#isListed(list)) return true;
    if (this.#unlistedAlbums.take()) return true;
    // After a start no gallery is known yet.
    const unknown = GALLERY_LISTS.filter((name) => !this.has(name));
    await Promise.all(unknown.map((name) => this.get(name)));
    return unknown.length > 0 && this.#isListed(list);
  }

  /** Whether a held gallery names the album, or it is held itself. */
  #isListed(list: HeldList): boolean {
    const { rows = [] } = this.#entries.peek(list) ?? {};
    return (
      rows.length > 0 ||
      GALLERY_LISTS.some((name) =>
        idsOf(this.#entries.peek({ name, id: '' })?.rows ?? []).has(list.id),
      )
    );
  }

  /** An album past the budget. */
  #limited(list: HeldList): ListEntry {
    const { now, log } = this.#options;
    const time = now().getTime();
    if (time >= this.#silentUntil) log.warn({ event: 'albums-limited', list: list.name });
    this.#silentUntil = time + LIMITED_SILENCE_MS;
    return this.#notAsked(list);
  }

  /** What is known. Nothing is stored: there are as many albums as visitors make up. */
  #notAsked(list: HeldList): ListEntry {
    const time = this.#options.now();
    return this.#entries.usableAt(time, list) ?? failedEntry(time.getTime(), time.getTime());
  }

  /** Asks the provider. An id that it does not know has no rows. @throws ProviderError */
  async #ask({ name, id }: HeldList, request: ListRequest): Promise<unknown> {
    const { provider, schoolCode } = this.#options;
    const { path, withToken } = PROVIDER_LISTS[name];
    return provider
      .getJson(path(schoolCode, id), {
        withToken,
        roomBytes: this.#entries.capacityFor({ name, id }),
        ...request,
      })
      .catch((error: unknown) => {
        if (id !== '' && isUnknownId(error)) return [];
        throw error;
      });
  }

  /** Puts the provider's answer into memory and on the disk. @throws ProviderError `shape`, `no-room` */
  async #take(list: HeldList, answer: unknown): Promise<ListEntry> {
    const { log, now } = this.#options;
    const { rows, content, problems } = await inSlices(this.#read(list, answer));
    const read = entryOf(rows, content, now().getTime());
    // Other lists have come meanwhile.
    if (read.bytes > this.#entries.capacityFor(list)) throw new ProviderError('no-room');
    const previous = this.#entries.peek(list);
    const entry: ListEntry = {
      ...read,
      // The same rows object lets everything that was derived from it stay.
      rows: previous?.version === read.version ? previous.rows : read.rows,
      state: 'fresh',
      refreshAt: read.fetchedAt + PROVIDER_LISTS[list.name].freshSeconds * 1_000,
      problems,
    };
    // Once, and again when they or the list have changed.
    if (!isDeepStrictEqual(previous?.problems, problems))
      for (const problem of problems) log.warn({ ...problem, list: list.name });
    const before = previous?.rows.length ?? 0;
    if (before >= MANY_ROWS && entry.rows.length === 0)
      log.warn({ event: 'list-emptied', list: list.name, count: before });
    this.#entries.put(list, entry);
    this.#save(list, entry, previous);
    // A list from the disk has no problems yet.
    const isNew = previous?.problems === undefined || previous.version !== entry.version;
    // The rows are of the list of that name.
    await this.#onTaken({ name: list.name, rows: entry.rows, isNew } as TakenList);
    return entry;
  }

  /** All that takes long of an answer, whatever is in it (docs/promises.md#c15). @throws ProviderError `shape` */
  *#read(list: HeldList, answer: unknown): Sliced<ReadList> {
    const { name } = list;
    const parsed = yield* readList(name, answer, this.#options.provider.base);
    const { rows } = parsed;
    const content = yield* readContent(rows);
    const problems = yield* findProblems(name, parsed);
    const previous = this.#entries.peek(list);
    if (previous?.version !== content.version) {
      // The rows are of the list of that name.
      yield* prepareRecords(name, rows as ListEntry['rows']);
      if (previous !== undefined)
        yield* this.#gone.compare(name, previous.rows, rows as ListEntry['rows']);
    }
    return { rows, content, problems };
  }

  #save(list: HeldList, entry: ListEntry, previous: ListEntry | undefined): void {
    const { snapshots } = this.#options;
    const key = keyOf(list);
    const { rows, version, fetchedAt } = entry;
    // There are as many unknown ids as visitors make up: they get no file.
    const isUnknown = list.id !== '' && rows.length === 0;
    if (!isUnknown) snapshots?.save({ ...list, key, rows, version, fetchedAt });
    else if (previous !== undefined && previous.rows.length > 0) snapshots?.remove(key);
  }

  /** A failed fetch never replaces a good copy (docs/promises.md#c10). */
  async #takeFailure(list: HeldList, error: unknown, request: ListRequest): Promise<ListEntry> {
    const { now, log } = this.#options;
    const time = now();
    const refreshAt = time.getTime() + pauseAfter(error);
    const known = this.#entries.usableAt(time, list) ?? (await this.#findSaved(list, time));
    const entry: ListEntry =
      known === undefined || known.state === 'failed'
        ? failedEntry(time.getTime(), refreshAt)
        : { ...known, state: 'stale', refreshAt };
    this.#entries.put(list, entry);
    const { state } = entry;
    const fault = error instanceof ProviderError ? faultFields(error) : { cause: 'unexpected' };
    const line = { event: 'list-failed' as const, list: list.name, state, ...request, ...fault };
    if (isNotTried(error)) log.debug(line);
    else if (error instanceof ProviderError) log.error(line);
    else log.error({ ...line, stack: error instanceof Error ? error.stack : undefined });
    return entry;
  }

  /** What another process of ours has saved since this one started. */
  async #findSaved(list: HeldList, time: Date): Promise<ListEntry | undefined> {
    const saved = await this.#options.snapshots?.find(keyOf(list));
    if (!saved) return undefined;
    await inSlices(this.#putSaved({ ...saved, ...list }));
    return this.#entries.usableAt(time, list);
  }

  *#putSaved({ name, id, rows, fetchedAt }: SavedList): Sliced<void> {
    const parsed = yield* readRows(name, rows, this.#options.provider.base);
    if (parsed === null) return;
    const content = yield* readContent(parsed.rows);
    // Due at once.
    const due = { state: 'stale', refreshAt: 0 } as const;
    const entry = { ...entryOf(parsed.rows, content, fetchedAt), ...due };
    if (entry.bytes <= this.#entries.capacityFor({ name, id }))
      this.#entries.put({ name, id }, entry);
  }
}

function pauseAfter(error: unknown): number {
  if (error instanceof ProviderError && error.fault === 'no-room') return NO_ROOM_AGAIN_MS;
  return isNotTried(error) ? NOT_TRIED_AGAIN_MS : RETRY_AFTER_MS;
}

function isNotTried(error: unknown): boolean {
  return error instanceof ProviderError && ['breaker-open', 'stopping'].includes(error.fault);
}

/** An id that makes no address at the provider cannot be one of its ids either. */
function isUnknownId(error: unknown): boolean {
  return error instanceof ProviderError && (error.status === 404 || error.fault === 'refused-path');
}
