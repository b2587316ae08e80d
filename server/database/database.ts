import { Client, Pool, type ClientBase, type ClientConfig, type QueryResult } from 'pg';
import * as z from 'zod/mini';
import { databaseFault, NewerDataError } from './database-fault.ts';
import { prepareSchema, readKnownVersion } from './schema.ts';
import type { Log } from '../web/log.ts';

export const DATABASE_LIMITS = {
  /** Connections of one instance, besides the one that listens. */
  connections: 8,
  connectMs: 2_000,
  /** One statement; a CV of 5 MB takes some tens of milliseconds. */
  statementMs: 5_000,
  /** How often the database is asked whether it lives, and tried again when it does not. */
  checkMs: 1_000,
};

/** What instances tell each other by NOTIFY; all of them poll as well, so that a lost one costs only time. */
const CHANNEL = 'gis_site';

/** How often the same fault of a statement is said again, in milliseconds. */
const SAY_AGAIN_MS = 60_000;

export type DatabaseOptions = {
  /** postgres://… */
  url: string;
  log: Log;
  limits?: Partial<typeof DATABASE_LIMITS>;
};

/** PostgreSQL, and whether it can be had just now. It is tried again for as long as the process lives. */
export class Database {
  readonly #options: DatabaseOptions;
  readonly #limits: typeof DATABASE_LIMITS;
  readonly #pool: Pool;
  readonly #upTasks: (() => void)[] = [];
  readonly #preparations: (() => Promise<void>)[] = [];
  readonly #listeners: ((payload: string) => void)[] = [];
  readonly #firstCheck: Promise<void>;
  /** The connection that listens; while it stands, the database is up. */
  #listening: Client | null = null;
  #fault: string | null = null;
  #timer: NodeJS.Timeout | null = null;
  #suspected = { cause: '', at: -Infinity };
  #isClosed = false;

  constructor(options: DatabaseOptions) {
    this.#options = options;
    this.#limits = { ...DATABASE_LIMITS, ...options.limits };
    this.#pool = new Pool({ ...this.#connection(), max: this.#limits.connections });
    // A connection that breaks while nobody uses it; whoever uses one hears of it from its query.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    this.#firstCheck = this.#check();
  }

  /** Resolves when the first connection has been made or has failed. Never rejects. */
  ready(): Promise<void> {
    return this.#firstCheck;
  }

  /** Why it cannot be had, with the remedy; null when it can. */
  fault(): string | null {
    return this.#fault;
  }

  isUp(): boolean {
    return this.#listening !== null;
  }

  /** Somebody's statement failed: the database is asked at once whether it lives, and the fault is said if not. */
  suspect(error: unknown): void {
    const cause = databaseFault(error);
    if (cause !== this.#suspected.cause || Date.now() - this.#suspected.at > SAY_AGAIN_MS) {
      this.#suspected = { cause, at: Date.now() };
      this.#options.log.warn({ event: 'database-statement', cause });
    }
    if (this.#timer === null || this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    void this.#check();
  }

  /** To be done with each new connection, after the schema stands and before anybody uses it. */
  prepareBy(prepare: () => Promise<void>): void {
    this.#preparations.push(prepare);
  }

  /** Calls back each time the database can be had again. */
  onUp(task: () => void): void {
    this.#upTasks.push(task);
    if (this.isUp()) task();
  }

  onNotice(listener: (payload: string) => void): void {
    this.#listeners.push(listener);
  }

  /** Tells all instances, this one too. Best effort. Never rejects. */
  async notify(payload: string): Promise<void> {
    const text = `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`;
    await this.query(text, [CHANNEL, payload]).catch(() => {});
  }

  /** @throws the error of pg, such as DatabaseError with its SQLSTATE as `code`. */
  query(text: string, values: readonly unknown[] = []): Promise<QueryResult> {
    return this.#pool.query(text, [...values]);
  }

  /** The rows of a query, each as the schema has it. */
  async rows<Schema extends z.ZodMiniType>(
    schema: Schema,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<z.infer<Schema>[]> {
    return z.array(schema).parse((await this.query(text, values)).rows);
  }

  /** All of the work or nothing of it, and durable when this returns. */
  async transaction<Value>(work: (client: ClientBase) => Promise<Value>): Promise<Value> {
    const client = await this.#pool.connect();
    let isBroken = false;
    try {
      await client.query('begin');
      const value = await work(client);
      await client.query('commit');
      return value;
    } catch (error) {
      await client.query('rollback').catch(() => (isBroken = true));
      throw error;
    } finally {
      client.release(isBroken);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#firstCheck;
    if (this.#listening !== null) await endQuietly(this.#listening);
    await this.#pool.end().catch(() => {});
  }

  #connection(): ClientConfig {
    return {
      connectionString: this.#options.url,
      application_name: 'gis-site',
      connectionTimeoutMillis: this.#limits.connectMs,
      query_timeout: this.#limits.statementMs,
      keepAlive: true,
    };
  }

  async #check(): Promise<void> {
    try {
      if (this.#listening === null) await this.#connect();
      else await this.#listening.query('select 1');
    } catch (error) {
      this.#wentDown(error);
    }
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#check();
    }, this.#limits.checkMs);
    this.#timer.unref();
  }

  async #connect(): Promise<void> {
    const client = new Client(this.#connection());
    client.on('error', (error) => {
      if (client === this.#listening) this.#wentDown(error);
    });
    client.on('notification', ({ payload = '' }) => {
      for (const listener of this.#listeners) listener(payload);
    });
    try {
      await client.connect();
      await prepareSchema(client);
      for (const prepare of this.#preparations) await prepare();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await endQuietly(client);
      throw error;
    }
    this.#listening = client;
    this.#fault = null;
    this.#options.log.info({ event: 'database-up' });
    for (const task of this.#upTasks) task();
  }

  /** Says it once for each cause. */
  #wentDown(error: unknown): void {
    const lost = this.#listening;
    this.#listening = null;
    if (lost !== null) void endQuietly(lost);
    const fault = databaseFault(error);
    if (this.#isClosed || fault === this.#fault) return;
    this.#fault = fault;
    this.#options.log.error({ event: 'database-down', cause: fault });
  }
}

async function endQuietly(client: Client): Promise<void> {
  await client.end().catch(() => {});
}

/**
 * Looks once, before the start, whether this program may use the data: an older one must not touch newer data.
 * A database that cannot be had is no reason not to start.
 * @throws NewerDataError
 */
export async function assertKnownSchema(url: string): Promise<void> {
  try {
    await tryDatabase(url);
  } catch (error) {
    if (error instanceof NewerDataError) throw error;
  }
}

/** Connects once and reads the format of its data. @throws what `databaseFault` puts into words. */
export async function tryDatabase(url: string): Promise<void> {
  const { connectMs } = DATABASE_LIMITS;
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectMs });
  client.on('error', () => {});
  try {
    await client.connect();
    await readKnownVersion(client);
  } finally {
    await endQuietly(client);
  }
}
