import * as z from 'zod/mini';
import { parseEntry, type Entry, type Outcome } from './entry.ts';
import type { OutboxLimits } from './outbox-limits.ts';
import {
  rowSchema,
  earlierSchema,
  claimedSchema,
  waitSchema,
  outcomeSchema,
  countSchema,
  bytesSchema,
  type SubmissionRow,
  type Claimed,
  type Counts,
} from './submission-rows.ts';
import { AS_BYTES, GREATEST, SKIP_LOCKED, sql, TICK } from '../database/sql.ts';
import type { Engine, Row, SqlValue, Statement } from '../database/sql.ts';

/** A submission of another store, or of the folder of 1.0.0. */
export type MovedSubmission = Pick<
  SubmissionRow,
  'state' | 'attempts' | 'cause' | 'reason' | 'finished'
> & { entry: Entry; cv: SqlValue };

export const NEW = {
  state: 'waiting',
  attempts: 0,
  cause: null,
  reason: null,
  finished: null,
} as const;

/** The table of submissions, on either engine. Methods reject with the engine's error. */
export class SubmissionStore {
  readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /**
   * Makes a submission durable, unless its idempotency key is known, or the fingerprint of one accepted after
   * `sinceMs` and not rejected. Returns that earlier one.
   */
  async add(
    entry: Entry,
    { fingerprint, sinceMs, cv }: { fingerprint: string; sinceMs: number; cv: SqlValue },
  ): Promise<z.infer<typeof earlierSchema> | null> {
    const results = await this.engine.batch([
      sql`update gis_site.submission set fingerprint = null
          where fingerprint = ${fingerprint} and accepted <= ${sinceMs}`,
      ...inserts({ ...NEW, entry, cv }, fingerprint),
      sql`select id, reference from gis_site.submission
          where id = ${entry.idempotencyKey} or fingerprint = ${fingerprint} order by accepted limit 1`,
    ]);
    if (results[1]?.length === 1) return null;
    return earlierSchema.parse(results.at(-1)?.[0]);
  }

  /** Adds a submission of another store; one that is here already stays as it is. */
  async takeOver(moved: MovedSubmission): Promise<void> {
    await this.engine.batch(inserts(moved));
  }

  /**
   * Moves waiting submissions and dead letters to another store. Each is removed here after it is durable
   * there. Returns how many.
   */
  async moveTo(target: SubmissionStore): Promise<number> {
    let moved = 0;
    for (const row of await this.rows()) {
      if (row.state === 'corrupt') continue;
      const cv = await this.cv(row.id);
      const entry = parseEntry(row.payload, cv?.length ?? 0);
      if (entry === null) {
        await this.quarantine(row.id, Date.now());
        continue;
      }
      await target.takeOver({ ...row, entry, cv });
      await this.discard(row.id);
      moved += 1;
    }
    return moved;
  }

  /**
   * Renews leases of this owner, and leases up to `count` rows to it, those due longest first.
   * @returns also the milliseconds until more is due; null when nothing waits.
   */
  async claim(
    owner: string,
    { count, leaseMs, renew }: { count: number; leaseMs: number; renew: readonly string[] },
  ): Promise<{ claimed: Claimed[]; waitMs: number | null }> {
    const results = await this.engine.batch([
      ...renew.map(
        (id) => sql`update gis_site.submission set lease = ${TICK} + ${leaseMs}
          where id = ${id} and owner = ${owner} and lease < ${TICK} + ${Math.floor(leaseMs / 2)}`,
      ),
      sql`update gis_site.submission set owner = ${owner}, lease = ${TICK} + ${leaseMs}, attempts = attempts + 1,
            is_cut_off = case when lease is null then 0 else 1 end
          where id in (
            select id from gis_site.submission
            where state = 'waiting' and due <= ${TICK} and (lease is null or lease <= ${TICK})
            order by due, accepted limit ${count} ${SKIP_LOCKED})
          returning id, payload, attempts, cause, is_cut_off as "isCutOff"`,
      sql`select min(case when lease is null then due else ${GREATEST}(due, lease) end) - ${TICK} as "waitMs"
          from gis_site.submission where state = 'waiting'`,
    ]);
    const [claimed, waits] = results.slice(-2);
    const { waitMs } = waitSchema.parse(waits?.[0]);
    return { claimed: z.array(claimedSchema).parse(claimed), waitMs };
  }

