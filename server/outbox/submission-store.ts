import * as z from 'zod/mini';
import type { Entry, Outcome } from './entry.ts';
import type { OutboxLimits } from './outbox-limits.ts';
import { AS_BYTES, GREATEST, SKIP_LOCKED, sql, TICK } from './sql.ts';
import type { Engine, SqlValue, Statement } from './sql.ts';

const stateSchema = z.enum(['waiting', 'delivered', 'dead', 'corrupt']);

const rowSchema = z.object({
  id: z.string(),
  reference: z.string(),
  state: stateSchema,
  form: z.string(),
  campus: z.string(),
  payload: z.nullable(z.string()),
  attempts: z.number(),
  cause: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  lease: z.nullable(z.number()),
  /** Milliseconds until it is due. */
  waitMs: z.number(),
  accepted: z.number(),
  finished: z.nullable(z.number()),
});
const earlierSchema = z.object({ id: z.string(), reference: z.string() });
const claimedSchema = z.object({
  id: z.string(),
  payload: z.nullable(z.string()),
  attempts: z.number(),
  cause: z.nullable(z.string()),
  isCutOff: z.number(),
});
const waitSchema = z.object({ waitMs: z.nullable(z.number()) });
const outcomeSchema = z.object({
  state: stateSchema,
  cause: z.nullable(z.string()),
  lease: z.nullable(z.number()),
});
const countSchema = z.object({ state: stateSchema, count: z.number(), oldest: z.number() });
const bytesSchema = z.object({ bytes: z.instanceof(Uint8Array) });

export type SubmissionRow = z.infer<typeof rowSchema>;
/** A row that this instance alone may send until its lease ends. */
export type Claimed = z.infer<typeof claimedSchema>;
export type Counts = Record<'waiting' | 'dead' | 'corrupt', number> & { oldest: number | null };

/** What a submission brings along from another store, or from the folder of earlier releases. */
export type MovedSubmission = Pick<
  SubmissionRow,
  'state' | 'attempts' | 'cause' | 'reason' | 'finished'
> & { entry: Entry; cv: SqlValue };

type NewSubmission = {
  fingerprint: string;
  sinceMs: number;
  cvPath: string | null;
  /** Leases it to this instance. */
  owner: string | null;
  leaseMs: number;
};

const UNLEASED = { fingerprint: null, owner: null, leaseMs: 0 };
const NEW = { state: 'waiting', cause: null, reason: null, finished: null } as const;

/** The table of submissions and what belongs to it, on either engine. Methods reject with the engine's error. */
export class SubmissionStore {
  readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /**
   * Makes a submission durable, unless it is here already: by its idempotency key, however old, or by
   * the fingerprint of one that was accepted after `sinceMs` and not rejected. Returns the earlier one.
   */
  async add(
    entry: Entry,
    { fingerprint, sinceMs, cvPath, owner, leaseMs }: NewSubmission,
  ): Promise<z.infer<typeof earlierSchema> | null> {
    const id = entry.idempotencyKey;
    const cv = cvPath === null ? null : { file: cvPath };
    const results = await this.engine.batch([
      sql`update gis_site.submission set fingerprint = null
          where fingerprint = ${fingerprint} and accepted <= ${sinceMs}`,
      ...inserts(
        { ...NEW, attempts: owner === null ? 0 : 1, entry, cv },
        { fingerprint, owner, leaseMs },
      ),
      sql`select id, reference from gis_site.submission
          where id = ${id} or fingerprint = ${fingerprint} order by accepted limit 1`,
    ]);
    if (results[1]?.length === 1) return null;
    return earlierSchema.parse(results.at(-1)?.[0]);
  }

  /** Takes over what another store or an earlier release holds; what is here already stays as it is. */
  async takeOver(moved: MovedSubmission): Promise<void> {
    await this.engine.batch(inserts(moved));
  }

  /**
   * Renews leases of this owner, and leases what is due longest to it, `count` at most.
   * @returns with the milliseconds until more is due; null when nothing waits.
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

  /** Ends an attempt that may succeed later; a submission that another has taken over stays as it is. */
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

