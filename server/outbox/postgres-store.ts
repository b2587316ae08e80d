import { readFile } from 'node:fs/promises';
import type { ClientBase } from 'pg';
import * as z from 'zod/mini';
import type { DeliveryJobs } from './delivery-jobs.ts';
import { parseEntryId, type EntryId } from './entry-id.ts';
import { CorruptEntryError, type EntryStore } from './entry-store.ts';
import { attemptNoteSchema, entrySchema, reasonSchema } from './entry.ts';
import type { AttemptNote, Entry, Outcome, Reason, Receipt } from './entry.ts';
import type { OutboxLimits } from './outbox-limits.ts';
import type { Database } from '../database/database.ts';

const bytes = z.custom<Buffer>((value) => Buffer.isBuffer(value));
const idRow = z.object({ id: z.string() });
const stateRow = z.object({ state: z.string(), note: z.nullable(z.string()) });
const entryRow = z.object({
  entry: z.nullable(z.string()),
  cv: z.nullable(bytes),
  note: z.nullable(z.string()),
});
const movedRow = z.object({
  entry: z.nullable(z.string()),
  cv: z.nullable(bytes),
  reason: z.nullable(z.string()),
});
const keyRow = z.object({ job: z.string() });

/** What an entry brings along when it moves from one store to the other. */
export type MovedEntry = { entry: Entry; cv: Buffer | null; reason: Reason | null };

/** The outbox in PostgreSQL: a row for each entry, its CV included, and a job for each that waits. */
export class PostgresStore implements EntryStore {
  readonly #database: Database;
  readonly #jobs: DeliveryJobs;
  /** Deliveries whose receipt the database did not take; it gets them when it is back. */
  readonly #unfinished = new Map<string, Receipt>();

  constructor(database: Database, jobs: DeliveryJobs) {
    this.#database = database;
    this.#jobs = jobs;
  }

