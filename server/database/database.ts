import { readFile } from 'node:fs/promises';
import { Client, Pool, types, type ClientConfig, type QueryResult } from 'pg';
import { render, type Engine, type Row, type SqlValue, type Statement } from './sql.ts';
import type { Log } from '../log/log.ts';
import { describeDatabaseError } from './database-error.ts';
import { prepareSchema, readKnownFormat } from './schema.ts';

export const DATABASE_LIMITS = {
  connections: 8,
  connectMs: 2_000,
  /** One statement; a CV of 5 MB takes some tens of milliseconds. */
  statementMs: 5_000,
  /** How often the connection is checked. */
  checkMs: 1_000,
};

/** How often the same error of a statement is logged, in milliseconds. */
const LOG_AGAIN_MS = 60_000;

// Times in milliseconds and counts fit a number.
types.setTypeParser(types.builtins.INT8, Number);

export type DatabaseOptions = {
  /** postgres://… */
  url: string;
  log: Log;
  limits?: Partial<typeof DATABASE_LIMITS>;
};

/** PostgreSQL, and whether it is available. It reconnects for as long as the process lives. */
export class Database implements Engine {
  readonly #log: Log;
  readonly #limits: typeof DATABASE_LIMITS;
  readonly #pool: Pool;
  readonly #upTasks: (() => void)[] = [];
  readonly #firstCheck: Promise<void>;
  #isUp = false;
  #error: string | null = null;
  #timer: NodeJS.Timeout | null = null;
  #lastLogged = { cause: '', at: -Infinity };
  #isClosed = false;

  constructor({ url, log, limits }: DatabaseOptions) {
    this.#log = log;
    this.#limits = { ...DATABASE_LIMITS, ...limits };
    const config = clientConfig(url, this.#limits);
    this.#pool = new Pool({ ...config, max: this.#limits.connections });
    // The query that uses a broken connection rejects; an idle one is replaced.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    this.#firstCheck = this.#check();
  }

  /** Resolves after the first attempt to connect. Never rejects. */
  ready(): Promise<void> {
    return this.#firstCheck;
  }

  /** Why it is unavailable, with the remedy; null when it is available. */
  error(): string | null {
    return this.#error;
  }

  isUp(): boolean {
    return this.#isUp;
  }

  /** Logs the error of a statement, and checks the connection at once. */
  checkAfterError(error: unknown): void {
    const cause = describeDatabaseError(error);
    if (cause !== this.#lastLogged.cause || Date.now() - this.#lastLogged.at > LOG_AGAIN_MS) {
      this.#lastLogged = { cause, at: Date.now() };
      this.#log.warn({ event: 'database-statement', cause });
    }
    if (this.#timer === null || this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    void this.#check();
  }

  /** Calls `task` each time the database becomes available. */
  onUp(task: () => void): void {
    this.#upTasks.push(task);
    if (this.#isUp) task();
  }

  /** @throws the error of pg, such as DatabaseError with its SQLSTATE as `code`. */
  query(text: string, values: readonly unknown[] = []): Promise<QueryResult> {
    return this.#pool.query(text, [...values]);
  }

  async batch(statements: readonly Statement[]): Promise<Row[][]> {
    const client = await this.#pool.connect();
    let isBroken = false;
    try {
      const results: Row[][] = [];
      await client.query('begin');
      for (const statement of statements) {
        const { text, values } = render(statement, 'postgres');
        // Read here: the number of connections limits how many CVs are in memory.
        const result = await client.query<Row>(text, await Promise.all(values.map(bytesOf)));
        results.push(result.rows);
      }
      await client.query('commit');
      return results;
    } catch (error) {
      await client.query('rollback').catch(() => (isBroken = true));
      throw error;
    } finally {
      client.release(isBroken);
    }
  }

  async purge(): Promise<void> {
    // Deleted and updated rows stay in the table's files until then, payloads included.
    await this.query('vacuum gis_site.submission, gis_site.submission_cv');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#firstCheck;
    await this.#pool.end().catch(() => {});
  }

  async #check(): Promise<void> {
    try {
      if (this.#isUp) await this.query('select version from gis_site.format');
      else await this.#prepare();
    } catch (error) {
      this.#wentDown(error);
    }
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#check();
    }, this.#limits.checkMs).unref();
  }

  async #prepare(): Promise<void> {
    const client = await this.#pool.connect();
    try {
      await prepareSchema(client);
    } finally {
      client.release();
    }
    this.#isUp = true;
    this.#error = null;
    this.#log.info({ event: 'database-up' });
    for (const task of this.#upTasks) task();
  }

  /** Logged once for each cause. */
  #wentDown(error: unknown): void {
    this.#isUp = false;
    const cause = describeDatabaseError(error);
    if (this.#isClosed || cause === this.#error) return;
    this.#error = cause;
    this.#log.error({ event: 'database-down', cause: cause });
  }
}

function clientConfig(url: string, limits: typeof DATABASE_LIMITS): ClientConfig {
  return {
    connectionString: url,
    application_name: 'gis-site',
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.statementMs,
    keepAlive: true,
  };
}

async function bytesOf(value: SqlValue) {
  return value !== null && typeof value === 'object' && 'file' in value
    ? await readFile(value.file)
    : value;
}

/** Connects once and reads the format of the data. @throws an error for `describeDatabaseError`; NewerDataError */
export async function tryDatabase(url: string): Promise<void> {
  const client = new Client(clientConfig(url, DATABASE_LIMITS));
  client.on('error', () => {});
  try {
    await client.connect();
    await readKnownFormat(client);
  } finally {
    await client.end().catch(() => {});
  }
}
