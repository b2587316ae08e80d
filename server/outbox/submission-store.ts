import { randomUUID } from 'node:crypto';
import { sql, toAscii, type Engine, type Statement } from '../database/sql.ts';
import type { Outcome } from './entry.ts';
import type {
  Claimed,
  Columns,
  NewSubmission,
  StoredSubmission,
  SubmissionRow,
} from './submission-row.ts';

/** A wait that began in the future is over: the clock was set back. By less it is as much longer. */
const CLOCK_STEP_MS = 60_000;

/** Ends the pauses of all forms: their turns are free. */
const END_PAUSES = sql`delete from gis_site.claim where name like 'form %'`;

/** It falls when the data go back in time. */
const RAISE_COUNT = sql`update gis_site.accepted_count set count = count + 1 returning count`;

/** The table of submissions, on either engine. Methods reject with the engine's error. */
export class SubmissionStore {
  readonly engine: Engine;
  /** With a lower count than this, PostgreSQL went back in time, and nothing is claimed. */
  knownCount = 0;
  /** Names this instance in leases. */
  readonly #owner = randomUUID();

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /**
   * Makes a submission durable, unless its idempotency key is known, or the fingerprint of one accepted less than
   * `same.withinMs` before, and not rejected. Returns that earlier one.
   * @param onTaken is called with the count of the data then
   */
  async add(
    { id, reference, form, campus, payload, cv }: NewSubmission,
    same: { fingerprint: string | null; withinMs: number } = { fingerprint: null, withinMs: 0 },
    onTaken: (count: number) => void = () => {},
  ): Promise<Pick<SubmissionRow, 'id' | 'reference'> | null> {
    const ascii = payload && toAscii(payload);
    const [, added, ...results] = await this.engine.batch<SubmissionRow & { count: number }>([
      sql`update gis_site.submission set fingerprint = null
        where fingerprint = ${same.fingerprint} and abs(tick() - accepted) >= ${same.withinMs}`,
      sql`insert into gis_site.submission
          (id, reference, fingerprint, state, form, campus, payload, attempts, due, accepted)
        values (${id}, ${reference}, ${same.fingerprint}, 'waiting', ${form}, ${campus}, ${ascii}, 0, 0, tick())
        on conflict do nothing returning id`,
      ...addCv({ id, payload: ascii, cv }),
      // Last of the writes: the instances wait for each other here.
      RAISE_COUNT,
      sql`select id, reference from gis_site.submission
        where id = ${id} or fingerprint = ${same.fingerprint} order by accepted limit 1`,
    ]);
    onTaken(results.at(-2)?.[0]?.count ?? 0);
    return added?.length === 1 ? null : (results.at(-1)?.[0] ?? null);
  }

  /**
   * Stores a row of another store or of a backup. A lease ends at once, so that the next attempt knows of the one before.
   * @returns whether it was not here already
   */
  async copy({ cv, fingerprint, ...row }: Columns & { cv: Uint8Array | null }): Promise<boolean> {
    const { id } = row;
    const payload = row.payload && toAscii(row.payload);
    const lease = row.lease === null ? null : 0;
    const [added] = await this.engine.batch([
      sql`insert into gis_site.submission (id, reference, state, form, campus, payload, attempts, cause, reason,
          due, lease, is_cut_off, accepted, finished)
        values (${id}, ${row.reference}, ${row.state}, ${row.form}, ${row.campus}, ${payload}, ${row.attempts},
          ${row.cause}, ${row.reason}, 0, ${lease}, ${row.is_cut_off}, ${row.accepted}, ${row.finished})
        on conflict do nothing returning id`,
      // The same form may have come to both stores.
      sql`update gis_site.submission set fingerprint = ${fingerprint} where id = ${id}
        and not exists (select 1 from gis_site.submission where fingerprint = ${fingerprint})`,
      // The row that is here may not know of an attempt there.
      sql`update gis_site.submission set is_cut_off = greatest(is_cut_off, ${row.is_cut_off}::bigint)
        where id = ${id}`,
      ...addCv({ id, payload, cv }),
    ]);
    return added?.length === 1;
  }

