import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { Database } from '../../server/database/database.ts';
import { DeliveryJobs } from '../../server/outbox/delivery-jobs.ts';
import { createEntryId } from '../../server/outbox/entry-id.ts';
import type { AttemptNote, Entry, Reason, Receipt } from '../../server/outbox/entry.ts';
import { OutboxFolder } from '../../server/outbox/outbox-folder.ts';
import { OUTBOX_LIMITS } from '../../server/outbox/outbox-limits.ts';
import { PostgresStore } from '../../server/outbox/postgres-store.ts';
import { createLog } from '../../server/web/log.ts';
import { freePort } from './free-port.ts';
import { startPostgres } from './postgres.ts';
import { removeFolder } from './remove-folder.ts';
import { SOON } from './effort.ts';

export const DAY = 24 * 60 * 60_000;
export const CV = Buffer.from('%PDF-1.7 a CV');
export const REFERENCES = [
  'GIS-AAAA-2222',
  'GIS-BBBB-3333',
  'GIS-CCCC-4444',
  'GIS-DDDD-5555',
] as const;
export const REASON: Reason = {
  reason: 'refused',
  cause: 'status 422',
  at: '2026-11-20T05:00:00.000Z',
  attempts: 3,
};
export const WAITING: AttemptNote = {
  state: 'waiting',
  attempt: 2,
  at: '2026-11-20T04:06:00.000Z',
  cause: 'status 503',
  nextAt: '2026-11-20T04:08:00.000Z',
};
/** PostgreSQL's "undefined table". */
export const NO_TABLE = { code: '42P01' };
/** A slow database is no fault. */
export const PATIENT = { connectMs: SOON.timeout, statementMs: SOON.timeout };
export const ACCEPTED_AT = Date.UTC(2026, 10, 20, 4, 5, 6, 789);
/** No entry was accepted after this. */
const NEVER = Date.UTC(2100, 0, 1);

/**
 * The tables of an outbox in a PostgreSQL of its own, with what works on them; `clear` makes them empty and
 * a folder beside them for one test. Ends with `remove`.
 */
export async function openOutboxDatabase() {
  const postgres = await startPostgres();
  const url = await postgres.newDatabase();
  const silent = createLog({ level: 'silent', destination: { write: () => undefined } });
  const database = new Database({ url, log: silent, limits: PATIENT });
  const jobs = new DeliveryJobs(database, OUTBOX_LIMITS);
  database.prepareBy(() => jobs.prepare());
  const store = new PostgresStore(database, jobs);
  await database.ready();
  let folder: OutboxFolder;

  async function uploadOf(cv: Buffer): Promise<string> {
    const path = await folder.uploadPath();
    writeFileSync(path, cv);
    return path;
  }

  async function rows(text: string, values: readonly unknown[] = []) {
    return (await database.query(text, values)).rows as Record<string, unknown>[];
  }

  async function clear() {
    for (const table of ['gis_site.entry', 'gis_site.hold', 'gis_jobs.job'])
      await database.query(`delete from ${table}`);
    await database.query('update gis_site.format set alarmed_at = null');
    const base = mkdtempSync(join(tmpdir(), 'gis-outbox-database-'));
    onTestFinished(() => removeFolder(base));
    const root = join(base, 'outbox');
    folder = new OutboxFolder(root);
    await folder.prepare();
    const lines: Record<string, unknown>[] = [];
    const log = createLog({
      level: 'debug',
      destination: {
        write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
      },
    });
    return { root, folder, lines, log };
  }

  /** As acceptance does; by itself nothing is the same form. */
  async function add(
    entry: Entry,
    { cv, sinceMs = NEVER }: { cv?: Buffer; sinceMs?: number } = {},
  ) {
    const [, fingerprint = ''] = entry.id.split('-');
    const upload = cv === undefined ? null : await uploadOf(cv);
    return await store.add(entry, upload, { fingerprint, sinceMs });
  }

  async function addToFolder(entry: Entry, cv: Buffer | null): Promise<void> {
    const upload = cv === null ? null : await uploadOf(cv);
    await folder.add(entry, upload, { fingerprint: '', sinceMs: NEVER });
  }

  /** Of all entries, in the order of the alphabet. */
  async function states(): Promise<unknown[]> {
    const found = await rows('select state from gis_site.entry order by state');
    return found.map(({ state }) => state);
  }

  /** How many jobs nobody has fetched. */
  async function jobCount(): Promise<number> {
    return (await rows(`select id from gis_jobs.job where state < 'active'`)).length;
  }

  /** The database answers, but has no entries. */
  async function withoutEntries(work: () => Promise<void>): Promise<void> {
    await database.query('alter table gis_site.entry rename to away');
    try {
      await work();
    } finally {
      await database.query('alter table gis_site.away rename to entry');
    }
  }

  async function remove() {
    await database.close();
    await postgres.remove();
  }

  return {
    postgres,
    url,
    database,
    jobs,
    store,
    rows,
    clear,
    add,
    addToFolder,
    states,
    jobCount,
    withoutEntries,
    remove,
  };
}

export type OutboxDatabase = Awaited<ReturnType<typeof openOutboxDatabase>>;

type Change = Partial<{
  reference: string;
  fingerprint: string;
  cv: Buffer;
  acceptedAtMs: number;
  laterMs: number;
}>;

/** The same for the same change, its idempotency key too. */
export function makeEntry({
  reference = REFERENCES[0],
  fingerprint = '0123456789abcdef',
  cv,
  acceptedAtMs = ACCEPTED_AT,
  laterMs = 0,
}: Change = {}): Entry {
  const at = acceptedAtMs + laterMs;
  const id = createEntryId({ acceptedAtMs: at, fingerprint, reference });
  const digest = sha256Of(id);
  return {
    version: 1,
    id,
    reference,
    idempotencyKey: `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4000-8000-${digest.slice(12, 24)}`,
    acceptedAt: new Date(at).toISOString(),
    form: cv === undefined ? 'getInTouch' : 'career',
    campus: 'NEKPUR',
    fields: { name: 'Asha' },
    cv: cv === undefined ? null : { name: 'cv.pdf', size: cv.length, sha256: sha256Of(cv) },
  };
}

function sha256Of(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function receiptOf({ id, reference, form, campus, acceptedAt }: Entry): Receipt {
  const deliveredAt = '2026-11-20T06:00:00.000Z';
  return { id, reference, form, campus, acceptedAt, deliveredAt, attempts: 1 };
}

/** What is left of a time that began a moment ago. */
export function about(ms: number): unknown {
  return expect.toSatisfy((left: number) => left <= ms && left > ms - 5_000, `about ${ms}`);
}

/** An address of a database that is not there. */
export async function nobodyListens(): Promise<string> {
  return `postgres://a:b@127.0.0.1:${await freePort()}/c`;
}