  async add(
    entry: Entry,
    upload: string | null,
    { fingerprint, sinceMs }: { fingerprint: string; sinceMs: number },
  ): Promise<EntryId | null> {
    return await this.#database.transaction(async (client) => {
      // Instances that get the same form at once take turns.
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [fingerprint]);
      const { rows } = await client.query(
        `select id from gis_site.entry where state <> 'corrupt' and reference = $3
         or fingerprint = $1 and accepted_at > $2 and state in ('waiting', 'delivered')
         order by accepted_at limit 1`,
        [fingerprint, new Date(sinceMs), entry.reference],
      );
      const [earlier] = z.array(idRow).parse(rows);
      if (earlier !== undefined) return parseEntryId(earlier.id);
      // Read here, where the number of connections bounds how many CVs are in memory.
      const cv = upload === null ? null : await readFile(upload);
      await this.#insert(client, { entry, cv, reason: null });
      return null;
    });
  }

  /**
   * Takes an entry over from a disk. One that is here already stays as it is: nobody heard of its commit,
   * or its sender sent it again while the database was down.
   */
  async takeOver(moved: MovedEntry): Promise<void> {
    await this.#database.transaction(async (client) => {
      const text = `select id from gis_site.entry where reference = $1 and state <> 'corrupt'`;
      const { rowCount } = await client.query(text, [moved.entry.reference]);
      if (rowCount === 0) await this.#insert(client, moved);
    });
  }

  /** What waits and what is dead, oldest first. */
  async ids(): Promise<string[]> {
    const text = `select id from gis_site.entry where state in ('waiting', 'dead') order by accepted_at`;
    return (await this.#database.rows(idRow, text)).map(({ id }) => id);
  }

  /** An entry with all that belongs to it; it stays until it is discarded. @throws CorruptEntryError */
  async takeOut(id: string): Promise<MovedEntry> {
    const text = 'select entry, cv, reason from gis_site.entry where id = $1';
    const [row] = await this.#database.rows(movedRow, text, [id]);
    const entry = parse(entrySchema, row?.entry);
    if (row === undefined || entry === null) throw new CorruptEntryError(id);
    return { entry, cv: row.cv, reason: parseReason(row.reason) };
  }

  async #insert(client: ClientBase, { entry, cv, reason }: MovedEntry): Promise<void> {
    const { id, idempotencyKey: key, reference, acceptedAt } = entry;
    const state = reason === null ? 'waiting' : 'dead';
    const { rowCount } = await client.query(
      `insert into gis_site.entry (id, job, fingerprint, reference, state, accepted_at, changed_at, entry, cv, reason)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (id) do nothing`,
      [
        id,
        key,
        parseEntryId(id)?.fingerprint ?? '',
        reference,
        state,
        acceptedAt,
        reason?.at ?? acceptedAt,
        JSON.stringify(entry),
        cv,
        reason && JSON.stringify(reason),
      ],
    );
    if (rowCount === 1 && reason === null)
      await this.#jobs.add(client, { id, key, attempts: 0, soonAtMs: 0 });
  }

  async read(id: string, state: 'waiting' | 'dead' = 'waiting') {
    const [row] = await this.#database.rows(
      entryRow,
      'select entry, cv, note from gis_site.entry where id = $1 and state = $2',
      [id, state],
    );
    if (row === undefined) return null;
    const entry = parse(entrySchema, row.entry);
    const { cv } = row;
    if (entry?.id !== id || (entry.cv?.size ?? 0) !== (cv?.length ?? 0))
      throw new CorruptEntryError(id);
    return { entry, readCv: cv === null ? null : async () => cv, note: parseNote(row.note) };
  }

  async outcomeOf(id: string): Promise<Outcome | null> {
    const found = await this.#state(id);
    if (found?.state === 'delivered') return 'delivered';
    if (found?.state === 'dead') return 'rejected';
    return parse(attemptNoteSchema, found?.note)?.state === 'waiting' ? 'stored' : null;
  }

  async #state(id: string): Promise<z.infer<typeof stateRow> | undefined> {
    const text = 'select state, note from gis_site.entry where id = $1';
    return (await this.#database.rows(stateRow, text, [id]))[0];
  }

  async noteAttempt(id: string, note: AttemptNote): Promise<void> {
    // A hint: its commit waits for no disk.
    const text = `with lazy as (select set_config('synchronous_commit', 'off', true))
      update gis_site.entry set note = $2 from lazy where id = $1 and state = 'waiting'`;
    await this.#database.query(text, [id, JSON.stringify(note)]).catch(() => {});
  }

  async finish(receipt: Receipt): Promise<void> {
    this.#unfinished.set(receipt.id, receipt);
    const change = `state = 'delivered', entry = null, cv = null, note = null, reason = null, receipt = $2`;
    await this.#end(receipt.id, change, [JSON.stringify(receipt)]);
    this.#unfinished.delete(receipt.id);
  }

  /** Writes the receipts that the database did not take when it was down. */
  async finishOpen(): Promise<void> {
    for (const receipt of this.#unfinished.values()) await this.finish(receipt);
  }

  async deadLetter(id: string, reason: Reason): Promise<void> {
    await this.#end(id, `state = 'dead', reason = $2`, [JSON.stringify(reason)]);
  }

  async quarantine(id: string): Promise<void> {
    await this.#end(id, `state = 'corrupt'`, []);
  }

  async discard(id: string): Promise<void> {
    await this.#database.transaction(async (client) => {
      const text = `delete from gis_site.entry where id = $1 and state <> 'delivered' returning job`;
      const { rows } = await client.query(text, [id]);
      for (const { job } of z.array(keyRow).parse(rows)) await this.#jobs.remove(client, job);
    });
  }

  /** The end of an entry's waiting: its job goes with it. */
  async #end(id: string, change: string, values: readonly unknown[]): Promise<void> {
    await this.#database.transaction(async (client) => {
      const text = `update gis_site.entry set ${change}, changed_at = now() where id = $1 returning job`;
      const { rows } = await client.query(text, [id, ...values]);
      for (const { job } of z.array(keyRow).parse(rows)) await this.#jobs.remove(client, job);
    });
  }

  /** Puts a dead letter back among the waiting entries. */
  async requeue(id: string): Promise<void> {
    await this.#database.transaction(async (client) => {
      const { rows } = await client.query(
        `update gis_site.entry set state = 'waiting', reason = null, note = null, changed_at = now()
         where id = $1 and state = 'dead' returning job`,
        [id],
      );
      for (const { job: key } of z.array(keyRow).parse(rows))
        await this.#jobs.add(client, { id, key, attempts: 0, soonAtMs: 0 });
    });
  }

  /** Removes what outlived its purpose (docs/promises.md#o8). */
  async sweep({ keepReceiptsMs, keepDeadMs }: OutboxLimits): Promise<void> {
    await this.#database.query(
      `delete from gis_site.entry
       where state = 'delivered' and changed_at < now() - $1 * interval '1 ms'
          or state in ('dead', 'corrupt') and changed_at < now() - $2 * interval '1 ms'`,
      [keepReceiptsMs, keepDeadMs],
    );
    // What is updated stays readable in the table's files until it is vacuumed, payloads included.
    await this.#database.query('vacuum gis_site.entry');
  }
}

/** Null for what is missing, torn or of another shape. */
function parse<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string | null | undefined,
): z.infer<Schema> | null {
  try {
    return text === null || text === undefined
      ? null
      : (schema.safeParse(JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}

export function parseReason(text: string | null): Reason | null {
  return parse(reasonSchema, text);
}

export function parseNote(text: string | null): AttemptNote | null {
  return parse(attemptNoteSchema, text);
}