  /** Ends an attempt that may succeed later, unless another instance has claimed the row. */
  async retryLater(
    id: string,
    {
      owner,
      waitMs,
      soonMs,
      cause,
    }: Record<'waitMs' | 'soonMs', number> & Record<'owner' | 'cause', string>,
  ): Promise<void> {
    await this.#run(sql`update gis_site.submission set lease = null, owner = null, cause = ${cause},
        due = ${TICK} + ${waitMs}, soon = ${TICK} + ${soonMs}
      where id = ${id} and owner = ${owner} and state = 'waiting'`);
  }

  /** Ends a lease without an attempt. */
  async postpone(id: string, { owner, waitMs }: { owner: string; waitMs: number }): Promise<void> {
    await this.#run(sql`update gis_site.submission set lease = null, owner = null,
        attempts = attempts - 1, due = ${TICK} + ${waitMs}
      where id = ${id} and owner = ${owner} and state = 'waiting'`);
  }

  /** Replaces a delivered submission by a receipt without personal data. */
  async finish(id: string, atMs: number): Promise<void> {
    await this.engine.batch([
      sql`update gis_site.submission set state = 'delivered', payload = null, cause = null, reason = null,
            lease = null, owner = null, finished = ${atMs} where id = ${id}`,
      sql`delete from gis_site.submission_cv where id = ${id}`,
    ]);
  }

  async deadLetter(
    id: string,
    { owner, reason, cause, atMs }: { owner: string; reason: string; cause: string; atMs: number },
  ): Promise<void> {
    await this.#run(sql`update gis_site.submission set state = 'dead', fingerprint = null, reason = ${reason},
        cause = ${cause}, lease = null, owner = null, finished = ${atMs}
      where id = ${id} and owner = ${owner} and state = 'waiting'`);
  }

  /** Frees the key: a browser that sends an unreadable submission again must not get its receipt. */
  async quarantine(id: string, atMs: number): Promise<void> {
    const name = `corrupt ${id}`;
    await this.engine.batch([
      sql`update gis_site.submission set id = ${name}, state = 'corrupt', fingerprint = null,
            lease = null, owner = null, finished = ${atMs} where id = ${id}`,
      sql`update gis_site.submission_cv set id = ${name} where id = ${id}`,
    ]);
  }

  /** Makes all waiting rows due, those attempted a moment ago or with a Retry-After a little later. */
  async retryOthersSoon(): Promise<void> {
    await this.#run(sql`update gis_site.submission set due = ${GREATEST}(soon, ${TICK})
      where state = 'waiting' and due > ${GREATEST}(soon, ${TICK})`);
  }

  /** Makes all waiting rows due, and one dead letter or all of them (null) wait again. */
  async requeue(reference: string | null): Promise<void> {
    await this.engine.batch([
      sql`update gis_site.submission
          set state = 'waiting', attempts = 0, reason = null, cause = null, finished = null
          where state = 'dead' and reference = coalesce(${reference}, reference)`,
      sql`update gis_site.submission set due = 0 where state = 'waiting'`,
      sql`delete from gis_site.hold`,
    ]);
  }

  async discard(id: string): Promise<void> {
    await this.engine.batch([
      sql`delete from gis_site.submission_cv where id = ${id}`,
      sql`delete from gis_site.submission where id = ${id} and state <> 'delivered'`,
    ]);
  }

  /** Ends the leases of an instance that closes. */
  async release(owner: string): Promise<void> {
    await this.#run(sql`update gis_site.submission set lease = ${TICK}, owner = null
      where owner = ${owner} and state = 'waiting'`);
  }

  /** All that is not delivered, oldest first. */
  async rows(): Promise<SubmissionRow[]> {
    const rows =
      await this.#run(sql`select id, reference, state, form, campus, payload, attempts, cause, reason,
        lease, due - ${TICK} as "waitMs", accepted, finished
      from gis_site.submission where state <> 'delivered' order by accepted, id`);
    return z.array(rowSchema).parse(rows);
  }

  async cv(id: string): Promise<Buffer | null> {
    const [row] = await this.#run(sql`select bytes from gis_site.submission_cv where id = ${id}`);
    return row === undefined ? null : Buffer.from(bytesSchema.parse(row).bytes);
  }

  /** Null before the first attempt has ended. */
  async outcomeOf(id: string): Promise<Outcome | null> {
    const [row] = await this.#run(
      sql`select state, cause, lease from gis_site.submission where id = ${id}`,
    );
    const found = outcomeSchema.safeParse(row).data;
    if (found?.state === 'delivered') return 'delivered';
    if (found?.state === 'dead') return 'rejected';
    return found !== undefined && found.cause !== null && found.lease === null ? 'stored' : null;
  }

  async counts(): Promise<Counts> {
    const rows = await this.#run(sql`select state, count(*) as count, min(accepted) as oldest
      from gis_site.submission where state <> 'delivered' group by state`);
    const counts: Counts = { waiting: 0, dead: 0, corrupt: 0, oldest: null };
    for (const { state, count, oldest } of z.array(countSchema).parse(rows)) {
      counts[state] = count;
      if (state === 'waiting') counts.oldest = oldest;
    }
    return counts;
  }

  /** Deletes expired receipts and dead letters (docs/promises.md#o8). */
  async expire(
    nowMs: number,
    { keepReceiptsMs, keepDeadMs }: Pick<OutboxLimits, 'keepReceiptsMs' | 'keepDeadMs'>,
  ): Promise<void> {
    await this.engine.batch([
      sql`delete from gis_site.submission where state = 'delivered' and finished < ${nowMs - keepReceiptsMs}
          or state in ('dead', 'corrupt') and finished < ${nowMs - keepDeadMs}`,
      sql`delete from gis_site.submission_cv where id not in (select id from gis_site.submission)`,
    ]);
    await this.engine.purge();
  }

  /** True for one of the instances that share the data, then for none until `forMs` is over. */
  async takeTurn(name: string, forMs: number): Promise<boolean> {
    const rows =
      await this.#run(sql`insert into gis_site.claim (name, until) values (${name}, ${TICK} + ${forMs})
      on conflict (name) do update set until = excluded.until where claim.until <= ${TICK} returning name`);
    return rows.length === 1;
  }

  async #run(statement: Statement): Promise<Row[]> {
    const [rows = []] = await this.engine.batch([statement]);
    return rows;
  }
}

function inserts(
  { entry, cv, state, attempts, cause, reason, finished }: MovedSubmission,
  fingerprint: string | null = null,
): Statement[] {
  const { idempotencyKey: id, reference, form, campus, acceptedAt } = entry;
  const payload = JSON.stringify(entry);
  const row = sql`insert into gis_site.submission
      (id, reference, fingerprint, state, form, campus, payload, attempts, cause, reason, due, accepted, finished)
    values (${id}, ${reference}, ${fingerprint}, ${state}, ${form}, ${campus}, ${payload}, ${attempts}, ${cause},
      ${reason}, 0, ${Date.parse(acceptedAt)}, ${finished})
    on conflict do nothing returning id`;
  if (cv === null) return [row];
  // Not for a submission that was here before.
  const cvRow = sql`insert into gis_site.submission_cv (id, bytes) select id, ${cv}${AS_BYTES}
    from gis_site.submission where id = ${id} and state = ${state} and payload = ${payload}
    on conflict do nothing`;
  return [row, cvRow];
}
