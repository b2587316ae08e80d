/* oxlint-disable unicorn/require-post-message-target-origin -- A thread has no origin. */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { NewerDataError } from '../database/database-error.ts';
import { TABLES } from '../database/schema.ts';
import type { Log } from '../log/log.ts';
import type { Clock } from './clock.ts';
import { render, type Engine, type Row, type Statement } from '../database/sql.ts';

const MIGRATIONS = [`${TABLES.replaceAll('gis_site.', '')}; create table boot (id text not null)`];

/** How long a writer waits for another process, in milliseconds. */
const BUSY_MS = 5_000;
/** Where a SQLite file has its `user_version` (https://www.sqlite.org/fileformat2.html#the_database_header). */
const VERSION_AT = 60;

type Command = 'batch' | 'purge' | 'close';
type Reply = { id?: number; rows?: Row[][]; damaged?: string; error?: WorkerError };
type WorkerError = { code: string; text: string };
type Pending = { resolve: (rows: Row[][]) => void; reject: (error: Error) => void };
type SqliteOptions = { path: string; clock: Clock; log: Log };

/** SQLite in a worker thread: neither a disk that hangs nor a CV of 5 MB delays a page. */
export class SqliteEngine implements Engine {
  readonly #options: SqliteOptions;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | null = null;
  #lastId = 0;
  #isClosed = false;

  constructor(options: SqliteOptions) {
    this.#options = options;
  }

  batch(statements: readonly Statement[]): Promise<Row[][]> {
    const tick = Math.floor(this.#options.clock.elapsed());
    const rendered = statements.map((statement) => render(statement, 'sqlite', tick));
    return this.#send('batch', rendered);
  }

  async purge(): Promise<void> {
    await this.#send('purge');
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    const worker = this.#worker;
    // The driver closes the file when the thread ends.
    const steps = worker === null ? [] : [once(worker, 'exit'), this.#send('close')];
    this.#isClosed = true;
    await Promise.all(steps);
  }

  #send(command: Command, statements: unknown[] = []): Promise<Row[][]> {
    if (this.#isClosed) return Promise.reject(new Error('the outbox is closed'));
    this.#worker ??= this.#start();
    const worker = this.#worker;
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, command, statements });
    });
  }

  #start(): Worker {
    const { path } = this.#options;
    const workerData = { path, migrations: MIGRATIONS, boot: bootId(), busyMs: BUSY_MS };
    const worker = new Worker(new URL('./sqlite-worker.js', import.meta.url), { workerData });
    worker.on('message', (reply: Reply) => this.#settle(reply, worker));
    worker.on('error', (error) => {
      this.#worker = null;
      for (const { reject } of this.#pending.values()) reject(error);
      this.#pending.clear();
    });
    return worker;
  }

  #settle({ id = 0, rows = [], damaged, error }: Reply, worker: Worker): void {
    if (damaged !== undefined)
      this.#options.log.error({ event: 'outbox-damaged', folder: damaged });
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (this.#pending.size === 0 && !this.#isClosed) worker.unref();
    if (error === undefined) pending?.resolve(rows);
    else pending?.reject(Object.assign(new Error(error.text), { code: error.code }));
  }
}

/** Empty where the system has none: then leases outlive a restart of the machine until they end. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/** Rejects a file that a newer release has written. @throws NewerDataError */
export function assertKnownFile(path: string): void {
  const header = Buffer.alloc(VERSION_AT + 4);
  try {
    const file = openSync(path, 'r');
    readSync(file, header, 0, header.length, 0);
    closeSync(file);
  } catch {
    // Missing, or the disk fails, which writers report.
  }
  const found = header.readUInt32BE(VERSION_AT);
  if (header.toString('latin1', 0, 6) === 'SQLite' && found > MIGRATIONS.length)
    throw new NewerDataError('DATA_DIR', { found, known: MIGRATIONS.length });
}
