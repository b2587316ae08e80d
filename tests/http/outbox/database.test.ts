import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import { Client } from 'pg';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ClockComparison } from '../../../server/clock-comparison.ts';
import { tryDatabase } from '../../../server/database/database.ts';
import { FORM_LIMITS } from '../../../server/forms/form-limits.ts';
import { RateLimits } from '../../../server/forms/rate-limits.ts';
import { systemClock } from '../../../server/outbox/clock.ts';
import { runBackup } from '../../../server/backup/backup-cli.ts';
import { runRestore } from '../../../server/backup/restore-cli.ts';
import { NoticeStore } from '../../../server/notices/notice-store.ts';
import { runNoticeCli } from '../../../server/notices/notice-cli.ts';
import { checkStoredNotices } from '../../../server/ops/doctor/notices.ts';
import { createDeliveryLoop } from '../../../server/outbox/delivery-loop.ts';
import { expireSubmissions } from '../../../server/outbox/expire-submissions.ts';
import { moveSubmissions } from '../../../server/outbox/move-submissions.ts';
import { parseEntry, type Delivery, type Entry } from '../../../server/outbox/entry.ts';
import { sql, type Engine } from '../../../server/database/sql.ts';
import { OUTBOX_LIMITS } from '../../../server/outbox/outbox-limits.ts';
import { runOutboxCli } from '../../../server/outbox/outbox-cli.ts';
import { SqliteEngine } from '../../../server/outbox/sqlite-engine.ts';
import { SubmissionStore } from '../../../server/outbox/submission-store.ts';
import { ProviderError } from '../../../server/provider/provider-error.ts';
import { SOON } from '../../support/effort.ts';
import { holdMoment } from '../../support/moments.ts';
import {
  application,
  databaseOfTest,
  enquiry,
  openEngine,
  openStore,
  rejection,
} from '../../support/outbox-stores.ts';
import { createOutbox, type OutboxOptions } from '../../../server/outbox/outbox.ts';
import { diagnosed } from '../../support/doctor.ts';
import { passes } from '../../support/passes.ts';
import { pdfBytes } from '../../support/pdf.ts';
import { NO_POSTGRES, openDatabase, PASSWORD, usePostgres } from '../../support/postgres.ts';
import { startProcess } from '../../support/process.ts';
import { createTestLog, silentLog } from '../../support/test-log.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const CV = Buffer.from('%PDF-1.7 a CV');
const LEASE_MS = 2_000;
const RETRY = { waitMs: 60_000, soonMs: 30_000, cause: 'x', mayHaveArrived: false };
const base = temporaryFolder();
const postgres = usePostgres();
const newDatabase = async () => await postgres.newDatabase();

let entries = 0;

/** Stores sort those of one millisecond by their ids. */
function entryOf(change: Partial<Entry> = {}): Entry {
  entries += 1;
  const id = String(entries).padStart(8, '0') + randomUUID().slice(8);
  return {
    version: 1,
    id,
    reference: `GIS-${id.slice(4, 8)}-2222`,
    idempotencyKey: id,
    acceptedAt: new Date().toISOString(),
    form: 'getInTouch',
    campus: 'NEKPUR',
    fields: { name: 'Asha' },
    cv: null,
    ...change,
  };
}

/** A submission as the table has it, which no other is the same as. */
function newRow() {
  const entry = entryOf();
  return { ...entry, payload: JSON.stringify(entry), cv: null };
}

/** Holds a lock until it ends. */
async function lock(url: string, statement: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  await client.query('begin');
  await client.query(statement);
  return client;
}

