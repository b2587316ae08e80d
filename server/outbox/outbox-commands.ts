import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../database/database.ts';
import { createLog } from '../log/log.ts';
import { systemClock } from './clock.ts';
import { parseEntry, type Entry } from './entry.ts';
import { SqliteEngine } from './sqlite-engine.ts';
import type { SubmissionRow } from './submission-rows.ts';
import { SubmissionStore } from './submission-store.ts';

/** A line of `list`: nothing personal. */
export type OutboxRow = Pick<
  SubmissionRow,
  'reference' | 'state' | 'form' | 'campus' | 'attempts'
> & {
  acceptedAt: string;
  /** The result of the last attempt, or the time of the next one. */
  note: string;
};

/** A submission with all that the visitor sent. */
export type OutboxDetails = { row: OutboxRow; entry: Entry; cv: Buffer | null };

type Found = { store: SubmissionStore; row: SubmissionRow };

/** The message is the database's error. */
export class NoDatabaseError extends Error {
  override readonly name = 'NoDatabaseError';
}

/** @throws NoDatabaseError; an error with the code ENOENT where nothing is stored. */
export async function openOutboxCommands(
  dataDir: string,
  databaseUrl: string | null,
): Promise<OutboxCommands> {
  const path = join(dataDir, 'outbox.db');
  const log = createLog({ level: 'silent', destination: { write: () => undefined } });
  const hasFile = existsSync(path);
  if (databaseUrl === null && !hasFile)
    throw Object.assign(new Error('no outbox'), { code: 'ENOENT' });
  const database = databaseUrl === null ? null : new Database({ url: databaseUrl, log });
  await database?.ready();
  if (database?.isUp() === false) {
    await database.close();
    throw new NoDatabaseError(database.error() ?? '');
  }
  const file = new SqliteEngine({ path, clock: systemClock, log });
  return new OutboxCommands({ file, database, hasFile });
}

type Engines = { file: SqliteEngine; database: Database | null; hasFile: boolean };

/** What the IT team can do with the outbox, also while the site runs. */
export class OutboxCommands {
  readonly #engines: Engines;
  readonly #local: SubmissionStore;
  readonly #shared: SubmissionStore | null;

  constructor(engines: Engines) {
    this.#engines = engines;
    this.#local = new SubmissionStore(engines.file);
    this.#shared = engines.database && new SubmissionStore(engines.database);
  }

  async list(): Promise<OutboxRow[]> {
    return (await this.#find(null)).map(({ row }) => toOutboxRow(row));
  }

  async show(reference: string): Promise<OutboxDetails | null> {
    const [found] = await this.#find(reference);
    if (found === undefined) return null;
    const { store, row } = found;
    const cv = await store.cv(row.id);
    const entry = parseEntry(row.payload, cv?.length ?? 0);
    if (entry === null) throw Object.assign(new Error('corrupt'), { code: 'CORRUPT' });
    return { row: toOutboxRow(row), entry, cv };
  }

  /** Puts dead letters back and makes waiting submissions due. Null means all. Returns how many. */
  async retry(reference: string | null): Promise<number> {
    const chosen = (await this.#find(reference)).filter(({ row }) => row.state !== 'corrupt');
    for (const store of new Set(chosen.map((found) => found.store)))
      await store.requeue(reference?.toUpperCase() ?? null);
    return chosen.length;
  }

  /** `waiting` ones have not reached the provider: they are deleted only by force. */
  async delete(
    reference: string,
    { force }: { force: boolean },
  ): Promise<'deleted' | 'not-found' | 'waiting'> {
    const [found] = await this.#find(reference);
    if (found === undefined) return 'not-found';
    if (found.row.state === 'waiting' && !force) return 'waiting';
    await found.store.discard(found.row.id);
    return 'deleted';
  }

  /** Moves all submissions of the database into the file. Null without a database. */
  async moveToFile(): Promise<number | null> {
    return this.#shared && (await this.#shared.moveTo(this.#local));
  }

  async close(): Promise<void> {
    await this.#engines.file.close();
    await this.#engines.database?.close();
  }

  async #find(reference: string | null): Promise<Found[]> {
    const stores = [this.#shared, this.#engines.hasFile ? this.#local : null];
    const found: Found[] = [];
    for (const store of stores)
      for (const row of (await store?.rows()) ?? [])
        if (store && (reference === null || row.reference === reference.toUpperCase()))
          found.push({ store, row });
    return found;
  }
}

function toOutboxRow(row: SubmissionRow): OutboxRow {
  const { reference, form, campus, attempts, accepted, state } = row;
  const acceptedAt = new Date(accepted).toISOString();
  return { reference, state, form, campus, acceptedAt, attempts, note: noteOf(row) };
}

function noteOf({ state, reason, cause, lease, waitMs }: SubmissionRow): string {
  if (state === 'corrupt') return 'cannot be read';
  if (reason !== null) return `${reason}: ${cause}`;
  if (lease !== null) return 'being sent';
  if (cause === null) return 'not attempted yet';
  return `${cause}, next ${new Date(Date.now() + Math.max(0, waitMs)).toISOString()}`;
}
