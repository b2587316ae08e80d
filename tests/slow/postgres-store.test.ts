import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DATABASE_LIMITS } from '../../server/database/database.ts';
import { toDeliveryFailure } from '../../server/outbox/delivery-failure.ts';
import { CorruptEntryError } from '../../server/outbox/entry-store.ts';
import { OUTBOX_LIMITS } from '../../server/outbox/outbox-limits.ts';
import { SharedHolds } from '../../server/outbox/shared-holds.ts';
import { ProviderError } from '../../server/provider/provider.ts';
import type { Log } from '../../server/web/log.ts';
import {
  about,
  ACCEPTED_AT,
  CV,
  DAY,
  makeEntry,
  NO_TABLE,
  openOutboxDatabase,
  REASON,
  receiptOf,
  REFERENCES,
  WAITING,
  type OutboxDatabase,
} from '../support/outbox-database.ts';
import { NO_POSTGRES } from '../support/postgres.ts';

let opened: OutboxDatabase;
let database: OutboxDatabase['database'];
let jobs: OutboxDatabase['jobs'];
let store: OutboxDatabase['store'];
let add: OutboxDatabase['add'];
let rows: OutboxDatabase['rows'];
let states: OutboxDatabase['states'];
let jobCount: OutboxDatabase['jobCount'];
let withoutEntries: OutboxDatabase['withoutEntries'];
let lines: Record<string, unknown>[];
let log: Log;