for (const name of ['SQLite', 'PostgreSQL'])
  describe.skipIf(name === 'PostgreSQL' && NO_POSTGRES !== null)(`submissions on ${name}`, () => {
    const ends: (() => Promise<void>)[] = [];
    const engines: (readonly [Engine, Engine])[] = [];
    let opened = 0;
    beforeEach(() => void (opened = 0));
    afterAll(async () => {
      for (const end of ends) await end();
    });

    async function openEngines() {
      const url = name === 'PostgreSQL' ? await newDatabase() : null;
      const path = join(base, randomUUID(), 'outbox.db');
      async function openOne(): Promise<Engine> {
        if (url !== null) return openDatabase(url, (end) => ends.push(end));
        const engine = new SqliteEngine({ path, clock: systemClock, log: silentLog });
        ends.push(() => engine.close());
        return engine;
      }
      return [await openOne(), await openOne()] as const;
    }

    /** Two stores over the same data, as two processes have them, without what another test has left. */
    async function open() {
      const [one, two] = (engines[opened] ??= await openEngines());
      opened += 1;
      await one.batch([
        sql`delete from gis_site.submission`,
        sql`delete from gis_site.submission_cv`,
        sql`delete from gis_site.claim`,
      ]);
      return [new SubmissionStore(one), new SubmissionStore(two)] as const;
    }

    const add = (
      store: SubmissionStore,
      entry: Entry,
      {
        cv = null,
        ...how
      }: { cv?: Uint8Array | null } & Partial<Parameters<SubmissionStore['add']>[1]> = {},
    ) =>
      store.add(
        { ...entry, payload: JSON.stringify(entry), cv },
        { fingerprint: randomUUID(), withinMs: 60_000, ...how },
      );
    const counts = async (store: SubmissionStore) =>
      Object.fromEntries((await store.counts()).map(({ state, count }) => [state, count]));
    const claim = (store: SubmissionStore, renew: string[] = []) =>
      store.claim(2, { leaseMs: LEASE_MS, renew });

    test('O5: one form or one key at two instances at once is one row', async () => {
      const stores = await open();
      const fingerprint = 'the same form';
      const forms = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          add(stores[at % 2 ? 0 : 1], entryOf(), { fingerprint }),
        ),
      );
      expect(forms.filter((earlier) => earlier === null)).toHaveLength(1);
      expect(new Set(forms.flatMap((earlier) => earlier?.id ?? [])).size).toBe(1);
      // Texts of any kind survive.
      const entry = entryOf({ fields: { name: 'नमस्ते \u0000 \ud800 "\'\\ \u2028 <b>' } });
      const keys = await Promise.all(
        Array.from({ length: 20 }, (_, at) => add(stores[at % 2 ? 0 : 1], entry)),
      );
      expect(keys.filter((earlier) => earlier === null)).toHaveLength(1);
      const rows = await stores[0].rows();
      expect(rows).toHaveLength(2);
      expect(rows.map(({ payload }) => parseEntry(payload, 0))).toContainEqual(entry);
      // A minute later it is another one; what was rejected is none.
      expect(await add(stores[0], entryOf(), { fingerprint, withinMs: 0 })).toBeNull();
    });

    test('a repeated key with a CV changes nothing', async () => {
      const [store] = await open();
      const cv = CV;
      const entry = entryOf({ cv: { name: 'a.pdf', size: CV.length, sha256: '' } });
      await add(store, entry, { cv });
      expect((await store.cv(entry.id))?.equals(CV)).toBe(true);
      await store.finish(entry.id, Date.now());
      expect(await add(store, { ...entry, fields: { name: 'B' } }, { cv })).toMatchObject({
        reference: entry.reference,
      });
      expect(await store.cv(entry.id)).toBeNull();
      expect(await store.outcomeOf(entry.id)).toBe('delivered');
    });

    test('O3: a damaged submission keeps its CV when it is moved', async () => {
      const [from, to] = [(await open())[0], (await open())[0]];
      const entry = entryOf();
      await add(from, entry, { cv: CV });
      await from.engine.batch([sql`update gis_site.submission set payload = null`]);
      expect(await moveSubmissions(from, to)).toBe(1);
      expect([await from.rows(), (await to.cv(entry.id))?.equals(CV)]).toEqual([[], true]);
    });

    test('O5: after a move the next attempt knows that of a stopped process, and the same form is the same', async () => {
      const [from, to] = [(await open())[0], (await open())[0]];
      const entry = entryOf();
      const dead = entryOf();
      await add(from, dead);
      await claim(from);
      await from.retryLater(dead.id, { ...RETRY, waitMs: 0, mayHaveArrived: true });
      await claim(from);
      await from.deadLetter(dead.id, { reason: 'expired', cause: 'x', atMs: Date.now() });
      await add(from, entry, { fingerprint: 'same' });
      await claim(from);
      await from.release();
      expect(await moveSubmissions(from, to)).toBe(2);
      const again = entryOf();
      expect(await add(to, again, { fingerprint: 'same' })).toMatchObject({ id: entry.id });
      expect(await claim(to)).toMatchObject([{ id: entry.id, attempts: 2, isCutOff: 2 }]);
      const moved = (await to.rows()).find(({ id }) => id === dead.id);
      expect(moved).toMatchObject({ state: 'dead', reason: 'expired', is_cut_off: 1 });
    });

    test('O5: a move leaves what an instance attempts or delivers meanwhile', async () => {
      const [[from, instance], [to]] = [await open(), await open()];
      const [first, attempted, delivered] = [entryOf(), entryOf(), entryOf()];
      for (const entry of [first, attempted, delivered]) await add(from, entry);
      class SlowStore extends SubmissionStore {
        override async copy(...[row]: Parameters<SubmissionStore['copy']>) {
          if (row.id === first.id) {
            await claim(instance);
            await instance.finish(delivered.id, Date.now());
          }
          return super.copy(row);
        }
      }
      const target = new SlowStore(to.engine);
      const move = () => moveSubmissions(from, target, { leaseMs: LEASE_MS });
      expect(await move()).toBe(1);
      expect((await to.rows()).map(({ id }) => id)).toEqual([first.id]);
      await instance.retryLater(attempted.id, RETRY);
      expect(await move()).toBe(1);
      expect(await claim(to)).toMatchObject([{ isCutOff: 0 }, { isCutOff: 0 }]);
      expect(await from.rows()).toEqual([]);
    });

    test('a move brings a form that came to both stores', async () => {
      const [from, to] = [(await open())[0], (await open())[0]];
      for (const store of [from, to]) await add(store, entryOf(), { fingerprint: 'same' });
      expect(await moveSubmissions(from, to)).toBe(1);
      expect(await to.rows()).toHaveLength(2);
    });

    test('O7: a submission that is claimed again before its last attempt has ended keeps its lease', async () => {
      const [{ engine }] = await open();
      let reads = 0;
      // The process stands still in its first attempt, after its first look at the clock.
      const elapsed = () => systemClock.elapsed() + (reads++ > 0 ? OUTBOX_LIMITS.leaseMs : 0);
      const [postponed, delivery] = [holdMoment(), holdMoment()];
      const renewed: (readonly string[])[] = [];
      class SlowStore extends SubmissionStore {
        override async postpone(id: string, waitMs: number) {
          await super.postpone(id, waitMs);
          await postponed.wait();
        }
        override async claim(...[count, how]: Parameters<SubmissionStore['claim']>) {
          renewed.push(how.renew);
          return await super.claim(count, how);
        }
      }
      let deliveries = 0;
      const loop = createDeliveryLoop({
        store: new SlowStore(engine),
        clock: { ...systemClock, elapsed },
        log: silentLog,
        limits: { ...OUTBOX_LIMITS, concurrency: 2 },
        requestIds: new Map(),
        notify: () => {},
        isUp: () => true,
        onStoreError: (error) => expect.unreachable(String(error)),
        deliver() {
          deliveries += 1;
          return delivery.wait();
        },
      });
      const entry = entryOf();
      await add(new SubmissionStore(engine), entry);
      await expect.poll(() => (loop.wake(), deliveries), SOON).toBe(1);
      postponed.release();
      await nextTurn();
      const claims = renewed.length;
      loop.wake();
      await expect.poll(() => renewed.length, SOON).toBeGreaterThan(claims);
      expect(renewed.at(-1)).toEqual([entry.id]);
      delivery.release();
      await loop.stop();
    });

    test('an instance claims no more rows than it sends, whatever the database expects of the table', async () => {
      const [store] = await open();
      for (let at = 0; at < 10; at += 1) {
        await add(store, entryOf());
        if (at === 0) await store.engine.batch([sql`analyze gis_site.submission`]);
      }
      expect(await claim(store)).toHaveLength(2);
    });

    test("O7: a claimed row is another instance's when its lease or the instance has ended", async () => {
      const [one, two] = await open();
      const entry = entryOf();
      await add(one, entry);
      await claim(two);
      await two.release();
      expect(await claim(one)).toHaveLength(1);
      expect(await claim(two)).toEqual([]);
      // Renewed, it stays.
      for (let count = 0; count < 2; count += 1) {
        await delay(LEASE_MS * 0.6);
        await claim(one, [entry.id]);
        expect(await claim(two)).toEqual([]);
      }
      await expect
        .poll(() => claim(two), SOON)
        .toMatchObject([{ id: entry.id, attempts: 3, isCutOff: 2 }]);
      // Results of the first instance no longer count, except a delivery.
      await one.retryLater(entry.id, { ...RETRY, waitMs: 0 });
      await one.deadLetter(entry.id, { reason: 'rejected', cause: 'x', atMs: 0 });
      await one.postpone(entry.id, 0);
      expect(await one.rows()).toMatchObject([{ state: 'waiting', cause: null, attempts: 3 }]);
      await one.finish(entry.id, Date.now());
      expect(await two.outcomeOf(entry.id)).toBe('delivered');
      expect(await two.repeats()).toMatchObject([{ reference: entry.reference }]);
    });

    test('a failed submission is due later, sooner after a delivery, and now by command', async () => {
      const [store] = await open();
      const entry = entryOf();
      await add(store, entry);
      const [claimed] = await claim(store);
      expect(claimed).toMatchObject({ id: entry.id, attempts: 1, isCutOff: 0, cause: null });
      expect(parseEntry(claimed?.payload ?? '', 0)).toEqual(entry);
      await store.retryLater(entry.id, RETRY);
      const waits = async () =>
        (await store.rows()).map(({ waitMs }) => Math.round(waitMs / 10_000));
      expect([await claim(store), await waits()]).toEqual([[], [6]]);
      await store.retrySoon();
      expect([await claim(store), await waits()]).toEqual([[], [3]]);
      expect(await store.outcomeOf(entry.id)).toBe('stored');
      await store.requeue(entry.reference);
      expect(await claim(store)).toMatchObject([{ cause: 'x' }]);
      await store.postpone(entry.id, 0);
      expect(await claim(store)).toMatchObject([{ attempts: 2, isCutOff: 0 }]);
      await store.deadLetter(entry.id, { reason: 'rejected', cause: 'x', atMs: 1 });
      await store.requeue(null);
      expect(await claim(store)).toMatchObject([{ attempts: 1, cause: null }]);
    });

    test('a retry by reference makes no other submission due', async () => {
      const [store] = await open();
      const [one, other] = [entryOf(), entryOf()];
      for (const entry of [one, other]) {
        await add(store, entry);
        await claim(store);
        await store.retryLater(entry.id, RETRY);
      }
      await store.requeue(one.reference);
      expect(await claim(store)).toMatchObject([{ id: one.id }]);
    });

    test('one of two instances has a turn, until it is over', async () => {
      const [one, two] = await open();
      const turns = await Promise.all([one.takeTurn('alarm', 300), two.takeTurn('alarm', 300)]);
      expect(turns.filter(Boolean)).toHaveLength(1);
      expect(await two.takeTurn('other', 300)).toBe(true);
      await delay(310);
      expect(await two.takeTurn('alarm', 300)).toBe(true);
    });

    test('O9: a rejected key stays rejected; receipts and dead letters expire, waiting submissions never', async () => {
      const [store] = await open();
      const waiting = entryOf();
      const old = { acceptedAt: '2026-01-01T00:00:00.000Z' };
      const [dead, done] = [entryOf(old), entryOf(old)];
      const same = { fingerprint: 'the same form', withinMs: 1e12 };
      await add(store, done);
      await add(store, dead, same);
      // Those that wait longest come first.
      const claimed = (await claim(store)).map(({ id }) => id);
      expect(claimed.toSorted()).toEqual([dead.id, done.id].toSorted());
      const why = { reason: 'rejected', cause: 'status 422', atMs: 1_000 };
      await store.deadLetter(dead.id, why);
      // What was rejected may be sent again, under another key.
      expect(await add(store, dead, same)).toMatchObject({ reference: dead.reference });
      expect(await store.outcomeOf(dead.id)).toBe('rejected');
      expect(await add(store, waiting, same)).toBeNull();
      await store.finish(done.id, 1_000);
      await store.discard(done.id);
      await expireSubmissions(store.engine, 999);
      expect(await counts(store)).toEqual({ waiting: 1, dead: 1 });
      expect(await store.outcomeOf(done.id)).toBe('delivered');
      await expireSubmissions(store.engine, 1_001);
      expect(await counts(store)).toEqual({ waiting: 1 });
      expect(await store.outcomeOf(done.id)).toBeNull();
    });

    test('a batch that fails leaves nothing', async () => {
      const [store] = await open();
      const failed = store.engine.batch([
        sql`insert into gis_site.claim (name, until) values ('a', 1)`,
        sql`insert into gis_site.claim (name, until) values ('a', 1)`,
      ]);
      await expect(failed).rejects.toThrow(/unique/i);
      const [rows] = await store.engine.batch([sql`select name from gis_site.claim`]);
      expect(rows).toEqual([]);
    });
  });

