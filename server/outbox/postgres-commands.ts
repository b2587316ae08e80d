import * as z from 'zod/mini';
import { DeliveryJobs } from './delivery-jobs.ts';
import { CorruptEntryError } from './entry-store.ts';
import { noteOf, type OutboxCommands, type OutboxRow } from './outbox-commands.ts';
import { OUTBOX_LIMITS } from './outbox-limits.ts';
import { parseNote, parseReason, PostgresStore } from './postgres-store.ts';
import { WORK } from './postgres-outbox.ts';
import type { Database } from '../database/database.ts';

const row = z.object({
  id: z.string(),
  reference: z.string(),
  state: z.enum(['waiting', 'dead', 'corrupt']),
  acceptedAt: z.date(),
  form: z.nullable(z.string()),
  campus: z.nullable(z.string()),
  note: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});

/** {@link OutboxCommands} over the database, while any number of instances run. */
export function createPostgresCommands(database: Database): {
  commands: OutboxCommands;
  store: PostgresStore;
} {
  const jobs = new DeliveryJobs(database, OUTBOX_LIMITS);
  database.prepareBy(() => jobs.prepare());
  const store = new PostgresStore(database, jobs);

  function find(reference: string | null) {
    return database.rows(
      row,
      `select id, reference, state, accepted_at as "acceptedAt", note, reason,
         substring(entry from '"form":"(\\w+)"') as form, substring(entry from '"campus":"(\\w+)"') as campus
       from gis_site.entry
       where state <> 'delivered' and ($1::text is null or reference = upper($1)) order by accepted_at`,
      [reference],
    );
  }

  async function wake(): Promise<void> {
    await database.query('delete from gis_site.hold');
    await jobs.retryAllNow();
    await database.notify(WORK);
  }

  const commands: OutboxCommands = {
    async list() {
      return (await find(null)).map(toRow);
    },
    async show(reference) {
      const [found] = await find(reference);
      if (found === undefined) return null;
      if (found.state === 'corrupt') throw new CorruptEntryError(found.id);
      const stored = await store.read(found.id, found.state);
      return stored && { row: toRow(found), entry: stored.entry, readCv: stored.readCv };
    },
    async retry(reference) {
      const chosen = (await find(reference)).filter(({ state }) => state !== 'corrupt');
      for (const { id, state } of chosen) if (state === 'dead') await store.requeue(id);
      if (chosen.length > 0) await wake();
      return chosen.length;
    },
    async delete(reference, { force }) {
      const [found] = await find(reference);
      if (found === undefined) return 'not-found';
      if (found.state === 'waiting' && !force) return 'waiting';
      await store.discard(found.id);
      return 'deleted';
    },
  };
  return { commands, store };
}

function toRow({
  acceptedAt,
  note,
  reason,
  form,
  campus,
  ...found
}: z.infer<typeof row>): OutboxRow {
  const [why, last] = [parseReason(reason), parseNote(note)];
  return {
    reference: found.reference,
    state: found.state,
    form: form ?? '',
    campus: campus ?? '',
    acceptedAt: acceptedAt.toISOString(),
    attempts: why?.attempts ?? last?.attempt ?? 0,
    note: found.state === 'corrupt' ? 'cannot be read' : noteOf(why, last),
  };
}
