import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../database/database.ts';
import { createLog } from '../log/log.ts';
import { systemClock } from './clock.ts';
import { parseEntry } from './entry.ts';
import { SqliteEngine } from './sqlite-engine.ts';
import { SubmissionStore, type SubmissionRow } from './submission-store.ts';

/** The message is the database's error. */
export class NoDatabaseError extends Error {
  override readonly name = 'NoDatabaseError';
}

export type OutboxCommands = Awaited<ReturnType<typeof openOutboxCommands>>;
export type OutboxRow = ReturnType<typeof toOutboxRow>;
export type OutboxDetails = NonNullable<Awaited<ReturnType<OutboxCommands['show']>>>;

/**
 * What the IT team can do with the outbox, also while the site runs. References may be in small letters.
 *
 * @throws NoDatabaseError; an error with the code ENOENT where nothing is stored.
 */
export async function openOutboxCommands(dataDir: string, databaseUrl: string | null) {
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
  const local = new SubmissionStore(file);
  const shared = database && new SubmissionStore(database);

  /** Null finds all. */
  async function find(reference: string | null) {
    const found: { store: SubmissionStore; row: SubmissionRow }[] = [];
    for (const store of [shared, hasFile ? local : null])
      for (const row of (await store?.rows()) ?? [])
        if (store && (reference === null || row.reference === reference.toUpperCase()))
          found.push({ store, row });
    return found;
  }

  return {
    async list() {
      return (await find(null)).map(({ row }) => toOutboxRow(row));
    },
    /** All that the visitor sent. */
    async show(reference: string) {
      const [found] = await find(reference);
      if (found === undefined) return null;
      const { store, row } = found;
      const cv = await store.cv(row.id);
      const entry = parseEntry(row.payload, cv?.length ?? 0);
      if (entry === null) throw Object.assign(new Error('corrupt'), { code: 'CORRUPT' });
      return { row: toOutboxRow(row), entry, cv };
    },
    /** Puts dead letters back and makes waiting submissions due. Null means all. Returns how many. */
    async retry(reference: string | null): Promise<number> {
      const chosen = (await find(reference)).filter(({ row }) => row.state !== 'corrupt');
      for (const store of new Set(chosen.map((found) => found.store)))
        await store.requeue(reference?.toUpperCase() ?? null);
      return chosen.length;
    },
    /** `waiting` ones have not reached the provider: they are deleted only by force. */
    async delete(reference: string, { force }: { force: boolean }) {
      const [found] = await find(reference);
      if (found === undefined) return 'not-found';
      if (found.row.state === 'waiting' && !force) return 'waiting';
      await found.store.discard(found.row.id);
      return 'deleted';
    },
    /** Moves all submissions of the database into the file. Null without a database. */
    async moveToFile(): Promise<number | null> {
      return shared && (await shared.moveTo(local));
    },
    async close(): Promise<void> {
      await file.close();
      await database?.close();
    },
  };
}

/** A line of `list`: nothing personal. */
function toOutboxRow(row: SubmissionRow) {
  const { reference, form, campus, attempts, accepted, state } = row;
  const acceptedAt = new Date(accepted).toISOString();
  return { reference, state, form, campus, acceptedAt, attempts, note: noteOf(row) };
}

/** The result of the last attempt, or the time of the next one. */
function noteOf({ state, reason, cause, lease, waitMs }: SubmissionRow): string {
  if (state === 'corrupt') return 'cannot be read';
  if (reason !== null) return `${reason}: ${cause}`;
  if (lease !== null) return 'being sent';
  if (cause === null) return 'not attempted yet';
  return `${cause}, next ${new Date(Date.now() + Math.max(0, waitMs)).toISOString()}`;
}