test('O3: a number that is out of range in a damaged row holds up no other', async () => {
  const path = join(base, randomUUID(), 'outbox.db');
  const store = new SubmissionStore(openEngine(path));
  const [damaged, other] = [newRow(), newRow()];
  for (const row of [damaged, other]) await store.add(row);
  const file = new DatabaseSync(path, { timeout: 5_000 });
  for (const name of ['attempts', 'soon', 'finished'])
    file.exec(`update submission set ${name} = ${2n ** 60n} where id = '${damaged.id}'`);
  file.close();
  const claimed = await store.claim(2, { leaseMs: LEASE_MS, renew: [] });
  expect(claimed.map(({ id }) => id).toSorted()).toEqual([damaged.id, other.id].toSorted());
  await store.retryLater(other.id, RETRY);
  await store.retrySoon();
  expect(await store.rows()).toHaveLength(2);
});

test('O2: a program that reads outbox.db for long delays no form while its log is emptied', async () => {
  const path = join(base, randomUUID(), 'outbox.db');
  const [one, two] = [openEngine(path), openEngine(path)];
  await new SubmissionStore(one).add(newRow());
  const reader = new DatabaseSync(path, { timeout: 5_000 });
  onTestFinished(() => reader.close());
  reader.exec('begin; select * from submission');
  await new SubmissionStore(two).add(newRow());
  const from = performance.now();
  await Promise.all([one.purge(), new SubmissionStore(two).add(newRow())]);
  expect(performance.now() - from).toBeLessThan(4_000);
  // The time that a writer waits is as before.
  expect(await one.batch([sql`pragma busy_timeout`])).toEqual([[{ timeout: 5_000 }]]);
});