  /** Gives a lease back: this was no attempt. */
  async postpone(id: string, { owner, waitMs }: { owner: string; waitMs: number }): Promise<void> {
    await this.#run(sql`update gis_site.submission set lease = null, owner = null,
        attempts = attempts - 1, due = ${TICK} + ${waitMs}
      where id = ${id} and owner = ${owner} and state = 'waiting'`);
  }

  /** Replaces a delivered submission by its receipt, which has nothing personal. */
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

  /** Its key is free again: what cannot be read must not answer for what is sent again. */
  async quarantine(id: string, atMs: number): Promise<void> {
    const name = `corrupt ${id}`;
    await this.engine.batch([
      sql`update gis_site.submission set id = ${name}, state = 'corrupt', fingerprint = null,
            lease = null, owner = null, finished = ${atMs} where id = ${id}`,
      sql`update gis_site.submission_cv set id = ${name} where id = ${id}`,
    ]);
  }

  /** Makes all that waits due; what was attempted a moment ago, or put off by the provider, a little later. */
  async retryOthersSoon(): Promise<void> {
    await this.#run(sql`update gis_site.submission set due = ${GREATEST}(soon, ${TICK})
      where state = 'waiting' and due > ${GREATEST}(soon, ${TICK})`);
  }

  /** Makes all that waits due, and one dead letter or all of them wait again. Null means all. */
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

  /** What is not delivered, oldest first. */
  async rows(): Promise<SubmissionRow[]> {
    const rows =
      await this.#run(sql`select id, reference, state, form, campus, payload, attempts, cause, reason,
        lease, due - ${TICK} as "waitMs", accepted, finished
      from gis_site.submission where state <> 'delivered' order by accepted, id`);
    return z.array(rowSchema).parse(rows);
  }

  async cv(id: string): Promise<Buffer | null> {
    const [row] = await this.#run(sql`select bytes from gis_site.submission_cv where id = ${id}`);
    if (row === undefined) return null;
    const { buffer, byteOffset, byteLength } = bytesSchema.parse(row).bytes;
    return Buffer.from(buffer, byteOffset, byteLength);
  }

  /** What came of the first attempt; null before that has ended. */
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
      if (state === 'delivered') continue;
      counts[state] = count;
      if (state === 'waiting') counts.oldest = oldest;
    }
    return counts;
  }

  /** Removes what outlived its purpose (docs/promises.md#o8). */
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

  /** Of all instances that share the data the first that asks for a name has it, for so long. */
  async takeTurn(name: string, forMs: number): Promise<boolean> {
    const rows =
      await this.#run(sql`insert into gis_site.claim (name, until) values (${name}, ${TICK} + ${forMs})
      on conflict (name) do update set until = excluded.until where claim.until <= ${TICK} returning name`);
    return rows.length === 1;
  }

  async #run(statement: Statement) {
    const [rows = []] = await this.engine.batch([statement]);
    return rows;
  }
}

function inserts(
  { entry, cv, state, attempts, cause, reason, finished }: MovedSubmission,
  {
    fingerprint,
    owner,
    leaseMs,
  }: Pick<NewSubmission, 'owner' | 'leaseMs'> & { fingerprint: string | null } = UNLEASED,
): Statement[] {
  const { idempotencyKey: id, reference, form, campus } = entry;
  const payload = JSON.stringify(entry);
  const row = sql`insert into gis_site.submission
      (id, reference, fingerprint, state, form, campus, payload, attempts, cause, reason, due, accepted, finished,
        owner, lease)
    values (${id}, ${reference}, ${fingerprint}, ${state}, ${form}, ${campus}, ${payload}, ${attempts}, ${cause},
      ${reason}, 0, ${Date.parse(entry.acceptedAt)}, ${finished},
      ${owner}, case when cast(${owner} as text) is null then null else ${TICK} + ${leaseMs} end)
    on conflict do nothing returning id`;
  if (cv === null) return [row];
  // Not for a submission that was here before.
  const cvRow = sql`insert into gis_site.submission_cv (id, bytes) select id, ${cv}${AS_BYTES}
    from gis_site.submission where id = ${id} and state = ${state} and payload = ${payload}
    on conflict do nothing`;
  return [row, cvRow];
}
