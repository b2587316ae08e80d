import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { Database } from '../../server/database/database.ts';
import { systemClock } from '../../server/outbox/clock.ts';
import type { Submission } from '../../server/outbox/entry.ts';
import { createOutbox, type Outbox, type OutboxOptions } from '../../server/outbox/outbox.ts';
import { SqliteEngine } from '../../server/outbox/sqlite-engine.ts';
import { ProviderError } from '../../server/provider/provider-error.ts';
import { everythingIn, runOutbox } from './outbox-rows.ts';
import type { Postgres, StoreName } from './postgres.ts';
import { sha256 } from './providers/submissions.ts';
import { SOON } from './effort.ts';
import { createTestLog, silentLog, type LogLine } from './test-log.ts';
import { temporaryFolder } from './temporary-folder.ts';

export function rejection(status: number, retryAfterSeconds: number | null = null): ProviderError {
  return new ProviderError('status', { status, retryAfterSeconds });
}

/** An outbox.db of one test, which closes it. */
export function openEngine(path: string, { log = silentLog, clock = systemClock } = {}) {
  const engine = new SqliteEngine({ path, clock, log });
  onTestFinished(() => engine.close());
  return engine;
}

/** A database of one test, which closes it. */
export function databaseOfTest(options: ConstructorParameters<typeof Database>[0]): Database {
  const database = new Database(options);
  onTestFinished(() => database.close());
  return database;
}

/** Seconds of production as milliseconds, but for what only a machine that stands still for so long would reach. */
const QUICK: OutboxOptions['limits'] = {
  firstRetryMs: 50,
  longestRetryMs: 400,
  retryAfterSuccessMs: 50,
  longestHoldMs: 400,
  scanMs: 100,
  pollMs: 50,
  leaseMs: SOON.timeout,
  respondWithinMs: SOON.timeout,
};

/** A database that is slow counts as down, and then submissions are stored elsewhere. */
const PATIENT = { checkMs: 200, connectMs: SOON.timeout, statementMs: SOON.timeout };

export type Instance = {
  outbox: Outbox;
  /** DATA_DIR: its own on PostgreSQL, the common one on SQLite. */
  dataDir: string;
  lines: LogLine[];
  /** Resolves when it delivers. */
  close(): Promise<void>;
};

type InstanceOptions = Pick<OutboxOptions, 'deliver'> &
  Partial<Pick<OutboxOptions, 'limits' | 'dataDir'>>;

/** One store that instances share, for a test that holds for both. Ends with `remove`. */
export async function openStore(name: StoreName, postgres: Postgres | null) {
  const base = temporaryFolder();
  const stops: (() => Promise<unknown>)[] = [];
  const url = name === 'SQLite' || postgres === null ? null : await postgres.newDatabase();
  let folders = 0;

  function open({ deliver, ...options }: InstanceOptions): Instance {
    const { log, lines } = createTestLog();
    if (url !== null) folders += 1;
    const dataDir = options.dataDir ?? join(base, `data-${folders}`);
    const limits = { ...QUICK, ...options.limits };
    const shared = { dataDir, deliver, log, limits, secret: 's'.repeat(32) };
    const database = url === null ? null : new Database({ url, log, limits: PATIENT });
    const outbox = createOutbox({ ...shared, database });
    async function close(): Promise<void> {
      await outbox.close();
      await database?.close();
    }
    stops.push(close);
    return { outbox, dataDir, lines, close };
  }

  return {
    url,
    open,
    /** Runs one of `npm run outbox`, and returns its JSON. */
    async command(args: readonly string[], dataDir = join(base, `data-${folders}`)) {
      // It gives a busy machine two seconds to connect.
      return await vi.waitFor(() => runOutbox(dataDir, args, url ?? undefined), SOON);
    },
    /** All that is stored, as text to search. */
    async everything(): Promise<string> {
      if (url === null || postgres === null) return everythingIn(base);
      const tables = ['submission', 'submission_cv', 'rate_limit'];
      const rows = tables.map((table) =>
        postgres.query(`select t::text from gis_site.${table} t`, { url }),
      );
      return everythingIn(base) + JSON.stringify(await Promise.all(rows));
    },
    async remove() {
      for (const stop of stops.splice(0).toReversed()) await stop();
    },
  };
}

export type Store = Awaited<ReturnType<typeof openStore>>;

export function enquiry(name: string): Submission {
  return {
    form: 'getInTouch',
    campus: 'NEKPUR',
    fields: { name, email: 'a@b.co', phone: '9876543210', message: 'Hello', school: 'NEKPUR' },
    cv: null,
  };
}

export function application(bytes: Buffer): Submission {
  return {
    form: 'career',
    campus: 'FARRUKHABAD',
    fields: { name: 'Asha', phone: '9876543210', subject: 'Physics', school: 'FARRUKHABAD' },
    cv: { bytes, sha256: sha256(bytes), name: 'राम CV.pdf' },
  };
}
