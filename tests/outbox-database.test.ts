import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { Database, DATABASE_LIMITS } from '../server/database/database.ts';
import { toDeliveryFailure } from '../server/outbox/delivery-failure.ts';
import { DeliveryJobs } from '../server/outbox/delivery-jobs.ts';
import { createEntryId } from '../server/outbox/entry-id.ts';
import { CorruptEntryError } from '../server/outbox/entry-store.ts';
import type { AttemptNote, Entry, Reason, Receipt } from '../server/outbox/entry.ts';
import { moveToDatabase } from '../server/outbox/move-to-database.ts';
import { moveToFiles } from '../server/outbox/move-to-files.ts';
import {
  NoDatabaseError,
  openCommands,
  type OpenCommands,
} from '../server/outbox/open-commands.ts';
import { runOutboxCli } from '../server/outbox/outbox-cli.ts';
import type { OutboxCommands } from '../server/outbox/outbox-commands.ts';
import { OutboxFolder } from '../server/outbox/outbox-folder.ts';
import { OUTBOX_LIMITS } from '../server/outbox/outbox-limits.ts';
import type { OutboxOptions } from '../server/outbox/outbox.ts';
import { createPostgresCommands } from '../server/outbox/postgres-commands.ts';
import { createPostgresOutbox, WORK } from '../server/outbox/postgres-outbox.ts';
import { PostgresStore } from '../server/outbox/postgres-store.ts';
import { SharedHolds } from '../server/outbox/shared-holds.ts';
import { ProviderError } from '../server/provider/provider.ts';
import { createLog } from '../server/web/log.ts';
import { freePort } from './harness/free-port.ts';
import { HandClock } from './harness/hand-clock.ts';
import { application, enquiry } from './harness/outbox-stores.ts';
import { NO_POSTGRES, startPostgres, type Postgres } from './harness/postgres.ts';
import { removeFolder } from './harness/remove-folder.ts';
import { SOON } from './harness/soon.ts';

const DAY = 24 * 60 * 60_000;
/** No entry was accepted after this. */
const NEVER = Date.UTC(2100, 0, 1);
const CV = Buffer.from('%PDF-1.7 a CV');
const REFERENCES = ['GIS-AAAA-2222', 'GIS-BBBB-3333', 'GIS-CCCC-4444', 'GIS-DDDD-5555'] as const;
const ACCEPTED_AT = Date.UTC(2026, 10, 20, 4, 5, 6, 789);
const REASON: Reason = {
  reason: 'refused',
  cause: 'status 422',
  at: '2026-11-20T05:00:00.000Z',
  attempts: 3,
};
const WAITING: AttemptNote = {
  state: 'waiting',
  attempt: 2,
  at: '2026-11-20T04:06:00.000Z',
  cause: 'status 503',
  nextAt: '2026-11-20T04:08:00.000Z',
};
/** PostgreSQL's "undefined table". */
const NO_TABLE = { code: '42P01' };
const PATIENT = { connectMs: SOON.timeout, statementMs: SOON.timeout };

let postgres: Postgres;
let url: string;
let database: Database;
let jobs: DeliveryJobs;
let store: PostgresStore;
let commands: OutboxCommands;
let lines: Record<string, unknown>[];
let root: string;
let folder: OutboxFolder;

const log = createLog({
  level: 'debug',
  destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
});
const silent = createLog({ level: 'silent', destination: { write: () => undefined } });

