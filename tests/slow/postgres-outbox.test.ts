import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { Database } from '../../server/database/database.ts';
import type { Entry } from '../../server/outbox/entry.ts';
import type { OutboxFolder } from '../../server/outbox/outbox-folder.ts';
import { OUTBOX_LIMITS } from '../../server/outbox/outbox-limits.ts';
import type { OutboxOptions } from '../../server/outbox/outbox.ts';
import { createPostgresCommands } from '../../server/outbox/postgres-commands.ts';
import { createPostgresOutbox, WORK } from '../../server/outbox/postgres-outbox.ts';
import { ProviderError } from '../../server/provider/provider.ts';
import type { Log } from '../../server/web/log.ts';
import { HandClock } from '../support/hand-clock.ts';
import {
  CV,
  DAY,
  makeEntry,
  nobodyListens,
  openOutboxDatabase,
  PATIENT,
  REASON,
  receiptOf,
  REFERENCES,
  type OutboxDatabase,
} from '../support/outbox-database.ts';
import { application, enquiry } from '../support/outbox-stores.ts';
import { NO_POSTGRES } from '../support/postgres.ts';

let opened: OutboxDatabase;
let postgres: OutboxDatabase['postgres'];
let url: OutboxDatabase['url'];
let database: OutboxDatabase['database'];
let store: OutboxDatabase['store'];
let add: OutboxDatabase['add'];
let rows: OutboxDatabase['rows'];
let states: OutboxDatabase['states'];
let withoutEntries: OutboxDatabase['withoutEntries'];
let lines: Record<string, unknown>[];
let log: Log;
let root: string;
let folder: OutboxFolder;

describe.skipIf(NO_POSTGRES !== null)('an instance on PostgreSQL', () => {
  beforeAll(async () => {
    opened = await openOutboxDatabase();
    ({ postgres, url, database, store, add, rows, states, withoutEntries } = opened);
  });

  afterAll(() => opened.remove());

  beforeEach(async () => {
    ({ root, folder, lines, log } = await opened.clear());
  });

  test('on a database that is empty it makes its tables, as the commands do', async () => {
    const empty = await postgres.newDatabase();
    const { outbox, sent } = await open({ url: empty, clock: new HandClock() });
    expect(await (await outbox.accept(enquiry('A'))).outcome).toBe('delivered');
    expect(sent).toEqual(['A']);
    const another = new Database({
      url: await postgres.newDatabase(),
      log,
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
    const addOld = async () => {
      await store.takeOver({ entry: makeEntry(), cv: null, reason: REASON });
      await database.query(`update gis_site.entry set changed_at = now() - interval '1 year'`);
    };
    await addOld();
    await open({ clock });
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

/** What there is after an instance has looked again. */
async function afterScan<Value>(clock: HandClock, read: () => Value): Promise<Awaited<Value>> {
  await clock.pass(OUTBOX_LIMITS.scanMs);
  return await read();
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
