import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../database/database.ts';
import { createLog } from '../log/log.ts';
import { systemClock } from './clock.ts';
import { parseEntry, type StoredEntry } from './entry.ts';
import { moveSubmissions } from './move-submissions.ts';
import { SqliteEngine } from './sqlite-engine.ts';
import { SubmissionStore, type SubmissionRow } from './submission-store.ts';

/** A line of `list`: nothing personal. */
export type OutboxRow = {
  reference: string;
  state: 'waiting' | 'dead' | 'corrupt';
  form: string;
  campus: string;
  acceptedAt: string;
  attempts: number;
  /** The result of the last attempt, or when the next one is. */
  note: string;
};

/** A submission with all that the visitor sent. */
export type OutboxDetails = { row: OutboxRow } & StoredEntry;

/** What the IT team can do with the outbox, also while the site runs. */
export type OutboxCommands = ReturnType<typeof createOutboxCommands>;

/** The database did not answer; the message is its error. */
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
  const file = new SqliteEngine({ path, clock: systemClock, log });
  if (databaseUrl === null) {
    if (!existsSync(path)) throw Object.assign(new Error('no outbox'), { code: 'ENOENT' });
    return createOutboxCommands({ file, database: null, hasFile: true });
  }
  const database = new Database({ url: databaseUrl, log });
  await database.ready();
  if (database.isUp()) return createOutboxCommands({ file, database, hasFile: existsSync(path) });
  await database.close();
  throw new NoDatabaseError(database.fault() ?? '');
}

function createOutboxCommands({
  file,
  database,
  hasFile,
}: {
  file: SqliteEngine;
  database: Database | null;
  /** A machine that has a database may have no file. */
  hasFile: boolean;
}) {
  const local = new SubmissionStore(file);
  const remote = database === null ? [] : [new SubmissionStore(database)];
  const stores = hasFile ? [...remote, local] : remote;

  async function find(reference: string | null) {
    const found = [];
    for (const store of stores)
      for (const row of await store.rows())
        if (reference === null || row.reference === reference.toUpperCase())
          found.push({ store, row });
    return found;
  }

  return {
    async list(): Promise<OutboxRow[]> {
      return (await find(null)).map(({ row }) => toOutboxRow(row));
    },

    async show(reference: string): Promise<OutboxDetails | null> {
      const [found] = await find(reference);
      if (found === undefined) return null;
      const { store, row } = found;
      const entry = parseEntry(row.payload);
      if (entry === null) throw Object.assign(new Error('corrupt'), { code: 'CORRUPT' });
      const cv = await store.cv(row.id);
      return { row: toOutboxRow(row), entry, readCv: cv === null ? null : async () => cv };
    },

    /** Puts dead letters back and makes everything that waits due now. Null means all. Returns how many. */
    async retry(reference: string | null): Promise<number> {
      const chosen = (await find(reference)).filter(({ row }) => row.state !== 'corrupt');
      for (const store of new Set(chosen.map((found) => found.store)))
        await store.requeue(reference?.toUpperCase() ?? null);
      return chosen.length;
    },

    /** `waiting` ones have not reached the provider: they are deleted only by force. */
    async delete(
      reference: string,
      { force }: { force: boolean },
    ): Promise<'deleted' | 'not-found' | 'waiting'> {
      const [found] = await find(reference);
      if (found === undefined) return 'not-found';
      if (found.row.state === 'waiting' && !force) return 'waiting';
      await found.store.discard(found.row.id);
      return 'deleted';
    },

    /** Moves all that the database holds into the file, for a site without one. Null without a database. */
    async moveToFile(): Promise<number | null> {
      const [store] = remote;
      return store === undefined ? null : await moveSubmissions(store, local);
    },

    async close(): Promise<void> {
      await file.close();
      await database?.close();
    },
  };
}

function toOutboxRow(row: SubmissionRow): OutboxRow {
  const { reference, form, campus, attempts, accepted, state } = row;
  return {
    reference,
    // Delivered ones are not listed.
    state: state === 'delivered' ? 'corrupt' : state,
    form,
    campus,
    acceptedAt: new Date(accepted).toISOString(),
    attempts,
    note: noteOf(row),
  };
}

function noteOf({ state, reason, cause, lease, waitMs }: SubmissionRow): string {
  if (state === 'corrupt') return 'cannot be read';
  if (reason !== null) return `${reason}: ${cause}`;
  if (lease !== null) return 'being sent';
  if (cause === null) return 'not attempted yet';
  return `${cause}, next ${new Date(Date.now() + Math.max(0, waitMs)).toISOString()}`;
}
