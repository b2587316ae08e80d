import { randomUUID } from 'node:crypto';
import { sql, type Engine } from '../database/sql.ts';
import { NoticeStore } from '../notices/notice-store.ts';
import { OUTBOX_LIMITS } from './outbox-limits.ts';
import type { SubmissionRow } from './submission-row.ts';
import type { SubmissionStore } from './submission-store.ts';

/** Names moves of this process in leases. */
const OWNER = randomUUID();

type MoveOptions = {
  leaseMs?: number;
  /** Ends the move at the first error by throwing, as by default; else what the target rejects stays. */
  onError?: (error: unknown) => void;
};

/**
 * Moves dead letters, urgent notices, and the waiting submissions that no instance attempts now, to another store.
 * Each is removed after it is durable there. Returns how many submissions.
 */
export async function moveSubmissions(
  from: SubmissionStore,
  target: SubmissionStore,
  { leaseMs = OUTBOX_LIMITS.leaseMs, onError = rethrow }: MoveOptions = {},
): Promise<number> {
  await new NoticeStore(from.engine).moveTo(new NoticeStore(target.engine));
  let count = 0;
  for (const { id } of await from.rows())
    try {
      const row = await lease(from.engine, id, leaseMs);
      if (row === null) continue;
      await target.copy({ ...row, cv: await from.cv(id) });
      if (await remove(from.engine, id)) count += 1;
    } catch (error) {
      onError(error);
    }
  return count;
}

/**
 * Leases a row for its move, and returns it as it was. Null while another instance attempts it, and once it is
 * delivered. When the move fails, the lease expires: the target may have the row.
 */
async function lease(engine: Engine, id: string, leaseMs: number): Promise<SubmissionRow | null> {
  const [[row] = []] = await engine.batch<SubmissionRow>([
    sql`select *, 0 as "waitMs" from gis_site.submission
      where id = ${id} and state <> 'delivered'
        and (lease is null or lease <= tick() or lease > tick() + ${2 * leaseMs}) for update`,
    sql`update gis_site.submission set owner = ${OWNER}, lease = tick() + ${leaseMs}
      where id = ${id} and state = 'waiting'
        and (lease is null or lease <= tick() or lease > tick() + ${2 * leaseMs})`,
  ]);
  return row ?? null;
}

/** Removes a row that was moved, unless its lease has expired meanwhile and another instance has attempted it. */
async function remove(engine: Engine, id: string): Promise<boolean> {
  const [removed] = await engine.batch([
    sql`delete from gis_site.submission where id = ${id}
      and (state = 'dead' or (state = 'waiting' and owner = ${OWNER})) returning id`,
    sql`delete from gis_site.submission_cv where id = ${id}
      and not exists (select 1 from gis_site.submission where id = ${id})`,
  ]);
  return removed?.length === 1;
}

function rethrow(error: unknown): never {
  throw error;
}
