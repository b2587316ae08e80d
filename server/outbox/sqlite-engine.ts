/* oxlint-disable unicorn/require-post-message-target-origin -- A thread has no origin. */
import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { MessageChannel, Worker } from 'node:worker_threads';
import { NewerDataError } from '../database/database-error.ts';
import { ACCEPTED, ALERTS, NOTICES, TABLES, WAIT_COLUMNS } from '../database/schema.ts';
import { sql, type Engine, type Statement } from '../database/sql.ts';
import { SILENT, type Log } from '../log/log.ts';
import { StorageError } from '../storage.ts';
import { systemClock, type Clock } from './clock.ts';

/** A released step never changes: data folders have run it. */
const MIGRATIONS = [TABLES, WAIT_COLUMNS, NOTICES, ALERTS, ACCEPTED];

/** How long a writer waits for another process, in milliseconds. */
const BUSY_MS = 5_000;
/** How long the emptying of the log waits for readers, and all writers wait for it; the next one tries again. */
const CHECKPOINT_MS = 500;
/** How many pages of 16 KiB one step of a purge frees: half a second on a slow disk. */
const PURGE_PAGES = 500;
/** Where a SQLite file has its `user_version` (https://www.sqlite.org/fileformat2.html#the_database_header). */
const VERSION_AT = 60;

type Reply<Row> = {
  rows?: Row[][];
  /** Where a damaged file was moved. */
  damaged?: string;
  /** How many submissions of a replaced file were brought into its successor, and why not all. */
  replaced?: { count: number; cause?: string };
  /** Code of an error of the system, text of one of SQLite. */
  cause?: string;
};

type SqliteOptions = {
  path: string;
  clock?: Clock;
  log?: Log;
  /** A command beside the site: it neither updates an older file nor moves a damaged one aside. */
  isCommand?: boolean;
};

/** SQLite in a worker thread: neither a disk that hangs nor a CV of 5 MB delays a page. */
export class SqliteEngine implements Engine {
  readonly #options: SqliteOptions;
  readonly #worker: Worker;
  #isClosed = false;

  /** A driver that cannot be loaded is an unknown error, which ends the process. */
  constructor(options: SqliteOptions) {
    this.#options = options;
    const { path, isCommand = false } = options;
    const workerData = { path, isCommand, migrations: MIGRATIONS, busyMs: BUSY_MS };
    this.#worker = new Worker(new URL('./sqlite-worker.js', import.meta.url), { workerData });
    // The port of a batch keeps the process alive.
    this.#worker.unref();
  }

  async batch<Row extends object>(statements: readonly Statement[]): Promise<Row[][]> {
    if (this.#isClosed) throw new StorageError('closed');
    const { clock = systemClock, log = SILENT } = this.#options;
    const { port1, port2: port } = new MessageChannel();
    this.#worker.postMessage({ statements, tick: clock.now(), port }, [port]);
    const replies: Reply<Row>[] = await once(port1, 'message');
    port1.close();
    const { rows, damaged, replaced, cause = 'unknown' } = replies[0] ?? {};
    if (damaged !== undefined) log.error({ event: 'outbox-damaged', folder: damaged });
    if (replaced !== undefined) log.error({ event: 'outbox-replaced', ...replaced });
    if (rows !== undefined) return rows;
    throw new StorageError(cause);
  }

  async purge(): Promise<void> {
    // In steps, as each locks other writers out.
    for (let left = await this.#freePages(), before = Infinity; 0 < left && left < before;) {
      await this.batch([{ text: `pragma incremental_vacuum(${PURGE_PAGES})`, values: [] }]);
      before = left;
      left = await this.#freePages();
    }
    // The second batch follows the first one, whatever became of that.
    await Promise.all([
      this.batch([busyTimeout(CHECKPOINT_MS), sql`pragma wal_checkpoint(truncate)`]),
      this.batch([busyTimeout(BUSY_MS)]),
    ]);
  }

  async #freePages(): Promise<number> {
    const [[row] = []] = await this.batch<{ freelist_count: number }>([sql`pragma freelist_count`]);
    return row?.freelist_count ?? 0;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#worker.ref();
    this.#worker.postMessage(null);
    // The driver closes the file when the thread ends.
    await once(this.#worker, 'exit');
  }
}

function busyTimeout(ms: number): Statement {
  return { text: `pragma busy_timeout = ${ms}`, values: [] };
}

/** Rejects a file that a newer release has written. @throws NewerDataError */
export async function assertKnownFile(path: string): Promise<void> {
  // The header is null for a missing file, and when the disk fails, which writers report.
  const header = await buffer(createReadStream(path, { end: VERSION_AT + 3 })).catch(() => null);
  if (header?.length !== VERSION_AT + 4 || header.toString('latin1', 0, 6) !== 'SQLite') return;
  const found = header.readUInt32BE(VERSION_AT);
  if (found > MIGRATIONS.length)
    throw new NewerDataError('DATA_DIR', { found, known: MIGRATIONS.length });
}