  /** Renews leases of this instance, and leases up to `count` rows to it, those due longest first. */
  async claim(
    count: number,
    { leaseMs, renew }: { leaseMs: number; renew: readonly string[] },
  ): Promise<Claimed[]> {
    const results = await this.engine.batch<Claimed>([
      ...renew.map(
        (id) => sql`update gis_site.submission set lease = tick() + ${leaseMs}
          where id = ${id} and owner = ${this.#owner}
            and (lease < tick() + ${Math.floor(leaseMs / 2)} or lease > tick() + ${leaseMs})`,
      ),
      // A common table expression is evaluated once; PostgreSQL may evaluate a subquery, and its limit, for each row.
      sql`with claimed as (
          select id from gis_site.submission
          where ${this.knownCount} <= (select count from gis_site.accepted_count)
            and state = 'waiting' and (due <= tick() or tried > tick() + ${CLOCK_STEP_MS})
            and (lease is null or lease <= tick() or lease > tick() + ${2 * leaseMs})
          order by due, accepted limit ${count} for update skip locked)
        update gis_site.submission set owner = ${this.#owner}, lease = tick() + ${leaseMs},
          attempts = attempts + 1,
          is_cut_off = case when lease is not null then 2 when is_cut_off > 0 then 1 else 0 end
        where id in (select id from claimed)
        returning id, payload, attempts, cause, is_cut_off as "isCutOff", tick() - accepted as "ageMs"`,
    ]);
    return results.at(-1) ?? [];
  }