describe.skipIf(NO_POSTGRES !== null)('the outbox in PostgreSQL', () => {
  beforeAll(async () => {
    opened = await openOutboxDatabase();
    ({ database, jobs, store, add, rows, states, jobCount, withoutEntries } = opened);
  });

  afterAll(() => opened.remove());

  beforeEach(async () => {
    ({ lines, log } = await opened.clear());
  });

  describe('the store', () => {
    test('an entry is read as it was stored, its CV byte by byte, with what is known of its last attempt', async () => {
      const entry = makeEntry({ cv: CV });
      expect(await add(entry, { cv: CV })).toBeNull();
      const stored = await store.read(entry.id);
      expect(stored).toMatchObject({ entry, note: null });
      expect((await stored?.readCv?.())?.equals(CV)).toBe(true);
      await store.noteAttempt(entry.id, WAITING);
      expect((await store.read(entry.id))?.note).toEqual(WAITING);
      expect(await store.read(entry.id, 'dead')).toBeNull();
      const other = makeEntry({ reference: 'GIS-BBBB-3333' });
      expect(await store.read(other.id)).toBeNull();
      await add(other);
      expect(await store.read(other.id)).toEqual({ entry: other, readCv: null, note: null });
    });

    test.each([
      ['its text is torn', `entry = substring(entry for 60)`],
      ['it has no text', 'entry = null'],
      ['it is of another shape', `entry = '{"version":1}'`],
      ['it is that of another id', `entry = replace(entry, id, 'other')`],
      ['its CV is gone', 'cv = null'],
      ['its CV is shorter', `cv = '\\x25'`],
    ])('what cannot be read is no entry: %s', async (_, change) => {
      const entry = makeEntry({ cv: CV });
      await add(entry, { cv: CV });
      await database.query(`update gis_site.entry set ${change}`);
      await expect(store.read(entry.id)).rejects.toThrow(CorruptEntryError);
    });

    test('a CV of an entry that has none is no entry either', async () => {
      const entry = makeEntry();
      await add(entry);
      await database.query(`update gis_site.entry set cv = '\\x25'`);
      await expect(store.read(entry.id)).rejects.toThrow(CorruptEntryError);
    });

    test('the same form is the entry that came first, unless that is too long ago, dead or corrupt', async () => {
      const first = makeEntry();
      const again = makeEntry({ reference: 'GIS-BBBB-3333', laterMs: 1_000 });
      await add(first);
      expect(await add(again, { sinceMs: ACCEPTED_AT - 1 })).toMatchObject({
        id: first.id,
        reference: first.reference,
      });
      expect((await store.ids()).length).toBe(1);
      await store.finish(receiptOf(first));
      expect((await add(again, { sinceMs: ACCEPTED_AT - 1 }))?.id).toBe(first.id);
      expect(await add(again, { sinceMs: ACCEPTED_AT })).toBeNull();
      await database.query(`delete from gis_site.entry where id = $1`, [again.id]);
      for (const state of ['dead', 'corrupt']) {
        await database.query(`update gis_site.entry set state = '${state}'`);
        expect([state, await add(again, { sinceMs: 0 })]).toEqual([state, null]);
        await database.query(`delete from gis_site.entry where id = $1`, [again.id]);
      }
    });

    test('of the same form that comes to several instances at once one is stored', async () => {
      const turns = Array.from({ length: DATABASE_LIMITS.connections }, (_, turn) => turn);
      // Each has its connection: none is held up by having to make one.
      await Promise.all(turns.map(() => database.query('select pg_sleep(0.05)')));
      const known = await Promise.all(
        turns.map((laterMs) =>
          add(makeEntry({ reference: `GIS-AAAA-222${laterMs}`, laterMs }), { sinceMs: 0 }),
        ),
      );
      expect(known.filter((earlier) => earlier === null)).toHaveLength(1);
      expect(await states()).toEqual(['waiting']);
    });

    test('an entry of the same reference is the one that is there, however old and whatever came of it, unless it is corrupt', async () => {
      const first = makeEntry();
      const again = makeEntry({ fingerprint: 'fedcba9876543210', laterMs: 30 * DAY });
      await add(first);
      for (const state of ['waiting', 'delivered', 'dead']) {
        await database.query(`update gis_site.entry set state = '${state}'`);
        expect([state, (await add(again))?.id]).toEqual([state, first.id]);
      }
      await store.quarantine(first.id);
      expect(await add(again)).toBeNull();
      expect(await states()).toEqual(['corrupt', 'waiting']);
    });

    test('what came of an entry: nothing before its first attempt has ended, then stored, delivered or rejected', async () => {
      const { id } = makeEntry();
      expect(await store.outcomeOf(id)).toBeNull();
      await add(makeEntry());
      expect(await store.outcomeOf(id)).toBeNull();
      await store.noteAttempt(id, { ...WAITING, state: 'trying', nextAt: null });
      expect(await store.outcomeOf(id)).toBeNull();
      await store.noteAttempt(id, WAITING);
      expect(await store.outcomeOf(id)).toBe('stored');
      for (const note of [`'{"state":"waiting"'`, `'{"state":"waiting"}'`, `'null'`]) {
        await database.query(`update gis_site.entry set note = ${note}`);
        expect([note, await store.outcomeOf(id)]).toEqual([note, null]);
      }
      await store.deadLetter(id, REASON);
      expect(await store.outcomeOf(id)).toBe('rejected');
      await store.finish(receiptOf(makeEntry()));
      expect(await store.outcomeOf(id)).toBe('delivered');
    });

    test('an entry that has come to its end has no job, and a delivered one nothing personal', async () => {
      const entries = REFERENCES.map((reference) => makeEntry({ reference, cv: CV }));
      const [first, second, third, fourth] = entries.map(({ id }) => id);
      for (const entry of entries) await add(entry, { cv: CV });
      expect(await jobCount()).toBe(4);
      await store.noteAttempt(first ?? '', WAITING);
      await store.finish(receiptOf(entries[0] ?? makeEntry()));
      await store.deadLetter(second ?? '', REASON);
      await store.quarantine(third ?? '');
      await store.discard(fourth ?? '');
      expect(await states()).toEqual(['corrupt', 'dead', 'delivered']);
      expect(await jobCount()).toBe(0);
      const [row] = await rows(`select * from gis_site.entry where state = 'delivered'`);
      expect(row).toMatchObject({ entry: null, cv: null, note: null, reason: null });
      expect(JSON.parse(String(row?.['receipt']))).toEqual(receiptOf(entries[0] ?? makeEntry()));
      await store.discard(first ?? '');
      expect(await states()).toEqual(['corrupt', 'dead', 'delivered']);
    });

    test('a dead letter that is put back waits with a job and without a reason; what is not dead stays as it is', async () => {
      const dead = makeEntry();
      await store.takeOver({ entry: dead, cv: null, reason: REASON });
      expect(await jobCount()).toBe(0);
      await database.query(`update gis_site.entry set note = '${JSON.stringify(WAITING)}'`);
      await store.requeue(dead.id);
      expect(await states()).toEqual(['waiting']);
      expect(await store.read(dead.id)).toMatchObject({ entry: dead, note: null });
      expect((await store.takeOut(dead.id)).reason).toBeNull();
      expect(await jobs.fetch(5)).toEqual([
        { id: dead.id, key: dead.idempotencyKey, attempts: 0, soonAtMs: 0 },
      ]);
      await store.requeue(dead.id);
      expect(await jobs.fetch(5)).toEqual([]);
    });

    test('a receipt that the database did not take is written when it is back, once', async () => {
      const entry = makeEntry();
      await add(entry);
      await withoutEntries(async () => {
        await expect(store.finish(receiptOf(entry))).rejects.toMatchObject(NO_TABLE);
        await expect(store.finishOpen()).rejects.toMatchObject(NO_TABLE);
        // A hint is no reason to fail.
        await store.noteAttempt(entry.id, WAITING);
      });
      expect(await store.outcomeOf(entry.id)).toBeNull();
      await store.finishOpen();
      expect(await store.outcomeOf(entry.id)).toBe('delivered');
      await database.query(`update gis_site.entry set receipt = null`);
      await store.finishOpen();
      expect(await rows('select receipt from gis_site.entry')).toEqual([{ receipt: null }]);
    });

    test('a transaction that fails leaves nothing', async () => {
      const entry = makeEntry();
      await database.query('alter table gis_jobs.job rename to away');
      await expect(add(entry)).rejects.toMatchObject(NO_TABLE);
      await database.query('alter table gis_jobs.away rename to job');
      expect(await states()).toEqual([]);
    });

    test('receipts, dead letters and what is corrupt go after their time; what waits never', async () => {
      for (const [state, days] of [
        ['delivered', 3],
        ['delivered', 1],
        ['dead', 6],
        ['dead', 4],
        ['corrupt', 6],
        ['corrupt', 4],
        ['waiting', 90],
      ] as const) {
        const reference = `GIS-${randomUUID().slice(0, 4)}-2222`.toUpperCase();
        await add(makeEntry({ reference }));
        await database.query(
          `update gis_site.entry set state = $1, changed_at = now() - $2 * interval '1 day' where reference = $3`,
          [state, days, reference],
        );
      }
      await store.sweep({ ...OUTBOX_LIMITS, keepReceiptsMs: 2 * DAY, keepDeadMs: 5 * DAY });
      expect(await states()).toEqual(['corrupt', 'dead', 'delivered', 'waiting']);
    });
  });

  describe('jobs', () => {
    test('what is due is handed out once, no more than asked for, and again when its lease has ended', async () => {
      for (const reference of ['GIS-AAAA-2222', 'GIS-BBBB-3333', 'GIS-CCCC-4444'])
        await add(makeEntry({ reference }));
      expect(await jobs.fetch(2)).toHaveLength(2);
      expect(await jobs.fetch(2)).toHaveLength(1);
      expect(await jobs.fetch(2)).toEqual([]);
      await jobs.expire();
      expect(await jobs.fetch(5)).toEqual([]);
      await database.query(`update gis_jobs.job set started_on = now() - interval '1 day'`);
      await jobs.expire();
      expect(await jobs.fetch(5)).toHaveLength(3);
    });

    test('what is put off is due later, all of it now by command, and after a delivery as soon as it may be', async () => {
      await add(makeEntry());
      const [job] = await jobs.fetch(1);
      if (job === undefined) throw new Error('no job');
      const soonAtMs = Date.now() + DAY;
      const later = { ...job, attempts: 1, soonAtMs };
      const dueInMs = async () => {
        const [{ left } = {}] = await rows(
          'select extract(epoch from start_after - now()) * 1000 as left from gis_jobs.job',
        );
        return Number(left);
      };
      await jobs.reschedule(later, 30 * DAY);
      expect(await dueInMs()).toEqual(about(30 * DAY));
      expect(await jobs.fetch(1)).toEqual([]);
      await jobs.retryOthersSoon();
      expect(await dueInMs()).toEqual(about(DAY));
      expect(await jobs.fetch(1)).toEqual([]);
      await jobs.retryAllNow();
      expect(await jobs.fetch(1)).toEqual([later]);
      await jobs.reschedule({ ...job, soonAtMs: Date.now() - 1 }, 30 * DAY);
      await jobs.retryOthersSoon();
      expect(await jobs.fetch(1)).toHaveLength(1);
    });

    test('a job that cannot be put off stays as it is', async () => {
      await add(makeEntry());
      const [job] = await jobs.fetch(1);
      if (job === undefined) throw new Error('no job');
      await expect(jobs.reschedule(job, 1e300)).rejects.toMatchObject({ code: '22007' });
      expect(await rows('select state from gis_jobs.job')).toEqual([{ state: 'active' }]);
    });

    test('a job of another form is passed over; of nothing else it is an error', async () => {
      const insert = `insert into gis_jobs.job (name, data, expire_in) values ('deliver', '{"other":1}', interval '1 hour')`;
      await database.query(insert);
      await expect(jobs.fetch(5)).rejects.toMatchObject({ name: '$ZodError' });
      await database.query(insert);
      await add(makeEntry());
      expect(await jobs.fetch(5)).toMatchObject([{ id: makeEntry().id }]);
    });
  });

  describe('holds of all instances', () => {
    const limits = { ...OUTBOX_LIMITS, firstRetryMs: 10_000, longestHoldMs: 30_000 };
    const holds = () => new SharedHolds(database, { log, limits });
    const refused = (retryAfterSeconds = 0) =>
      toDeliveryFailure(new ProviderError('status', { status: 401, retryAfterSeconds }));

    test('a form that was refused is attempted by one instance when its hold ends, and later each time', async () => {
      const [one, other] = [holds(), holds()];
      expect(await one.acquire('career')).toBe(0);
      await one.failed('career', refused());
      expect(await other.acquire('career')).toEqual(about(10_000));
      expect(await other.acquire('admission')).toBe(0);
      await other.failed('career', refused());
      expect(await one.acquire('career')).toEqual(about(20_000));
      await other.failed('career', refused());
      await other.failed('career', refused());
      expect(await one.acquire('career')).toEqual(about(30_000));
      await database.query('update gis_site.hold set until = now()');
      expect(await one.acquire('career')).toBe(0);
      expect(await other.acquire('career')).toEqual(about(30_000));
      await other.failed('admission', refused(20));
      expect(await one.acquire('admission')).toEqual(about(20_000));
      expect(lines.filter(({ event }) => event === 'provider-misconfigured')).toMatchObject([
        { level: 'error', form: 'career', status: 401 },
      ]);
    });

    test('the alarm is raised again after its time', async () => {
      await holds().failed('career', refused());
      await database.query(`update gis_site.format set alarmed_at = now() - $1 * interval '1 ms'`, [
        limits.alarmEveryMs + 1_000,
      ]);
      await holds().failed('career', refused());
      await holds().failed('career', refused());
      expect(lines).toHaveLength(2);
    });

    test('a form that succeeds is held no more, and the others are tried at once', async () => {
      for (const form of ['career', 'admission', 'getInTouch'] as const)
        await holds().failed(form, refused());
      await holds().succeeded('career');
      expect(await rows('select form from gis_site.hold order by form')).toEqual([
        { form: 'admission' },
        { form: 'getInTouch' },
      ]);
      expect(await holds().acquire('career')).toBe(0);
      expect(await holds().acquire('admission')).toBe(0);
      expect(await holds().acquire('admission')).toBeGreaterThan(0);
      await holds().release('admission');
      expect(await rows('select form from gis_site.hold')).toEqual([{ form: 'getInTouch' }]);
      await holds().releaseAll();
      expect(await rows('select form from gis_site.hold')).toEqual([]);
    });
  });
});