test('O5: a restore keeps the marks of possible repeats, and marks what waits', async () => {
  const [source, target] = [temporaryFolder(), temporaryFolder()];
  const store = new SubmissionStore(openEngine(join(source, 'outbox.db')));
  const rows = { delivered: newRow(), dead: newRow(), leased: newRow(), waiting: newRow() };
  for (const row of [rows.delivered, rows.dead]) {
    await store.add(row);
    await store.claim(1, { leaseMs: LEASE_MS, renew: [] });
    await store.retryLater(row.id, { ...RETRY, waitMs: 0, mayHaveArrived: true });
    await store.claim(1, { leaseMs: LEASE_MS, renew: [] });
  }
  await store.finish(rows.delivered.id, Date.now());
  await store.deadLetter(rows.dead.id, { reason: 'expired', cause: 'x', atMs: Date.now() });
  await store.add(rows.leased);
  await store.claim(1, { leaseMs: LEASE_MS, renew: [] });
  await store.add(rows.waiting);
  const backup = join(temporaryFolder(), 'backup');
  await runBackup([backup], { DATA_DIR: source });
  await runRestore([backup], { DATA_DIR: target });
  const restored = new SubmissionStore(openEngine(join(target, 'outbox.db')));
  const marks = [...(await restored.rows()), ...(await restored.repeats())];
  expect(Object.fromEntries(marks.map((row) => [row.id, row.is_cut_off]))).toEqual({
    [rows.delivered.id]: 1,
    [rows.dead.id]: 1,
    [rows.leased.id]: 1,
    [rows.waiting.id]: 1,
  });
  const claimed = await restored.claim(2, { leaseMs: LEASE_MS, renew: [] });
  expect(Object.fromEntries(claimed.map(({ id, isCutOff }) => [id, isCutOff]))).toEqual({
    [rows.leased.id]: 2,
    [rows.waiting.id]: 1,
  });
});

test('a purge of many CVs frees them in steps, between which others write', async () => {
  const engine = openEngine(join(temporaryFolder(), 'outbox.db'));
  const store = new SubmissionStore(engine);
  const rows = Array.from({ length: 6 }, newRow);
  for (const row of rows) await store.add({ ...row, cv: Buffer.alloc(5_000_000) });
  for (const { id } of rows) await store.finish(id, Date.now());
  const countFree = async () => {
    const [[row] = []] = await engine.batch<{ free: number }>([
      sql`select freelist_count as free from pragma_freelist_count`,
    ]);
    return row?.free ?? 0;
  };
  const counts = new Set([await countFree()]);
  const purged = engine.purge().then(() => counts.add(0));
  while (!counts.has(0)) counts.add(await countFree());
  await purged;
  expect(counts.size).toBeGreaterThan(3);
});