describe.skipIf(NO_POSTGRES !== null)('the outbox in PostgreSQL', () => {
  beforeAll(async () => {
    postgres = await startPostgres();
    url = await postgres.newDatabase();
    database = new Database({ url, log: silent, limits: PATIENT });
    jobs = new DeliveryJobs(database, OUTBOX_LIMITS);
    database.prepareBy(() => jobs.prepare());
    store = new PostgresStore(database, jobs);
    commands = createPostgresCommands(database).commands;
    await database.ready();
  });

  afterAll(async () => {
    await database.close();
    await postgres.remove();
  });

  beforeEach(async () => {
    lines = [];
    for (const table of ['gis_site.entry', 'gis_site.hold', 'gis_jobs.job'])
      await database.query(`delete from ${table}`);
    await database.query('update gis_site.format set alarmed_at = null');
    const base = mkdtempSync(join(tmpdir(), 'gis-outbox-database-'));
    onTestFinished(() => removeFolder(base));
    root = join(base, 'outbox');
    folder = new OutboxFolder(root);
    await folder.prepare();
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

  describe('from one store to the other', () => {
    test('what lies on the disk moves to the database: what waits, what is dead and why; what is delivered or cannot be read does not', async () => {
      const [waiting, dead, unexplained, delivered, torn, tornDead] = [
        'GIS-AAAA-2222',
        'GIS-BBBB-3333',
        'GIS-CCCC-4444',
        'GIS-DDDD-5555',
        'GIS-EEEE-6666',
        'GIS-FFFF-7777',
      ].map((reference) => makeEntry({ reference, cv: CV })) as [
        Entry,
        Entry,
        Entry,
        Entry,
        Entry,
        Entry,
      ];
      for (const entry of [waiting, dead, unexplained, delivered, torn, tornDead])
        await addToFolder(entry, CV);
      const bare = makeEntry({ reference: 'GIS-GGGG-8888' });
      await addToFolder(bare, null);
      for (const { id } of [dead, unexplained, tornDead]) await folder.deadLetter(id, REASON);
      writeFileSync(join(root, 'dead', unexplained.id, 'reason.json'), '{');
      // Its receipt stands, and it could not be removed.
      const receipt = JSON.stringify(receiptOf(delivered));
      writeFileSync(join(root, 'done', `${delivered.id}.json`), receipt);
      for (const path of [`new/${torn.id}`, `dead/${tornDead.id}`])
        writeFileSync(join(root, path, 'entry.json'), '{');
      mkdirSync(join(root, 'new', 'other'));

      expect(await moveToDatabase(folder, store)).toBe(4);
      expect(readdirSync(join(root, 'new'))).toEqual([]);
      expect(readdirSync(join(root, 'dead'))).toEqual([tornDead.id]);
      expect(readdirSync(join(root, 'corrupt'))).toHaveLength(2);
      expect(await store.takeOut(waiting.id)).toEqual({ entry: waiting, cv: CV, reason: null });
      expect(await store.takeOut(bare.id)).toEqual({ entry: bare, cv: null, reason: null });
      expect(await store.takeOut(dead.id)).toEqual({ entry: dead, cv: CV, reason: REASON });
      expect((await store.takeOut(unexplained.id)).reason).toEqual({
        reason: 'refused',
        cause: 'unknown',
        attempts: 0,
        at: unexplained.acceptedAt,
      });
      expect(await states()).toEqual(['dead', 'dead', 'waiting', 'waiting']);
      expect(await rows(`select changed_at from gis_site.entry where id = $1`, [dead.id])).toEqual([
        { changed_at: new Date(REASON.at) },
      ]);
      expect(
        await rows(`select changed_at, fingerprint from gis_site.entry where id = $1`, [bare.id]),
      ).toEqual([{ changed_at: new Date(bare.acceptedAt), fingerprint: '0123456789abcdef' }]);
      expect((await jobs.fetch(9)).map(({ id }) => id).toSorted()).toEqual(
        [waiting.id, bare.id].toSorted(),
      );
      expect(await moveToDatabase(folder, store)).toBe(0);
    });

    test('an entry that is there already stays as it is there, and goes from the disk', async () => {
      const entry = makeEntry();
      await addToFolder(entry, null);
      await add(entry);
      await store.finish(receiptOf(entry));
      for (const laterMs of [0, 1])
        await store.takeOver({ entry: makeEntry({ laterMs }), cv: null, reason: REASON });
      expect(await moveToDatabase(folder, store)).toBe(1);
      expect(await states()).toEqual(['delivered']);
      expect(await jobCount()).toBe(0);
      expect(readdirSync(join(root, 'new'))).toEqual([]);
      // One that cannot be read there is none, but has the id.
      await database.query(`update gis_site.entry set state = 'corrupt'`);
      await store.takeOver({ entry, cv: null, reason: null });
      expect(await jobCount()).toBe(0);
      const other = makeEntry({ laterMs: 1 });
      await store.takeOver({ entry: other, cv: null, reason: null });
      expect(await states()).toEqual(['corrupt', 'waiting']);
    });

    test('what the database does not take stays on the disk', async () => {
      const entry = makeEntry();
      await addToFolder(entry, null);
      await withoutEntries(() =>
        expect(moveToDatabase(folder, store)).rejects.toMatchObject(NO_TABLE),
      );
      expect(readdirSync(join(root, 'new'))).toEqual([entry.id]);
      expect(readdirSync(join(root, 'corrupt'))).toEqual([]);
    });

    test('the database moves to files: each once, for its owner only, and what is here already as it is here', async () => {
      const [waiting, dead, here, deadHere] = [
        'GIS-AAAA-2222',
        'GIS-BBBB-3333',
        'GIS-CCCC-4444',
        'GIS-DDDD-5555',
      ].map((reference) => makeEntry({ reference, cv: CV })) as [Entry, Entry, Entry, Entry];
      for (const entry of [waiting, here]) await add(entry, { cv: CV });
      for (const entry of [dead, deadHere]) await store.takeOver({ entry, cv: CV, reason: REASON });
      await addToFolder(here, CV);
      await addToFolder(deadHere, CV);
      await folder.deadLetter(deadHere.id, { ...REASON, cause: 'before' });
      const uploads = readdirSync(join(root, 'tmp'));
      expect(await moveToFiles(store, new OutboxFolder(root))).toBe(4);
      expect(readdirSync(join(root, 'tmp'))).toEqual(uploads);
      expect(readdirSync(join(root, 'new')).toSorted()).toEqual([waiting.id, here.id].toSorted());
      expect(readdirSync(join(root, 'dead')).toSorted()).toEqual([dead.id, deadHere.id].toSorted());
      expect(await folder.reason(dead.id)).toEqual(REASON);
      expect((await folder.reason(deadHere.id))?.cause).toBe('before');
      const file = join(root, 'new', waiting.id, 'cv.pdf');
      expect(readFileSync(file).equals(CV)).toBe(true);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(await states()).toEqual([]);
      expect(await jobCount()).toBe(0);
    });

    test('a folder is made for what comes from the database, an entry without a CV has none', async () => {
      const target = new OutboxFolder(join(root, 'other'));
      await add(makeEntry());
      expect(await moveToFiles(store, target)).toBe(1);
      expect(readdirSync(join(root, 'other', 'new', makeEntry().id))).toEqual(['entry.json']);
    });

    test('what waits and what is dead is moved, oldest first; what cannot be read stops it and stays', async () => {
      const entries = REFERENCES.map((reference, at) => makeEntry({ reference, laterMs: -at }));
      for (const entry of entries) await add(entry);
      const [first, second, third, fourth] = entries.map(({ id }) => id);
      await store.deadLetter(second ?? '', REASON);
      await store.quarantine(third ?? '');
      await store.finish(receiptOf(entries[3] ?? makeEntry()));
      expect(await store.ids()).toEqual([second, first]);
      await database.query(`update gis_site.entry set entry = '{' where id = $1`, [second]);
      await expect(moveToFiles(store, folder)).rejects.toThrow(CorruptEntryError);
      expect(await store.ids()).toEqual([second, first]);
      await expect(store.takeOut('other')).rejects.toThrow(CorruptEntryError);
      expect(await store.outcomeOf(fourth ?? '')).toBe('delivered');
    });
  });

  describe('commands', () => {
    test('list says of each where it stands, oldest first, and nothing personal', async () => {
      const entries = REFERENCES.map((reference, at) => makeEntry({ reference, laterMs: at }));
      for (const entry of entries.toReversed()) await add(entry);
      const [, second, third, fourth] = entries.map(({ id }) => id);
      await store.noteAttempt(second ?? '', WAITING);
      await store.noteAttempt(third ?? '', WAITING);
      await store.deadLetter(third ?? '', REASON);
      await store.quarantine(fourth ?? '');
      await database.query(`update gis_site.entry set entry = null where id = $1`, [fourth]);
      const delivered = makeEntry({ reference: 'GIS-EEEE-6666' });
      await add(delivered);
      await store.finish(receiptOf(delivered));
      const known = { form: 'getInTouch', campus: 'NEKPUR', state: 'waiting' };
      expect(await commands.list()).toEqual([
        {
          ...known,
          reference: 'GIS-AAAA-2222',
          acceptedAt: '2026-11-20T04:05:06.789Z',
          attempts: 0,
          note: 'not attempted yet',
        },
        {
          ...known,
          reference: 'GIS-BBBB-3333',
          acceptedAt: '2026-11-20T04:05:06.790Z',
          attempts: 2,
          note: 'status 503, next 2026-11-20T04:08:00.000Z',
        },
        {
          ...known,
          reference: 'GIS-CCCC-4444',
          state: 'dead',
          acceptedAt: '2026-11-20T04:05:06.791Z',
          attempts: 3,
          note: 'refused: status 422',
        },
        {
          reference: 'GIS-DDDD-5555',
          form: '',
          campus: '',
          state: 'corrupt',
          acceptedAt: '2026-11-20T04:05:06.792Z',
          attempts: 0,
          note: 'cannot be read',
        },
      ]);
    });

    test('show has what the visitor sent; what cannot be read is said to be so', async () => {
      const entry = makeEntry({ cv: CV });
      await add(entry, { cv: CV });
      const shown = await commands.show(entry.reference.toLowerCase());
      expect(shown).toMatchObject({ row: { reference: entry.reference, state: 'waiting' }, entry });
      expect((await shown?.readCv?.())?.equals(CV)).toBe(true);
      await store.deadLetter(entry.id, REASON);
      expect(await commands.show(entry.reference)).toMatchObject({ row: { state: 'dead' }, entry });
      expect(await commands.show('GIS-ZZZZ-9999')).toBeNull();
      await store.quarantine(entry.id);
      await expect(commands.show(entry.reference)).rejects.toThrow(CorruptEntryError);
      await store.finish(receiptOf(entry));
      expect(await commands.show(entry.reference)).toBeNull();
    });

    test('retry puts dead letters back, makes all that waits due, ends holds, and tells the instances', async () => {
      const [dead, waiting, corrupt] = ['GIS-AAAA-2222', 'GIS-BBBB-3333', 'GIS-CCCC-4444'].map(
        (reference) => makeEntry({ reference }),
      ) as [Entry, Entry, Entry];
      const notices: string[] = [];
      database.onNotice((notice) => void notices.push(notice));
      for (const entry of [dead, waiting, corrupt]) await add(entry);
      for (const job of await jobs.fetch(9)) await jobs.reschedule(job, DAY);
      await store.deadLetter(dead.id, REASON);
      await store.quarantine(corrupt.id);
      expect(await commands.retry(corrupt.reference)).toBe(0);
      expect(await commands.retry('GIS-ZZZZ-9999')).toBe(0);
      expect(await jobs.fetch(9)).toEqual([]);
      const hold = `insert into gis_site.hold values ('career', 1, now() + interval '1 day')`;
      await database.query(hold);
      expect(await commands.retry(waiting.reference.toLowerCase())).toBe(1);
      expect(await rows('select * from gis_site.hold')).toEqual([]);
      expect((await jobs.fetch(9)).map(({ id }) => id)).toEqual([waiting.id]);
      await expect.poll(() => notices).toEqual([WORK]);
      expect(await commands.retry(null)).toBe(2);
      expect(await states()).toEqual(['corrupt', 'waiting', 'waiting']);
      expect((await jobs.fetch(9)).map(({ id }) => id)).toEqual([dead.id]);
      await expect.poll(() => notices).toEqual([WORK, WORK]);
    });

    test('delete spares what waits, unless by force', async () => {
      const [waiting, dead, corrupt] = ['GIS-AAAA-2222', 'GIS-BBBB-3333', 'GIS-CCCC-4444'].map(
        (reference) => makeEntry({ reference }),
      ) as [Entry, Entry, Entry];
      for (const entry of [waiting, dead, corrupt]) await add(entry);
      await store.deadLetter(dead.id, REASON);
      await store.quarantine(corrupt.id);
      const remove = (reference: string, force = false) => commands.delete(reference, { force });
      expect(await remove('GIS-ZZZZ-9999', true)).toBe('not-found');
      expect(await remove(waiting.reference)).toBe('waiting');
      expect(await states()).toEqual(['corrupt', 'dead', 'waiting']);
      expect(await remove(dead.reference)).toBe('deleted');
      expect(await remove(corrupt.reference)).toBe('deleted');
      expect(await remove(waiting.reference, true)).toBe('deleted');
      expect(await states()).toEqual([]);
    });

    test('they are over the database and over what lies on the disk beside it', async () => {
      const [here, there, deadThere] = ['GIS-AAAA-2222', 'GIS-BBBB-3333', 'GIS-CCCC-4444'].map(
        (reference) => makeEntry({ reference }),
      ) as [Entry, Entry, Entry];
      await addToFolder(here, null);
      for (const entry of [there, deadThere]) await add(entry);
      await store.deadLetter(deadThere.id, REASON);
      const both = await openBoth(root);
      const references = async () => (await both.list()).map(({ reference }) => reference);
      expect(await references()).toEqual([there, deadThere, here].map((e) => e.reference));
      for (const { reference, id } of [here, there])
        expect((await both.show(reference))?.entry.id).toBe(id);
      expect(await both.show('GIS-ZZZZ-9999')).toBeNull();
      expect(await both.retry(null)).toBe(3);
      expect(await both.delete(there.reference, { force: false })).toBe('waiting');
      expect(await both.delete(here.reference, { force: false })).toBe('waiting');
      expect(await both.delete(here.reference, { force: true })).toBe('deleted');
      expect(await both.delete(here.reference, { force: true })).toBe('not-found');
      expect(await both.delete(there.reference, { force: true })).toBe('deleted');
      expect(await both.moveToFiles()).toBe(1);
      expect(await references()).toEqual([deadThere.reference]);
      expect(existsSync(join(root, 'new', deadThere.id))).toBe(true);
    });

    test('a machine with a database may have no folder; one that cannot be read is an error', async () => {
      await add(makeEntry());
      const both = await openBoth(join(root, 'none'));
      expect(await both.list()).toHaveLength(1);
      expect(await both.show('GIS-ZZZZ-9999')).toBeNull();
      expect(await both.retry(null)).toBe(1);
      expect(await both.delete('GIS-ZZZZ-9999', { force: true })).toBe('not-found');
      writeFileSync(join(root, 'file'), '');
      const broken = await openBoth(join(root, 'file'));
      await expect(broken.list()).rejects.toMatchObject({ code: 'ENOTDIR' });
    });

    test('without a database in reach they say why; without one at all there is nothing to move', async () => {
      const nobody = await nobodyListens();
      const refusal = 'nothing listens there';
      await expect(openCommands(root, nobody)).rejects.toThrow(NoDatabaseError);
      await expect(openCommands(root, nobody)).rejects.toThrow(refusal);
      const alone = await openCommands(root, null);
      expect(await alone.moveToFiles()).toBeNull();
      const args = ['--data', join(root, '..')];
      expect(await runOutboxCli([...args, 'list'], nobody)).toEqual({
        code: 3,
        text: expect.stringMatching(`^The database cannot be read: .*${refusal}.*\n$`),
      });
      await add(makeEntry());
      const moved = await runOutboxCli([...args, 'to-files'], url);
      expect(moved).toEqual({ code: 0, text: '1 moved into the folder.\n' });
      expect(await runOutboxCli([...args, 'to-files', '--json'], url)).toEqual({
        code: 0,
        text: '{\n  "moved": 0\n}\n',
      });
    });
  });

  describe('an instance', () => {
    test('on a database that is empty it makes its tables, as the commands do', async () => {
      const empty = await postgres.newDatabase();
      const { outbox, sent } = await open({ url: empty, clock: new HandClock() });
      expect(await (await outbox.accept(enquiry('A'))).outcome).toBe('delivered');
      expect(sent).toEqual(['A']);
      const another = new Database({
        url: await postgres.newDatabase(),
        log: silent,
        limits: PATIENT,
      });
      onTestFinished(() => another.close());
      const { commands: ofAnother, store: there } = createPostgresCommands(another);
      await another.ready();
      await there.takeOver({ entry: makeEntry(), cv: null, reason: null });
      expect(await ofAnother.retry(null)).toBe(1);
    });

    test('what waits when it starts, and what comes then, goes out at once, CVs too', async () => {
      await add(makeEntry());
      // Nobody polls: time stands still.
      const { outbox, sent } = await open({ clock: new HandClock() });
      await expect.poll(() => sent).toEqual(['Asha']);
      await expect.poll(states).toEqual(['delivered']);
      expect(await (await outbox.accept(enquiry('B'))).outcome).toBe('delivered');
      expect(await (await outbox.accept(await application(outbox, CV))).outcome).toBe('delivered');
      expect(sent).toEqual(['Asha', 'B', 'Asha']);
    });

    test('what came of an entry is looked for where no notice tells of it', async () => {
      const clock = new HandClock();
      const { outbox } = await open({ clock, isHeld: true });
      const { outcome } = await outbox.accept(enquiry('A'));
      const [stored] = await rows('select entry from gis_site.entry');
      await store.finish(receiptOf(JSON.parse(String(stored?.['entry'])) as Entry));
      let found = '';
      void outcome.then((value) => (found = value));
      await expect
        .poll(async () => {
          await clock.pass(OUTBOX_LIMITS.lookMs);
          return found;
        })
        .toBe('delivered');
    });

    test('it says what waits, where and since when, and that it delivers while the database is up', async () => {
      const clock = new HandClock();
      // Another process moves what lies on the disk.
      const lock = folder.delivererLock(clock);
      await new Promise<void>((resolve) => {
        lock.start((isOurs) => {
          if (isOurs) resolve();
        });
      });
      onTestFinished(() => lock.release());
      const { outbox } = await open({ clock, isHeld: true });
      const empty = { waiting: 0, dead: 0, corrupt: 0, isDeliverer: true, oldestWaitingMs: 0 };
      expect(await outbox.state()).toEqual({ ...empty, database: { state: 'up', onDisk: 0 } });
      const entries = REFERENCES.map((reference, at) =>
        makeEntry({ reference, acceptedAtMs: clock.now() - 1_000 + at }),
      );
      for (const entry of entries) await add(entry);
      await store.deadLetter(entries[2]?.id ?? '', REASON);
      await store.quarantine(entries[3]?.id ?? '');
      const counted = { ...empty, waiting: 2, dead: 1, corrupt: 1, oldestWaitingMs: 1_000 };
      expect(await outbox.state()).toEqual({ ...counted, database: { state: 'up', onDisk: 0 } });
      for (const place of ['new', 'dead', 'corrupt'])
        mkdirSync(join(root, place, makeEntry({ acceptedAtMs: clock.now() - 5_000 }).id));
      expect(await outbox.state()).toEqual({
        waiting: 3,
        dead: 2,
        corrupt: 2,
        isDeliverer: true,
        oldestWaitingMs: 5_000,
        database: { state: 'up', onDisk: 1 },
      });
    });

    test('while the database is down, what comes lies on the disk and is stored for its visitor', async () => {
      const { outbox, sent } = await open({ url: await nobodyListens() });
      const { outcome, reference } = await outbox.accept(enquiry('A'));
      expect(await outcome).toBe('stored');
      expect(await outbox.accept(enquiry('A'))).toMatchObject({ reference, isRepeat: true });
      expect(readdirSync(join(root, 'new'))).toEqual([expect.stringContaining(reference)]);
      expect(await outbox.state()).toMatchObject({
        waiting: 1,
        isDeliverer: false,
        database: { state: 'down', onDisk: 1 },
      });
      expect(sent).toEqual([]);
    });

    test('what the database does not take lies on the disk, and moves when it can', async () => {
      const clock = new HandClock();
      const { outbox, sent } = await open({ clock });
      await withoutEntries(async () => {
        const { outcome } = await outbox.accept(enquiry('A'));
        expect(await outcome).toBe('stored');
        expect(readdirSync(join(root, 'new'))).toHaveLength(1);
        expect(lines.filter(({ event }) => event === 'database-statement')).toHaveLength(1);
      });
      await expect.poll(() => afterScan(clock, () => sent)).toEqual(['A']);
      for (let count = 0; count < 5; count += 1) await afterScan(clock, states);
      expect(readdirSync(join(root, 'new'))).toEqual([]);
      expect(lines.filter(({ event }) => event === 'outbox-moved')).toMatchObject([
        { level: 'info', count: 1 },
      ]);
    });

    test('an instance that has no room tells the others, and hears from them what came of its own', async () => {
      // Nobody polls: time stands still.
      const clock = new HandClock();
      const busy = await open({ clock, limits: { concurrency: 1 }, isHeld: true });
      await busy.outbox.accept(enquiry('Held'));
      await expect.poll(() => busy.held.length).toBe(1);
      const other = await open({ clock, root: join(root, 'other') });
      const outcomeOf = async (name: string) => {
        let outcome = '';
        const accepted = await busy.outbox.accept(enquiry(name));
        void accepted.outcome.then((value) => (outcome = value));
        return () => outcome;
      };
      await expect.poll(await outcomeOf('A')).toBe('delivered');
      other.status = 422;
      await expect.poll(await outcomeOf('B')).toBe('rejected');
      other.status = 503;
      await expect.poll(await outcomeOf('C')).toBe('stored');
      expect([busy.sent, other.sent]).toEqual([['Held'], ['A', 'B', 'C']]);
    });

    test('what no notice tells of is found by looking, a receipt that the database did not take too', async () => {
      const clock = new HandClock();
      const { outbox, held, sent, release } = await open({ clock, isHeld: true });
      await outbox.accept(enquiry('A'));
      await expect.poll(() => held.length).toBe(1);
      await withoutEntries(async () => {
        release();
        const isSaid = () => lines.some(({ event }) => event === 'outbox-storage');
        await expect.poll(isSaid).toBe(true);
        const faults = () => lines.filter(({ event }) => event === 'database-statement');
        await expect.poll(() => afterScan(clock, faults)).toHaveLength(1);
      });
      expect(await states()).toEqual(['waiting']);
      await expect.poll(() => afterScan(clock, states)).toEqual(['delivered']);
      await add(makeEntry());
      await expect.poll(() => afterScan(clock, () => sent)).toEqual(['A', 'Asha']);
    });

    test('what outlived its purpose goes at the start, and then each hour', async () => {
      const clock = new HandClock();
      await open({ clock });
      const addOld = async () => {
        await store.takeOver({ entry: makeEntry(), cv: null, reason: REASON });
        await database.query(`update gis_site.entry set changed_at = now() - interval '1 year'`);
      };
      await addOld();
      await expect.poll(() => afterScan(clock, states)).toEqual([]);
      await addOld();
      for (let count = 0; count < 5; count += 1) await afterScan(clock, states);
      expect(await states()).toEqual(['dead']);
      await clock.pass(OUTBOX_LIMITS.sweepMs);
      await expect.poll(() => afterScan(clock, states)).toEqual([]);
    });

    test('an instance that closes begins nothing more, waits for what it has begun, and not for ever', async () => {
      const clock = new HandClock();
      const { outbox, sent, held, release } = await open({
        clock,
        limits: { answerWithinMs: DAY },
        isHeld: true,
      });
      const { outcome } = await outbox.accept(enquiry('Held'));
      await expect.poll(() => held.length).toBe(1);
      let isClosed = false;
      const closing = outbox.close().then(() => (isClosed = true));
      await add(makeEntry());
      await database.notify(WORK);
      await clock.pass(OUTBOX_LIMITS.closeWithinMs - 1);
      expect(isClosed).toBe(false);
      await expect.poll(() => clock.waiting).toBeGreaterThan(0);
      await clock.pass(1);
      await closing;
      expect(await outcome).toBe('stored');
      release();
      await expect.poll(states).toEqual(['delivered', 'waiting']);
      expect(sent).toEqual(['Held']);
      const next = await open({ root: join(root, 'next') });
      await expect.poll(() => next.sent).toEqual(['Asha']);
    });
  });
});

type Change = Partial<{
  reference: string;
  fingerprint: string;
  cv: Buffer;
  acceptedAtMs: number;
  laterMs: number;
}>;

/** The same for the same change, its idempotency key too. */
function makeEntry({
  reference = 'GIS-AAAA-2222',
  fingerprint = '0123456789abcdef',
  cv,
  acceptedAtMs = ACCEPTED_AT,
  laterMs = 0,
}: Change = {}): Entry {
  const at = acceptedAtMs + laterMs;
  const id = createEntryId({ acceptedAtMs: at, fingerprint, reference });
  const digest = createHash('sha256').update(id).digest('hex');
  return {
    version: 1,
    id,
    reference,
    idempotencyKey: `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4000-8000-${digest.slice(12, 24)}`,
    acceptedAt: new Date(at).toISOString(),
    form: cv === undefined ? 'getInTouch' : 'career',
    campus: 'NEKPUR',
    fields: { name: 'Asha' },
    cv:
      cv === undefined
        ? null
        : {
            name: 'cv.pdf',
            size: cv.length,
            sha256: createHash('sha256').update(cv).digest('hex'),
          },
  };
}

function receiptOf({ id, reference, form, campus, acceptedAt }: Entry): Receipt {
  const deliveredAt = '2026-11-20T06:00:00.000Z';
  return { id, reference, form, campus, acceptedAt, deliveredAt, attempts: 1 };
}

/** As acceptance does; by itself nothing is the same form. */
async function add(entry: Entry, { cv, sinceMs = NEVER }: { cv?: Buffer; sinceMs?: number } = {}) {
  const [, fingerprint = ''] = entry.id.split('-');
  return await store.add(entry, cv === undefined ? null : await uploadOf(cv), {
    fingerprint,
    sinceMs,
  });
}

async function addToFolder(entry: Entry, cv: Buffer | null): Promise<void> {
  const upload = cv === null ? null : await uploadOf(cv);
  await folder.add(entry, upload, { fingerprint: '', sinceMs: NEVER });
}

async function uploadOf(cv: Buffer): Promise<string> {
  const path = await folder.uploadPath();
  writeFileSync(path, cv);
  return path;
}

async function rows(text: string, values: readonly unknown[] = []) {
  return (await database.query(text, values)).rows as Record<string, unknown>[];
}

async function states(): Promise<unknown[]> {
  return (await rows('select state from gis_site.entry order by state')).map(({ state }) => state);
}

async function jobCount(): Promise<number> {
  return (await rows(`select id from gis_jobs.job where state < 'active'`)).length;
}

/** The database answers, but has no entries. */
async function withoutEntries(work: () => Promise<void>): Promise<void> {
  await database.query('alter table gis_site.entry rename to away');
  try {
    await work();
  } finally {
    await database.query('alter table gis_site.away rename to entry');
  }
}

/** What is left of a time that began a moment ago. */
function about(ms: number): unknown {
  return expect.toSatisfy((left: number) => left <= ms && left > ms - 5_000, `about ${ms}`);
}

/** An address of a database that is not there. */
async function nobodyListens(): Promise<string> {
  return `postgres://a:b@127.0.0.1:${await freePort()}/c`;
}

/** What there is after an instance has looked again. */
async function afterScan<Value>(clock: HandClock, read: () => Value): Promise<Awaited<Value>> {
  await clock.pass(OUTBOX_LIMITS.scanMs);
  return await read();
}

async function openBoth(path: string): Promise<OpenCommands> {
  const both = await vi.waitFor(() => openCommands(path, url), SOON);
  onTestFinished(() => both.close());
  return both;
}

type InstanceOptions = {
  clock?: HandClock;
  url?: string;
  root?: string;
  limits?: OutboxOptions['limits'];
  /** Whether each delivery waits for `release`. */
  isHeld?: boolean;
};

/** One instance of the site; what it sends is recorded by name. */
async function open({ clock, limits, isHeld = false, ...at }: InstanceOptions = {}) {
  const sent: string[] = [];
  const held: (() => void)[] = [];
  const release = () => held.splice(0).forEach((go) => go());
  const instance = { sent, held, release, status: 200 };
  const own = new Database({ url: at.url ?? url, log, limits: PATIENT });
  const outbox = createPostgresOutbox({
    folder: at.root ?? root,
    log,
    secret: 's'.repeat(32),
    clock,
    limits,
    database: own,
    async deliver({ entry }) {
      sent.push(String(entry.fields['name']));
      if (isHeld) await new Promise<void>((resolve) => void held.push(resolve));
      const { status } = instance;
      if (status !== 200) throw new ProviderError('status', { status });
    },
  });
  onTestFinished(async () => {
    isHeld = false;
    release();
    await outbox.close();
    await own.close();
  });
  await own.ready();
  return Object.assign(instance, { outbox });
}
