import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../server/outbox/clock.ts';
import { parseEntry, type Entry } from '../../server/outbox/entry.ts';
import { OUTBOX_LIMITS } from '../../server/outbox/outbox-limits.ts';
import { sql, type Engine, type SqlValue } from '../../server/database/sql.ts';
import { SqliteEngine } from '../../server/outbox/sqlite-engine.ts';
import { SubmissionStore } from '../../server/outbox/submission-store.ts';
import { SOON } from '../support/effort.ts';
import { NO_POSTGRES, openDatabase, usePostgres } from '../support/postgres.ts';
import { silentLog } from '../support/test-log.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const CV = Buffer.from('%PDF-1.7 a CV');
const LEASE_MS = 2_000;
const base = temporaryFolder();
const postgres = usePostgres();

function entryOf(change: Partial<Entry> = {}): Entry {
  const id = randomUUID();
  return {
    version: 1,
    id,
    reference: `GIS-${id.slice(0, 4)}-2222`,
    idempotencyKey: id,
    acceptedAt: new Date().toISOString(),
    form: 'getInTouch',
    campus: 'NEKPUR',
    fields: { name: 'Asha' },
    cv: null,
    ...change,
  };
}

for (const name of ['SQLite', 'PostgreSQL'])
  describe.skipIf(name === 'PostgreSQL' && NO_POSTGRES !== null)(`submissions on ${name}`, () => {
    /** Two stores over the same data, as two processes have them. */
    async function open() {
      const url = (name === 'PostgreSQL' && (await postgres.server?.newDatabase())) || null;
      const path = join(base, randomUUID(), 'outbox.db');
      async function openEngine(): Promise<Engine> {
        if (url !== null) return await openDatabase(url);
        const engine = new SqliteEngine({ path, clock: systemClock, log: silentLog });
        onTestFinished(() => engine.close());
        return engine;
      }
      return [
        new SubmissionStore(await openEngine()),
        new SubmissionStore(await openEngine()),
      ] as const;
    }

    const add = (
      store: SubmissionStore,
      entry: Entry,
      {
        cv = null,
        ...how
      }: { cv?: SqlValue } & Partial<Parameters<SubmissionStore['add']>[1]> = {},
    ) =>
      store.add({ entry, cv }, { fingerprint: randomUUID(), sinceMs: Date.now() - 60_000, ...how });
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
      expect(await add(stores[0], entryOf(), { fingerprint, sinceMs: Date.now() + 1 })).toBeNull();
    });

    test('a repeated key with a CV changes nothing', async () => {
      const [store] = await open();
      const cv = { file: join(base, 'cv.pdf') };
      writeFileSync(cv.file, CV);
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

    test('a submission whose CV cannot be read is not stored', async () => {
      const [store] = await open();
      const failed = add(store, entryOf(), { cv: { file: join(base, 'missing.pdf') } });
      await expect(failed).rejects.toMatchObject({ code: 'ENOENT' });
      expect(await store.rows()).toEqual([]);
    });

    test("O7: a claimed row is another instance's only when its lease has ended, or the instance has closed", async () => {
      const [one, two] = await open();
      const entry = entryOf();
      await add(one, entry);
      await claim(two);
      await two.release();
      expect((await claim(one)).claimed).toHaveLength(1);
      expect((await claim(two)).claimed).toEqual([]);
      // Renewed, it stays.
      for (let count = 0; count < 3; count += 1) {
        await delay(LEASE_MS * 0.6);
        await claim(one, [entry.id]);
        expect((await claim(two)).claimed).toEqual([]);
      }
      await expect
        .poll(async () => (await claim(two)).claimed, SOON)
        .toMatchObject([{ id: entry.id, attempts: 3, isCutOff: 1 }]);
      // Results of the first instance no longer count, except a delivery.
      await one.retryLater(entry.id, { waitMs: 0, soonMs: 0, cause: 'late' });
      await one.deadLetter(entry.id, { reason: 'refused', cause: 'x', atMs: 0 });
      await one.postpone(entry.id, 0);
      expect(await one.rows()).toMatchObject([{ state: 'waiting', cause: null, attempts: 3 }]);
      await one.finish(entry.id, Date.now());
      expect(await two.outcomeOf(entry.id)).toBe('delivered');
    });

    test('a failed submission is due later, sooner after a delivery, and now by command', async () => {
      const [store] = await open();
      const entry = entryOf();
      await add(store, entry);
      const [claimed] = (await claim(store)).claimed;
      expect(claimed).toMatchObject({ id: entry.id, attempts: 1, isCutOff: 0, cause: null });
      expect(parseEntry(claimed?.payload ?? '', 0)).toEqual(entry);
      await store.retryLater(entry.id, { waitMs: 60_000, soonMs: 30_000, cause: 'x' });
      const { claimed: none, waitMs } = await claim(store);
      expect([none, Math.round((waitMs ?? 0) / 10_000)]).toEqual([[], 6]);
      await store.retrySoon();
      expect(Math.round(((await claim(store)).waitMs ?? 0) / 10_000)).toBe(3);
      expect(await store.outcomeOf(entry.id)).toBe('stored');
      await store.requeue(entry.reference);
      expect((await claim(store)).claimed).toMatchObject([{ cause: 'x' }]);
      await store.postpone(entry.id, 0);
      expect((await claim(store)).claimed).toMatchObject([{ attempts: 2, isCutOff: 0 }]);
    });

    test('one of two instances has a turn, until it is over', async () => {
      const [one, two] = await open();
      const turns = await Promise.all([one.takeTurn('alarm', 300), two.takeTurn('alarm', 300)]);
      expect(turns.filter(Boolean)).toHaveLength(1);
      expect(await two.takeTurn('other', 300)).toBe(true);
      await delay(310);
      expect(await two.takeTurn('alarm', 300)).toBe(true);
    });

    test('receipts and dead letters expire; waiting submissions never', async () => {
      const [store] = await open();
      const [waiting, dead, done] = [entryOf(), entryOf(), entryOf()];
      for (const entry of [dead, done, waiting]) await add(store, entry);
      await claim(store);
      const why = { reason: 'refused', cause: 'status 422', atMs: 1_000 };
      await store.deadLetter(dead.id, why);
      await store.finish(done.id, 1_000);
      const keep = { ...OUTBOX_LIMITS, keepDeadMs: 500, keepReceiptsMs: 500 };
      await store.expire(1_499, keep);
      expect(await store.counts()).toMatchObject({ waiting: 1, dead: 1 });
      expect(await store.outcomeOf(done.id)).toBe('delivered');
      await store.expire(1_501, keep);
      expect(await store.counts()).toMatchObject({ waiting: 1, dead: 0, corrupt: 0 });
      expect(await store.outcomeOf(done.id)).toBeNull();
    });

    test('the key of an unreadable submission is free again', async () => {
      const [store] = await open();
      const entry = entryOf();
      await add(store, entry);
      await store.quarantine(entry.id, Date.now());
      expect(await store.counts()).toMatchObject({ waiting: 0, corrupt: 1 });
      expect(await add(store, entry)).toBeNull();
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