/** An outbox over a database whose provider is down, and what it logs. */
function openOutbox(url: string, options: Partial<OutboxOptions>) {
  const { log, lines } = createTestLog();
  const database = databaseOfTest({ url, log });
  const deliver = async () => Promise.reject(rejection(503));
  const shared = { dataDir: temporaryFolder(), database, deliver, log, secret: 's'.repeat(32) };
  const outbox = createOutbox({ ...shared, ...options });
  onTestFinished(() => outbox.close());
  return { outbox, lines };
}

describe.skipIf(NO_POSTGRES !== null)('the database of several instances', () => {
  test('S10: instances share the counts of a visitor, unless the database is too slow', async () => {
    const url = await newDatabase();
    const limits = { statementMs: 2_000, connectMs: SOON.timeout, checkMs: 100 };
    const database = databaseOfTest({ url, limits });
    await expect.poll(() => database.isUp()).toBe(true);
    const instance = (databaseTimeoutMs = SOON.timeout) =>
      new RateLimits({
        limits: { ...FORM_LIMITS, formsPerClient: 5, certificatesPerClient: 3, databaseTimeoutMs },
        secret: 's'.repeat(32),
        database,
      });
    const visitor = { network: '192.0.2.9', userAgent: 'Phone' };
    const [one, two, quick] = [instance(), instance(), instance(20)];
    const post = (at: number) => (at % 2 ? one : two).countClient('career', visitor, {});
    expect(await passes(8, post)).toBe(5);
    expect(await passes(8, () => one.countClient('certificate', visitor, {}))).toBe(3);
    // A clock that was ahead for a moment locks nobody out for as long.
    await database.query('update gis_site.rate_limit set expire = expire + 86400000');
    expect(await passes(8, post)).toBe(6);
    await lock(url, 'lock table gis_site.rate_limit');
    await expect(database.query('select * from gis_site.rate_limit')).rejects.toThrow(/timeout/i);
    expect(await passes(8, () => quick.countClient('career', visitor, {}))).toBe(5);
  });

  test('I11: a clock that is a day off from the one of the database is logged, and named by the doctor', async () => {
    const url = await newDatabase();
    const day = 86_400;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - day * 1_000 });
    onTestFinished(() => void vi.useRealTimers());
    const { log, lines } = createTestLog();
    const clocks = new ClockComparison(log);
    const limits = { connectMs: SOON.timeout, statementMs: SOON.timeout, checkMs: 50 };
    databaseOfTest({ url, log, clocks, limits });
    await expect
      .poll(() => lines.filter(({ event }) => event === 'clock-off'), SOON)
      .toMatchObject([{ state: 'database' }]);
    expect(clocks.state().database).toBeLessThan(60 - day);
    const { lines: named } = await diagnosed({ DATABASE_URL: url });
    expect(named).toContainEqual(
      expect.stringMatching(/^clock: this clock is 86\d+ s behind the database's -> set it by NTP/),
    );
  });

  test('I4: another database than before is not used before a restart, and is logged', async () => {
    const shared = await openStore('PostgreSQL', postgres);
    onTestFinished(() => shared.remove());
    const url = shared.url ?? '';
    const deliver = () => Promise.reject(new ProviderError('unreachable'));
    const query = (text: string) => postgres.query(text, { url });
    const first = shared.open({ deliver });
    const down = () => first.lines.filter(({ event }) => event === 'database-down');
    const ups = () => first.lines.filter(({ event }) => event === 'database-up').length;
    await expect.poll(ups, SOON).toBe(1);
    await query(`update gis_site.format set store = 'other'`);
    const cause = expect.stringContaining('it is another database than before') as string;
    await expect.poll(down, SOON).toMatchObject([{ level: 'error', cause }]);
    await query('drop schema gis_site cascade');
    await first.outbox.accept(enquiry('A'));
    await expect
      .poll(async () => (await first.outbox.state()).database, SOON)
      .toEqual({ state: 'down', onDisk: 1 });
    await first.close();
    expect([await query(`select to_regnamespace('gis_site') as found`), ups()]).toEqual([
      [{ found: null }],
      1,
    ]);
    const second = shared.open({ deliver, dataDir: first.dataDir });
    const moved = () => second.lines.find(({ event }) => event === 'outbox-moved')?.['count'];
    await expect.poll(moved, SOON).toBe(1);
  });

  test('O4: the tables of a newer release, which came while this one ran, are not used', async () => {
    const url = await newDatabase();
    const database = await openDatabase(url);
    await database.query('update gis_site.format set version = 99');
    const late = await openDatabase(url);
    expect(await late.check()).toMatch(/newer release \(format 99, this program knows 7\)/);
  });

  test('I5: a database that becomes read-only is down, and the doctor names it', async () => {
    const url = await newDatabase();
    const limits = { connectMs: SOON.timeout, statementMs: SOON.timeout };
    const { log, lines } = createTestLog();
    const database = databaseOfTest({
      url,
      log,
      limits: { ...limits, checkMs: 100, connectionSeconds: 1 },
    });
    expect(await database.check()).toBeNull();
    const name = new URL(url).pathname.slice(1);
    const set = (value: string) =>
      postgres.query(`alter database ${name} set default_transaction_read_only = ${value}`);
    await set('on');
    const cause = expect.stringMatching(/^25006: it is read-only/) as string;
    const events = () => lines.filter(({ event }) => event !== 'database-up');
    await expect.poll(events, SOON).toMatchObject([{ event: 'database-down', cause }]);
    await expect(tryDatabase(url)).rejects.toMatchObject({ code: '25006' });
    await set('off');
    await expect.poll(() => database.isUp(), SOON).toBe(true);
  });

  test('I2: a command changes nothing in a database without submissions', async () => {
    const url = await newDatabase();
    const dataDir = temporaryFolder();
    for (const { code, text } of [
      await runOutboxCli(['list'], { DATABASE_URL: url }),
      await runNoticeCli(['list'], { DATABASE_URL: url }),
    ])
      expect([code, text]).toEqual([3, expect.stringContaining('it holds no submissions')]);
    const environment = { DATABASE_URL: url, DATA_DIR: dataDir };
    await expect(runBackup([join(dataDir, 'backup')], environment)).rejects.toThrow(
      'it holds no submissions',
    );
    await diagnosed(environment);
    const found = await postgres.query(`select to_regnamespace('gis_site') as f`, { url });
    expect(found).toEqual([{ f: null }]);
  });

  test('the first statements wait until the tables are made', async () => {
    const database = databaseOfTest({ url: await newDatabase() });
    expect(await database.batch([sql`select id from gis_site.notice`])).toEqual([[]]);
  });

  test('urgent notices of commands that run at once are all stored, and the doctor names them', async () => {
    const url = await newDatabase();
    expect(await (await openDatabase(url)).check()).toBeNull();
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'outbox.db'), '');
    const notice = (...args: string[]) =>
      runNoticeCli(args, { DATABASE_URL: url, DATA_DIR: dataDir }, new Date('2026-11-29'));
    const added = Array.from({ length: 8 }, (_, at) =>
      notice('--until', '2099-11-30', `Bus ${at}`),
    );
    for (const { code } of await Promise.all(added)) expect(code).toBe(0);
    expect((await notice('list')).text.match(/Bus \d/g)?.toSorted()).toHaveLength(8);
    const named: string[] = [];
    for await (const { what } of checkStoredNotices({ dataDir, databaseUrl: url }))
      named.push(what);
    expect(named).toHaveLength(8);
    expect((await notice('clear', '9')).text).toContain('no notice 9');
    expect((await notice('clear', '8')).text).toMatch(/^1 removed/);
    expect((await notice('clear')).text).toBe('7 removed.\nNo urgent notice is shown.\n');
  });

  test('O2: submissions whose statements fail wait on the disk, and are logged once', async () => {
    const shared = await openStore('PostgreSQL', postgres);
    onTestFinished(() => shared.remove());
    const sent: string[] = [];
    const deliver = async ({ entry }: Delivery) => void sent.push(entry.reference);
    const { outbox, lines } = shared.open({
      deliver,
      // A move that fails leaves its lease.
      limits: { leaseMs: 10_000 },
    });
    const events = (name: string) => lines.filter(({ event }) => event === name);
    await expect.poll(() => events('database-up')).toHaveLength(1);
    const url = shared.url ?? '';
    const rename = (from: string, to: string) =>
      postgres.query(`alter table gis_site.${from} rename to ${to}`, { url });
    await rename('submission', 'gone');
    const stored = [await outbox.accept(enquiry('A')), await outbox.accept(enquiry('B'))];
    const cause = expect.stringMatching(/^42P01: /) as string;
    expect(events('database-statement')).toMatchObject([{ level: 'warn', cause }]);
    await rename('gone', 'submission');
    await expect.poll(() => sent.length, SOON).toBe(2);
    expect(sent.toSorted()).toEqual(stored.map(({ reference }) => reference).toSorted());
  });

  test('O1, O7: defaults of a database change neither what is claimed nor when it is durable', async () => {
    const url = await newDatabase();
    const name = new URL(url).pathname.slice(1);
    for (const setting of [
      'default_transaction_isolation = serializable',
      'synchronous_commit = off',
    ])
      await postgres.query(`alter database ${name} set ${setting}`);
    const one = new SubmissionStore(await openDatabase(url));
    const two = new SubmissionStore(await openDatabase(url));
    await Promise.all(Array.from({ length: 40 }, () => one.add(newRow())));
    const claims = [one, two, one, two, one, two, one, two].map((store) =>
      store.claim(2, { leaseMs: SOON.timeout, renew: [] }),
    );
    expect((await Promise.all(claims)).flat().length).toBeGreaterThan(0);
    const setting = sql`select current_setting('synchronous_commit') as commit`;
    expect(await one.engine.batch([setting])).toEqual([[{ commit: 'on' }]]);
  });

  test('O7: what an instance no longer waits for, or left when it was suspended, holds no locks', async () => {
    const url = await newDatabase();
    const store = new SubmissionStore(await openDatabase(url));
    await store.takeTurn('form career', SOON.timeout);
    const endTurn = sql`delete from gis_site.claim where name = 'form career'`;
    const locker = await lock(url, 'lock table gis_site.claim in exclusive mode');
    const waiting = async (text: string) =>
      await postgres.query(
        `select 1 from pg_stat_activity
          where wait_event_type = 'Lock' and application_name = 'gis-site' and query like '${text}%'`,
      );
    const database = databaseOfTest({ url, limits: { statementMs: 200 } });
    const probe = new SubmissionStore(database).probe();
    await expect(probe).rejects.toMatchObject({ code: '57014' });
    expect(await waiting('insert into gis_site.claim')).toEqual([]);
    // It ends the turns of forms when it starts.
    const site = await startProcess({ DATABASE_URL: url, PROVIDER_URL: 'http://127.0.0.1:9' });
    await expect.poll(() => waiting('delete from gis_site.claim'), SOON).toHaveLength(1);
    site.child.kill('SIGSTOP');
    await locker.end();
    await store.engine.batch([endTurn]);
  });

  test('I10: a database that went back in time is noticed; what it lost is named, what waits may be a repeat', async () => {
    const url = await newDatabase();
    const folder = temporaryFolder();
    const open = () => openOutbox(url, { dataDir: folder, limits: { scanMs: 50 } });
    const { outbox, lines } = open();
    const kept = await outbox.accept(enquiry('kept'));
    await kept.outcome;
    const lost = [await outbox.accept(enquiry('one')), await outbox.accept(enquiry('two'))];
    // As in a standby that had only the first of them.
    const back = `delete from gis_site.submission where reference in ('${lost.map(({ reference }) => reference).join("', '")}');
      update gis_site.accepted_count set count = 1`;
    await postgres.query(back, { url });
    const rewound = () => lines.filter(({ event }) => event === 'database-rewound');
    await expect.poll(() => rewound().length, SOON).toBe(1);
    const references = lost.map(({ reference }) => reference);
    expect(rewound()).toMatchObject([
      { level: 'error', count: 2, references: references.join(', ') },
    ]);
    expect((await outbox.state()).missing).toEqual(references);
    const { text } = await runOutboxCli(['list'], { DATA_DIR: folder, DATABASE_URL: url });
    expect(text).toMatch(new RegExp(`${kept.reference}.*may be a repeat`));
    // A restart knows it too.
    await outbox.close();
    await postgres.query('update gis_site.accepted_count set count = 0', { url });
    const next = open();
    await expect
      .poll(() => next.lines.filter(({ event }) => event === 'database-rewound').length, SOON)
      .toBe(1);
    expect((await next.outbox.state()).missing).toEqual(references);
  });

  test('I10: a server that was started again is told from the one before, and checks keep its name', async () => {
    const database = await openDatabase(await newDatabase());
    await database.check();
    const before = database.server;
    await database.check();
    expect(database.server).toBe(before);
    await postgres.stop();
    await postgres.start();
    await expect.poll(() => database.server, SOON).not.toBe(before);
    expect(before).not.toBeNull();
  });

  test('I11: the same form at two machines whose clocks differ by a day is one submission', async () => {
    const url = await newDatabase();
    const accept = async (now: number) => {
      const { outbox } = openOutbox(url, { clock: { ...systemClock, now: () => now } });
      return (await outbox.accept(enquiry('Asha'), { fingerprint: 'of Asha' })).reference;
    };
    const first = await accept(Date.now());
    expect(await accept(Date.now() + 24 * 60 * 60_000)).toBe(first);
  });

  test('a new release whose tables must wait for a backup of the database holds up no instance', async () => {
    const url = await newDatabase();
    const database = await openDatabase(url);
    // Format 3.
    for (const step of [
      'alter table gis_site.submission drop column tried',
      'alter table gis_site.claim drop column since',
      'alter table gis_site.format drop column store',
      'drop table gis_site.notice',
      'drop table gis_site.alert',
      'drop table gis_site.accepted_count',
      'drop table gis_site.accepted',
      'update gis_site.format set version = 3',
    ])
      await postgres.query(step, { url });
    const dump = await lock(url, 'lock table gis_site.submission in access share mode');
    const late = await openDatabase(url);
    expect(await late.check()).toMatch(/^55P03: another program holds a table/);
    await database.query('select id from gis_site.submission');
    await dump.end();
    expect(await late.check()).toBeNull();
  });

  test('O8: what is over is deleted within the time of a statement, however many receipts there are', async () => {
    const url = await newDatabase();
    await postgres.query(`alter database ${new URL(url).pathname.slice(1)} set work_mem = '64kB'`);
    const limits = { connectMs: SOON.timeout, statementMs: 1_000 };
    const database = databaseOfTest({ url, limits });
    await expect.poll(() => database.isUp(), SOON).toBe(true);
    for (const statement of [
      `insert into gis_site.submission (id, reference, state, form, campus, attempts, due, accepted, finished)
        select 'receipt ' || n, '', 'delivered', '', '', 1, 0, n, n from generate_series(1, 20000) n`,
      `insert into gis_site.submission_cv select 'receipt ' || n, 'x' from generate_series(18001, 20001) n`,
    ])
      await postgres.query(statement, { url });
    await expireSubmissions(database, 2);
    const count = 'select count(*) from gis_site.submission';
    expect(await postgres.query(count, { url })).toEqual([{ count: 19_999 }]);
    expect(await postgres.query(`${count}_cv`, { url })).toEqual([{ count: 2_000 }]);
  });

  test('a database whose statements all wait for a lock is down, and the cause names where to look', async () => {
    const url = await newDatabase();
    const { log, lines } = createTestLog();
    const limits = { connectMs: 1_000, statementMs: SOON.timeout, checkMs: 100, connections: 2 };
    const database = databaseOfTest({ url, log, limits });
    await expect.poll(() => database.isUp(), SOON).toBe(true);
    const locker = await lock(url, 'lock table gis_site.claim');
    const store = new SubmissionStore(database);
    const probes = [store.probe(), store.probe()];
    const cause = () => lines.findLast(({ event }) => event === 'database-down')?.['cause'];
    await expect.poll(cause, SOON).toContain('pg_stat_activity');
    await locker.end();
    await Promise.all(probes);
    await expect.poll(() => database.isUp(), SOON).toBe(true);
  });

  test('the sweep waits for no other program that cleans up or changes a table', async () => {
    const url = await newDatabase();
    const limits = { connectMs: SOON.timeout, statementMs: 2_000 };
    const database = databaseOfTest({ url, limits });
    await expect.poll(() => database.isUp(), SOON).toBe(true);
    await lock(url, 'lock table gis_site.submission in share update exclusive mode');
    await expect(database.purge()).resolves.toBeUndefined();
  });

  test('of two transactions that wait for each other none fails', async () => {
    const database = await openDatabase(await newDatabase());
    const insert = (name: string) =>
      sql`insert into gis_site.claim (name, until) values (${name}, 0) on conflict (name) do update set until = 1`;
    const [a, b, wait] = [insert('a'), insert('b'), sql`select pg_sleep(0.2)`];
    await database.batch([a, b]);
    const both = [database.batch([a, wait, b]), database.batch([b, wait, a])];
    await expect(Promise.all(both)).resolves.toHaveLength(2);
  });

  test('the error for a user who may not create schemas names the missing right', async () => {
    const url = await newDatabase();
    await postgres.query(`create role reader login password 'reader'`);
    const database = await openDatabase(url.replace(`gis:${PASSWORD}`, 'reader:reader'));
    expect(await database.check()).toContain('GRANT CREATE ON DATABASE');
  });

  test('O4: a submission that PostgreSQL does not take holds up none that waits behind it on the disk', async () => {
    const file = openEngine(join(base, randomUUID(), 'outbox.db'));
    const local = new SubmissionStore(file);
    const shared = new SubmissionStore(await openDatabase(await newDatabase()));
    const [damaged, other] = [newRow(), newRow()];
    for (const row of [damaged, other]) await local.add(row);
    await file.batch([sql`update gis_site.submission set accepted = 1.5 where id = ${damaged.id}`]);
    const errors: unknown[] = [];
    expect(await moveSubmissions(local, shared, { onError: (error) => errors.push(error) })).toBe(
      1,
    );
    expect(errors).toMatchObject([{ code: '22P02' }]);
    expect(await local.rows()).toMatchObject([{ id: damaged.id }]);
    expect(await shared.rows()).toMatchObject([{ id: other.id }]);
  });

  test('O4: a database of another encoding holds Hindi', async () => {
    const url = postgres.url.replace(/postgres$/, 'latin');
    await postgres.query(`create database latin encoding 'LATIN1' template template0`);
    const store = new SubmissionStore(await openDatabase(url));
    const entry = entryOf({ fields: { name: 'नमस्ते 🙂' } });
    const payload = JSON.stringify(entry);
    await store.add({ ...newRow(), payload });
    expect((await store.rows()).map((row) => parseEntry(row.payload, 0))).toEqual([entry]);
    const classes = ['--closed', '2026-11-30', '--classes', 'LKG', '--opens', '10 AM'];
    const written = ['--until', '2026-11-30', ...classes, '--hi', 'बस देर से', 'The bus is late'];
    const now = new Date('2026-11-29');
    expect(await runNoticeCli(written, { DATABASE_URL: url }, now)).toMatchObject({ code: 0 });
    expect(await new NoticeStore(store.engine).read()).toMatchObject([
      { hindi: 'बस देर से', classes: ['LKG'], opens: '10:00' },
    ]);
  });

  test('a site moves to PostgreSQL and back with its submissions, CVs and keys', async () => {
    const keys = new Map<string, string>();
    const refuse = async ({ entry }: { entry: { idempotencyKey: string; form: string } }) => {
      keys.set(entry.form, entry.idempotencyKey);
      throw new ProviderError('status', { status: entry.form === 'career' ? 422 : 503 });
    };
    const files = await openStore('SQLite', null);
    onTestFinished(() => files.remove());
    const before = files.open({ deliver: refuse });
    const cv = pdfBytes(50_000);
    const dead = await before.outbox.accept(application(cv));
    const waiting = await before.outbox.accept(enquiry('Asha'));
    await Promise.all([dead.outcome, waiting.outcome]);
    await before.close();

    const shared = await openStore('PostgreSQL', postgres);
    onTestFinished(() => shared.remove());
    const { dataDir } = before;
    const during = shared.open({ deliver: refuse, dataDir });
    await expect
      .poll(() => during.lines.find(({ event }) => event === 'outbox-moved')?.['count'])
      .toBe(2);
    const events = during.lines.map(({ event }) => event);
    expect(events[0]).toBe('database-up');
    expect(await during.outbox.state()).toMatchObject({
      waiting: 1,
      dead: 1,
      oldestWaitingMs: expect.toSatisfy((ms) => ms > 0),
      database: { state: 'up', onDisk: 0 },
    });
    await during.close();

    expect(await shared.command(['to-files'], dataDir)).toEqual({ moved: 2 });
    expect(await shared.command(['list'], dataDir)).toHaveLength(2);
    const kept = new Map(keys);
    const after = files.open({ deliver: refuse, dataDir });
    expect(await files.command(['list'], dataDir)).toMatchObject([
      { reference: dead.reference, state: 'dead', note: 'rejected: status 422' },
      { reference: waiting.reference, state: 'waiting' },
    ]);
    const file = join(dataDir, 'shown.pdf');
    await files.command(['show', dead.reference, '--cv', file], dataDir);
    expect(readFileSync(file).equals(cv)).toBe(true);
    keys.clear();
    expect(await files.command(['retry', '--all'], dataDir)).toEqual({ retried: 2 });
    await expect.poll(() => keys.size).toBe(2);
    expect(keys).toEqual(kept);
    await after.close();
  });
});
