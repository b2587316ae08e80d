import {
  Client,
  Pool,
  types,
  type ClientBase,
  type ClientConfig,
  type PoolClient,
  type QueryResult,
} from 'pg';
import { secondsAhead, type ClockComparison } from '../clock-comparison.ts';
import { SILENT, type Log } from '../log/log.ts';
import { errorCode } from '../system-errors.ts';
import { describeDatabaseError, UnusableDatabaseError } from './database-error.ts';
import { checkSchema, prepareSchema, readKnownFormat } from './schema.ts';
import type { Engine, Statement } from './sql.ts';

const DATABASE_LIMITS = {
  connections: 8,
  connectMs: 2_000,
  /** Limits one statement; a CV of 5 MB takes some tens of milliseconds. */
  statementMs: 5_000,
  /** How often the connection is checked. */
  checkMs: 1_000,
  /** Then a connection is replaced: settings of a database, such as read-only, hold for new ones. */
  connectionSeconds: 30,
};

/** How much longer than for a statement a client waits for the response: then the server has ended the statement. */
const RESPONSE_MS = 1_000;

/** PostgreSQL ends one of two transactions that wait for each other, and undoes it. */
const DEADLOCK = '40P01';

const TICK = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

// Times in milliseconds and counts fit a number.
types.setTypeParser(types.builtins.INT8, Number);

type DatabaseOptions = {
  /** postgres://… */
  url: string;
  log?: Log;
  clocks?: ClockComparison;
  limits?: Partial<typeof DATABASE_LIMITS>;
  /** A command beside the site: it neither creates nor updates the schema. */
  isCommand?: boolean;
};

/** PostgreSQL, and whether it is available. It reconnects for as long as the process lives. */
export class Database implements Engine {
  readonly #log: Log;
  readonly #clocks: ClockComparison | undefined;
  readonly #limits: typeof DATABASE_LIMITS;
  readonly #pool: Pool;
  readonly #timer: NodeJS.Timeout;
  #error: string | null = 'not connected yet';
  #checking: Promise<string | null> | null = null;
  readonly #isCommand: boolean;
  /** Names the data that this process has used. */
  #store: string | null = null;
  /** Names the server that was checked last. */
  #server: string | null = null;

  constructor({ url, log = SILENT, clocks, limits, isCommand = false }: DatabaseOptions) {
    this.#log = log;
    this.#clocks = clocks;
    this.#isCommand = isCommand;
    this.#limits = { ...DATABASE_LIMITS, ...limits };
    const config = clientConfig(url, this.#limits);
    const { connections: max, connectionSeconds: maxLifetimeSeconds } = this.#limits;
    this.#pool = new Pool({ ...config, max, maxLifetimeSeconds });
    // The query that uses a broken connection rejects; an idle one is replaced.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    this.#timer = setInterval(() => void this.check(), this.#limits.checkMs).unref();
    void this.check();
  }

  /** Connects, or takes part in a check in progress. Resolves to why it is unavailable, with the remedy, or null. */
  check(): Promise<string | null> {
    this.#checking ??= this.#connect().finally(() => (this.#checking = null));
    return this.#checking;
  }

  isUp(): boolean {
    return this.#error === null;
  }

  /** Another name after a failover or a restart of the server; null before the first check. */
  get server(): string | null {
    return this.#server;
  }

  /** @throws the error of pg, such as DatabaseError with its SQLSTATE as `code`. */
  query(text: string, values: readonly unknown[] = []): Promise<QueryResult> {
    return this.#inTransaction((client) => client.query(text, [...values]));
  }

  async batch<Row extends object>(statements: readonly Statement[]): Promise<Row[][]> {
    // Before the first check the tables may be missing.
    if (!this.isUp()) await this.check();
    const run = () =>
      this.#inTransaction(async (client) => {
        const results: Row[][] = [];
        for (const { text, values } of statements) {
          const { rows } = await client.query(text.replaceAll('tick()', TICK), [...values]);
          results.push(rows);
        }
        return results;
      });
    return await run().catch((error: unknown) => {
      if (errorCode(error) === DEADLOCK) return run();
      throw error;
    });
  }

  async purge(): Promise<void> {
    // Frees deleted and updated rows; their bytes stay until others take their place.
    await this.#pool.query('vacuum (skip_locked) gis_site.submission, gis_site.submission_cv');
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#checking;
    await this.#pool.end().catch(() => {});
  }

  async #connect(): Promise<string | null> {
    try {
      if (this.isUp()) await this.#inTransaction((client) => this.#check(client));
      else {
        await this.#inTransaction((client) => this.#open(client));
        this.#error = null;
        this.#log.info({ event: 'database-up' });
      }
    } catch (error) {
      const cause = describeDatabaseError(error);
      // Each cause is logged once.
      if (!this.#pool.ending && cause !== this.#error)
        this.#log.error({ event: 'database-down', cause });
      this.#error = cause;
    }
    return this.#error;
  }

  async #check(client: PoolClient): Promise<void> {
    this.#server = await checkSchema(client, this.#store);
    const { nowMs, ...between } = await readClock(client);
    this.#clocks?.add('database', nowMs, between);
  }

  async #open(client: PoolClient): Promise<void> {
    if (!this.#isCommand) this.#store = await prepareSchema(client, this.#store);
    else if ((await readKnownFormat(client)) === 0)
      throw new UnusableDatabaseError(
        'it holds no submissions: check DATABASE_URL, or start the site',
      );
  }

  async #inTransaction<Value>(work: (client: PoolClient) => Promise<Value>): Promise<Value> {
    const client = await this.#pool.connect();
    try {
      await client.query(begin(this.#limits));
      const value = await work(client);
      await client.query('commit');
      client.release();
      return value;
    } catch (error) {
      // A transaction ends with its connection.
      client.release(true);
      throw error;
    }
  }
}

function clientConfig(url: string, limits: typeof DATABASE_LIMITS): ClientConfig {
  return {
    connectionString: url,
    application_name: 'gis-site',
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.statementMs + RESPONSE_MS,
    keepAlive: true,
  };
}

/**
 * Begins a transaction with the settings that the statements need, whatever role and database have. The server ends a
 * statement that its client no longer waits for, and the transaction of a client that is gone: each holds locks.
 */
function begin({ statementMs }: typeof DATABASE_LIMITS): string {
  return `begin isolation level read committed;
    set local statement_timeout = ${statementMs};
    set local idle_in_transaction_session_timeout = ${statementMs};
    select set_config('synchronous_commit', 'on', true) where current_setting('synchronous_commit') = 'off'`;
}

/** The database's clock, and when it was read by this machine's. */
async function readClock(client: ClientBase) {
  const sentMs = Date.now();
  const { rows } = await client.query<{ now: number }>(`select ${TICK} as now`);
  return { nowMs: rows[0]?.now ?? sentMs, sentMs, receivedMs: Date.now() };
}

/**
 * Connects once and rehearses what the start does.
 * @returns by how many seconds this machine's clock is ahead of the database's
 * @throws an error for `describeDatabaseError`; NewerDataError
 */
export async function tryDatabase(url: string): Promise<number> {
  const client = new Client(clientConfig(url, DATABASE_LIMITS));
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(begin(DATABASE_LIMITS));
    // The transaction ends with its connection.
    await prepareSchema(client, null);
    const { nowMs, ...between } = await readClock(client);
    return secondsAhead(nowMs, between);
  } finally {
    await client.end().catch(() => {});
  }
}