  /** Ends an attempt that may succeed later, unless another instance has claimed the row. */
  async retryLater(
    id: string,
    next: { waitMs: number; soonMs: number; cause: string; mayHaveArrived: boolean },
  ) {
    await this.#run(sql`update gis_site.submission set lease = null, owner = null,
        cause = ${next.cause}, due = tick() + ${next.waitMs}, soon = tick() + ${next.soonMs}, tried = tick(),
        is_cut_off = case when ${next.mayHaveArrived ? 1 : 0} = 1 then 1 else is_cut_off end
      where id = ${id} and owner = ${this.#owner} and state = 'waiting'`);
  }

  /** Ends a lease without an attempt. */
  async postpone(id: string, waitMs: number): Promise<void> {
    await this.#run(sql`update gis_site.submission set lease = null, owner = null,
        attempts = attempts - 1, due = tick() + ${waitMs}, tried = tick()
      where id = ${id} and owner = ${this.#owner} and state = 'waiting'`);
  }

  /** Replaces a delivered submission by a receipt without personal data. */
  async finish(id: string, atMs: number): Promise<void> {
    const results = await this.engine.batch<{ count: number }>([
      sql`update gis_site.submission set state = 'delivered', payload = null, cause = null, reason = null,
          lease = null, owner = null, finished = ${atMs} where id = ${id}`,
      sql`delete from gis_site.submission_cv where id = ${id}`,
      // Without it, data that go back in time by deliveries alone would send them again unnoticed.
      RAISE_COUNT,
    ]);
    // 0 where no instance compares.
    if (this.knownCount > 0)
      this.knownCount = Math.max(results.at(-1)?.[0]?.count ?? 0, this.knownCount);
  }

  async deadLetter(id: string, end: { reason: string; cause: string; atMs: number }) {
    await this.#run(sql`update gis_site.submission set state = 'dead', fingerprint = null,
        reason = ${end.reason}, cause = ${end.cause}, lease = null, owner = null, finished = ${end.atMs}
      where id = ${id} and owner = ${this.#owner} and state = 'waiting'`);
  }

  /**
   * Makes rows due that wait for their next attempt, or a little later if it was a moment ago or has a Retry-After.
   * Of each paused form one is attempted.
   */
  async retrySoon(): Promise<void> {
    await this.engine.batch([
      END_PAUSES,
      sql`update gis_site.submission set due = greatest(soon, tick())
        where state = 'waiting' and due > greatest(soon, tick())`,
    ]);
  }

  /** Makes the submission of a reference due, or all of them (null); a dead letter waits again. */
  async requeue(reference: string | null): Promise<void> {
    await this.engine.batch([
      sql`update gis_site.submission
        set state = 'waiting', attempts = 0, reason = null, cause = null, finished = null
        where state = 'dead' and reference = coalesce(${reference}, reference)`,
      sql`update gis_site.submission set due = 0
        where state = 'waiting' and reference = coalesce(${reference}, reference)`,
      sql`delete from gis_site.claim where name in (
        select 'form ' || form from gis_site.submission where reference = coalesce(${reference}, reference))`,
    ]);
  }

  async discard(id: string): Promise<void> {
    await this.engine.batch([
      sql`delete from gis_site.submission where id = ${id} and state <> 'delivered'`,
      sql`delete from gis_site.submission_cv where id = ${id}`,
    ]);
  }

  /** Ends the leases of this instance, which closes. */
  async release(): Promise<void> {
    await this.#run(sql`update gis_site.submission set lease = tick(), owner = null
      where owner = ${this.#owner} and state = 'waiting'`);
  }

  /** Delivered ones that the provider may have twice. */
  async repeats(): Promise<SubmissionRow[]> {
    return await this.#run<SubmissionRow>(
      sql`select *, 0 as "waitMs" from gis_site.submission
        where state = 'delivered' and is_cut_off > 0 order by accepted, id`,
    );
  }

  /** All that is not delivered, oldest first. */
  async rows(): Promise<SubmissionRow[]> {
    return await this.#run<SubmissionRow>(
      sql`select *, due - tick() as "waitMs" from gis_site.submission
        where state <> 'delivered' order by accepted, id`,
    );
  }

  async cv(id: string): Promise<Buffer | null> {
    const [row] = await this.#run<{ bytes: Uint8Array }>(
      sql`select bytes from gis_site.submission_cv where id = ${id}`,
    );
    return row === undefined ? null : toBuffer(row.bytes);
  }

  /** All that is stored, receipts too, oldest first. Each row is as of the moment when it is read. */
  async *all(): AsyncGenerator<StoredSubmission> {
    const ids = await this.#run<{ id: string }>(
      sql`select id from gis_site.submission order by accepted, id`,
    );
    for (const { id } of ids) {
      const [row] = await this.#run<StoredSubmission & { bytes: Uint8Array | null }>(
        sql`select submission.*, bytes from gis_site.submission
          left join gis_site.submission_cv on submission_cv.id = submission.id
          where submission.id = ${id}`,
      );
      if (row === undefined) continue;
      const { bytes, ...columns } = row;
      yield { ...columns, cv: bytes && toBuffer(bytes) };
    }
  }

  /** Resolves to null during an attempt, and before the first one has ended. */
  async outcomeOf(id: string): Promise<Outcome | null> {
    const [row] = await this.#run<{ outcome: Outcome | null }>(sql`select case
        when state = 'delivered' then 'delivered'
        when state = 'dead' then 'rejected'
        when cause is not null and lease is null then 'stored' end as outcome
      from gis_site.submission where id = ${id}`);
    return row?.outcome ?? null;
  }

  /** Counts each state that is not delivered, and finds when its oldest was accepted. */
  counts() {
    return this.#run<{ state: SubmissionRow['state']; count: number; oldest: number }>(
      sql`select state, count(*) as count, min(accepted) as oldest
        from gis_site.submission where state <> 'delivered' group by state`,
    );
  }

  /** Fails as `accept` would: it writes a row. */
  async probe(): Promise<void> {
    await this.#run(sql`insert into gis_site.claim (name, until) values ('probe', tick())
      on conflict (name) do update set until = excluded.until`);
  }

  /** True for one of the instances that share the data, then for none until `forMs` is over. */
  async takeTurn(name: string, forMs: number): Promise<boolean> {
    const rows = await this.#run(
      sql`insert into gis_site.claim (name, until, since) values (${name}, tick() + ${forMs}, tick())
        on conflict (name) do update set until = excluded.until, since = excluded.since
        where claim.until <= tick() or claim.since > tick() + ${CLOCK_STEP_MS} returning name`,
    );
    return rows.length === 1;
  }

  async #run<Row extends object>(statement: Statement): Promise<Row[]> {
    const [rows = []] = await this.engine.batch<Row>([statement]);
    return rows;
  }
}

/** Not for a submission that was here before. */
function addCv({ id, payload, cv }: Pick<NewSubmission, 'id' | 'payload' | 'cv'>): Statement[] {
  if (cv === null) return [];
  return [
    sql`insert into gis_site.submission_cv (id, bytes) select id, ${cv}::bytea
      from gis_site.submission where id = ${id} and payload is not distinct from ${payload} on conflict do nothing`,
  ];
}

/** Returns the same bytes, which are not copied. */
function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
