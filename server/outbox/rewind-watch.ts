import { sql, type Engine } from '../database/sql.ts';
import type { Log } from '../log/log.ts';
import type { SubmissionStore } from './submission-store.ts';

const DAY = 24 * 60 * 60_000;
const LIMITS = {
  /** By how much the count may rise before an instance forgets a submission: each counts twice. */
  rememberedCounts: 2_000,
  /** No longer than the receipts: a submission without one would count as missing. */
  rememberMs: 29 * DAY,
  /** A standby lacks what came last. An operator may have deleted what is older. */
  latestMs: 10 * 60_000,
  /** How long missing ones are reported. */
  reportMs: 7 * DAY,
};

/** A count that PostgreSQL never reaches: nothing is claimed until the next check. */
const WENT_BACK = Number.MAX_SAFE_INTEGER;

type Remembered = { id: string; reference: string; count: number };

/**
 * Notices that PostgreSQL went back in time: a standby that lagged took over, or a dump was restored. What this instance
 * gave to PostgreSQL last is also in its own file, without personal data.
 */
export class RewindWatch {
  readonly #store: SubmissionStore;
  readonly #file: Engine;
  readonly #log: Log;
  readonly #onStoreError: (error: unknown) => void;
  readonly #server: () => string | null;
  readonly #started: Promise<void>;
  #checkedServer: string | null = null;

  /** @param options `file` is of DATA_DIR; `server` names the server of PostgreSQL */
  constructor(options: {
    store: SubmissionStore;
    file: Engine;
    log: Log;
    onStoreError: (error: unknown) => void;
    server: () => string | null;
  }) {
    const { store, file, log, onStoreError, server } = options;
    this.#store = store;
    this.#file = file;
    this.#log = log;
    this.#onStoreError = onStoreError;
    this.#server = server;
    this.#started = this.#start();
  }

  /** Adds a submission to PostgreSQL, and remembers it. */
  async add(...[submission, same]: Parameters<SubmissionStore['add']>) {
    const known = this.#store.knownCount;
    const taken: number[] = [];
    const earlier = await this.#store.add(submission, same, (count) => taken.push(count));
    const [count = 0] = taken;
    // The same count twice: the next check compares.
    this.#store.knownCount = count > known ? Math.max(count, this.#store.knownCount) : WENT_BACK;
    if (earlier === null) void this.#remember(submission, count).catch(this.#onStoreError);
    return earlier;
  }

  async #remember(
    { id, reference }: Pick<Remembered, 'id' | 'reference'>,
    count: number,
  ): Promise<void> {
    await this.#file.batch([
      sql`insert into gis_site.accepted (id, reference, count, at) values (${id}, ${reference}, ${count}, tick())
        on conflict do nothing`,
      sql`delete from gis_site.accepted where missing is null
        and (count <= ${count - LIMITS.rememberedCounts} or at < tick() - ${LIMITS.rememberMs})`,
    ]);
  }

  /** Compares what PostgreSQL has with what this instance knows, and logs the references that are missing. */
  async check(): Promise<void> {
    await this.#started;
    // What is accepted during the read may not be in it.
    const known = this.#store.knownCount;
    const server = this.#server();
    const count = await readCount(this.#store);
    // After a failover another instance may have raised the count again.
    const isSuspect = this.#checkedServer !== null && server !== this.#checkedServer;
    if (count >= known && !(isSuspect && (await this.#lacksLatest()))) {
      this.#store.knownCount = Math.max(count, this.#store.knownCount);
      this.#checkedServer = server;
      return;
    }
    // Sent since the moment to which it went back, a submission waits again.
    await markPossibleRepeats(this.#store);
    const [remembered = []] = await this.#file.batch<Remembered>([
      sql`select id, reference, count from gis_site.accepted where missing is null order by count`,
    ]);
    const found = await findIds(
      this.#store,
      remembered.map(({ id }) => id),
    );
    const missing = remembered.filter(({ id }) => !found.has(id));
    await this.#file.batch([
      ...missing.map(
        ({ id }) => sql`update gis_site.accepted set missing = tick() where id = ${id}`,
      ),
      // A restart would take a higher count for another rewind.
      sql`update gis_site.accepted set count = ${count} where count > ${count} and missing is null`,
    ]);
    const references = missing.map(({ reference }) => reference).join(', ');
    this.#log.error({ event: 'database-rewound', count: missing.length, references });
    this.#store.knownCount = count;
    this.#checkedServer = server;
  }

  async #lacksLatest(): Promise<boolean> {
    const [latest = []] = await this.#file.batch<Remembered>([
      sql`select id, reference, count from gis_site.accepted
        where missing is null and at > tick() - ${LIMITS.latestMs}`,
    ]);
    const ids = latest.map(({ id }) => id);
    const found = await findIds(this.#store, ids);
    return ids.some((id) => !found.has(id));
  }

  /** References that PostgreSQL has lost, for a week. */
  async missing(): Promise<string[]> {
    const [, rows = []] = await this.#file.batch<Remembered>([
      sql`delete from gis_site.accepted where missing < tick() - ${LIMITS.reportMs}`,
      sql`select reference from gis_site.accepted where missing is not null order by count`,
    ]);
    return rows.map(({ reference }) => reference);
  }

  async #start(): Promise<void> {
    try {
      const [[row] = []] = await this.#file.batch<{ count: number | null }>([
        sql`select max(count) as count from gis_site.accepted where missing is null`,
      ]);
      this.#store.knownCount = Math.max(this.#store.knownCount, row?.count ?? 0);
    } catch {
      // Its disk is reported by others. Without it the instance knows what it sees from now on.
    }
  }
}

/** How many submissions the data have ever taken and delivered. */
async function readCount({ engine }: SubmissionStore): Promise<number> {
  const [[row] = []] = await engine.batch<{ count: number }>([
    sql`select count from gis_site.accepted_count`,
  ]);
  return row?.count ?? 0;
}

/** Those of the ids that are there, whatever became of them. */
async function findIds(
  { engine }: SubmissionStore,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const results = await engine.batch<{ id: string }>(
    ids.map((id) => sql`select id from gis_site.submission where id = ${id}`),
  );
  return new Set(results.flat().map(({ id }) => id));
}

/** Marks waiting submissions that the provider may already have. */
async function markPossibleRepeats({ engine }: SubmissionStore): Promise<void> {
  await engine.batch([
    sql`update gis_site.submission set is_cut_off = 1 where state = 'waiting' and is_cut_off = 0`,
  ]);
}
