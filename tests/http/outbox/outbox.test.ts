import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StorageError } from '../../../server/storage.ts';
import { Database } from '../../../server/database/database.ts';
import { systemClock } from '../../../server/outbox/clock.ts';
import { importFolder } from '../../../server/outbox/import-folder.ts';
import { SqliteEngine } from '../../../server/outbox/sqlite-engine.ts';
import { SubmissionStore } from '../../../server/outbox/submission-store.ts';
import { createDelivery } from '../../../server/outbox/http-delivery.ts';
import { OUTBOX_LIMITS } from '../../../server/outbox/outbox-limits.ts';
import { createOutbox, type Outbox, type OutboxOptions } from '../../../server/outbox/outbox.ts';
import type { Delivery } from '../../../server/outbox/entry.ts';
import { HttpProvider } from '../../../server/provider/http-provider.ts';
import { changeIn, everyPath, everythingIn, rowsIn, runOutbox } from '../../support/outbox-rows.ts';
import { application, enquiry, rejection } from '../../support/outbox-stores.ts';
import { pdfBytes } from '../../support/pdf.ts';
import { SOON } from '../../support/effort.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { startTestProvider } from '../../support/providers/test-provider.ts';
import { createTestLog, silentLog } from '../../support/test-log.ts';
import { removeFolder, temporaryFolder } from '../../support/temporary-folder.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function newFolder(): string {
  return join(temporaryFolder(), 'data');
}

/** A delivery takes time of its own where it calls `holdFor`; all else waits for the disk alone. */
function newClock(start?: number): VirtualClock {
  return createVirtualClock(start, { realMsPerTask: 0 });
}

/** An outbox on a virtual clock. Its log and the names that were delivered are recorded. */
function open(
  options: {
    folder?: string;
    clock?: VirtualClock;
    deliver?: OutboxOptions['deliver'];
    limits?: OutboxOptions['limits'];
  } = {},
) {
  const folder = options.folder ?? newFolder();
  const clock = options.clock ?? newClock();
  const { log, lines } = createTestLog();
  const sent: string[] = [];
  const outbox = createOutbox({
    dataDir: folder,
    async deliver(delivery) {
      await options.deliver?.(delivery);
      sent.push(nameOf(delivery));
    },
    log,
    secret: 's'.repeat(32),
    clock,
    limits: options.limits ?? {},
  });
  onTestFinished(() => outbox.close());
  const events = (event: string) => lines.filter((line) => line.event === event);
  return { outbox, folder, clock, lines, events, sent };
}

/** An outbox whose provider rejects everything with a status until `recover`. */
function openFailing(status: number) {
  let isDown = true;
  const deliver = async () => {
    if (isDown) throw rejection(status);
  };
  return { ...open({ deliver }), recover: () => void (isDown = false) };
}

/** An outbox whose deliveries begin, and the last of which ends at `release`. */
function openHeld(limits: OutboxOptions['limits'] = {}) {
  const begun: string[] = [];
  let release = () => {};
  const deliver = async (delivery: Delivery) => {
    begun.push(nameOf(delivery));
    await new Promise<void>((resolve) => (release = resolve));
  };
  return { ...open({ deliver, limits }), begun, release: () => release() };
}

const nameOf = ({ entry }: Delivery) => String(entry.fields['name']);
const fail = (status: number) => () => Promise.reject(rejection(status));

describe('delivery', () => {
  test('R-181: a provider that fails for ten minutes gets every submission of that time exactly once', async () => {
    const keys = new Map<string, Set<string>>();
    let isDown = true;
    const { outbox, folder, clock, sent } = open({
      deliver: async ({ entry }) => {
        keys.set(entry.id, (keys.get(entry.id) ?? new Set()).add(entry.idempotencyKey));
        if (isDown) throw rejection(503);
      },
    });
    const names = Array.from({ length: 10 }, (_, minute) => `Parent ${minute}`);
    for (const name of names) {
      expect(await (await outbox.accept(enquiry(name))).outcome).toBe('stored');
      await clock.run(MINUTE);
    }
    isDown = false;
    await clock.runUntil(() => rowsIn(folder, 'waiting').length === 0);
    expect(sent.toSorted()).toEqual(names);
    // The same key on each attempt of an entry, and no other has it.
    expect([...keys.values()].map(({ size }) => size)).toEqual(Array(10).fill(1));
    expect(new Set([...keys.values()].flatMap((own) => [...own])).size).toBe(10);
  });

  test('an upload has a time of its own', async () => {
    const provider = await startTestProvider({ has: 'nothing' });
    onTestFinished(() => provider.stop());
    const limits = { formMs: 1, connectMs: SOON.timeout };
    const client = new HttpProvider({ url: provider.url, token: null, log: silentLog, limits });
    onTestFinished(() => client.close());
    const uploadMs = SOON.timeout;
    const { outbox, sent } = open({
      deliver: createDelivery({ provider: client, schoolCode: 'GISNUP', uploadMs }),
    });
    await outbox.accept(application(pdfBytes(200_000)));
    await expect.poll(() => sent, SOON).toEqual(['Asha']);
  });

  test('waits grow from 5 s to 15 min, with at most a fifth of jitter', async () => {
    const { outbox, clock, events } = open({ deliver: fail(500) });
    await outbox.accept(enquiry('A'));
    const waits = () =>
      events('submission-retry').map(({ retryInMs }) => Number(retryInMs) / 1_000);
    await clock.runUntil(() => waits().length === 10, { stepMs: 5_000 });
    for (const [index, wait] of waits().entries()) {
      const plain = Math.min(5 * 2 ** index, 900);
      expect(wait).toBeGreaterThanOrEqual(plain);
      expect(wait).toBeLessThanOrEqual(plain * 1.2);
    }
    expect(waits().every(Number.isInteger)).toBe(false);
    const failure = { cause: 'status 500', status: 500 };
    expect(events('submission-retry').slice(0, 2)).toMatchObject([
      { level: 'error', attempt: 1, ...failure },
      { level: 'warn', attempt: 2, ...failure },
    ]);
  });

  test.each([
    [503, 0],
    // The form pauses: no other submission of it is sent either.
    [401, 119_000],
  ])(
    'Retry-After is obeyed, also after the success of another submission (%i)',
    async (status, leastMs) => {
      const at: number[] = [];
      let otherAt = 0;
      const clock = newClock();
      const { outbox } = open({
        clock,
        deliver: async (delivery) => {
          if (nameOf(delivery) === 'A') at.push(clock.now());
          else otherAt = clock.now();
          if (nameOf(delivery) === 'A' && at.length === 1) throw rejection(status, 120);
        },
      });
      for (const name of ['A', 'B']) await (await outbox.accept(enquiry(name))).outcome;
      await clock.runUntil(() => at.length === 2 && otherAt > 0);
      expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(119_000);
      expect(otherAt - (at[0] ?? 0)).toBeGreaterThanOrEqual(leastMs);
    },
  );

  test('at most two deliveries run at a time', async () => {
    const counts: number[] = [];
    let running = 0;
    const { outbox, clock, sent } = open({
      async deliver() {
        counts.push((running += 1));
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
      },
    });
    const names = Array.from({ length: 12 }, (_, index) => `P${index}`);
    await Promise.all(names.map((name) => outbox.accept(enquiry(name))));
    await clock.runUntil(() => sent.length === 12);
    expect(Math.max(...counts)).toBe(2);
  });
});

describe('repeats', () => {
  test('the same form twice within a minute is one entry with one reference, later it is two', async () => {
    const { outbox, folder, clock, sent } = open();
    const [first, second] = await Promise.all([
      outbox.accept(enquiry('A')),
      outbox.accept(enquiry('A')),
    ]);
    const third = await outbox.accept(enquiry('A'));
    expect(new Set([first.reference, second.reference, third.reference]).size).toBe(1);
    expect(rowsIn(folder)).toHaveLength(1);
    expect(await third.outcome).toBe('delivered');
    await clock.run(MINUTE);
    const later = await outbox.accept(enquiry('A'));
    expect(later.reference).not.toBe(first.reference);
    // The clock was ahead.
    clock.jump(-DAY);
    expect((await outbox.accept(enquiry('A'))).reference).not.toBe(later.reference);
    await clock.runUntil(() => sent.length === 3);
  });

  test('a visitor waits five seconds for the first attempt, by this process or another one', async () => {
    const first = openHeld();
    const outcomes: string[] = [];
    async function accept({ outbox }: ReturnType<typeof open>): Promise<void> {
      const { outcome } = await outbox.accept(enquiry('A'));
      void outcome.then((value) => outcomes.push(value));
    }
    await accept(first);
    await first.clock.run(4_900, { stepMs: 100 });
    expect(outcomes).toEqual([]);
    await first.clock.run(200, { stepMs: 100 });
    expect(outcomes).toEqual(['stored']);
    const second = open({ folder: first.folder });
    await accept(second);
    await second.clock.run(1_000, { stepMs: 100 });
    expect(outcomes).toEqual(['stored']);
    first.release();
    await second.clock.runUntil(() => outcomes.length === 2, { stepMs: 100 });
    expect(outcomes).toEqual(['stored', 'delivered']);
  });
});

test.each([
  ['closes the connection after it has a form', 'reset'],
  ['responds too late', { delayMs: 1_500 }],
] as const)(
  'O5: a provider that %s may have a repeat: the log and the list name it, also when it is delivered',
  async (_what, failure) => {
    const provider = await startTestProvider({ has: 'nothing' });
    onTestFinished(() => provider.stop());
    await provider.fail('forms', failure);
    const limits = { formMs: 1_000 };
    const client = new HttpProvider({ url: provider.url, token: null, log: silentLog, limits });
    onTestFinished(() => client.close());
    const { outbox, clock, events, sent, folder } = open({
      deliver: createDelivery({ provider: client, schoolCode: 'GISNUP' }),
    });
    const { reference, outcome } = await outbox.accept(enquiry('A'));
    const notes = async () =>
      (await runOutbox(folder, ['list'])).map(({ note }: { note: string }) => note).join();
    const isMarked = async () => / next .*; may be a repeat$/.test(await notes());
    await clock.runUntil(isMarked, { stepMs: 100, realMs: 20 });
    expect(await outcome).toBe('stored');
    await provider.heal();
    await clock.runUntil(() => sent.length === 1, { realMs: 20 });
    await clock.runUntil(async () => (await outbox.state()).waiting === 0);
    expect(events('submission-repeat-possible')[0]).toMatchObject({ level: 'warn', reference });
    expect(await notes()).toBe('delivered; may be a repeat');
  },
);

describe('rejections', () => {
  test('a submission that the provider never accepts delays others of its form by minutes, not by its own pauses', async () => {
    const clock = newClock();
    const { outbox, sent } = open({
      clock,
      deliver: async (delivery) => {
        if (nameOf(delivery) === 'Blocked') throw rejection(403);
      },
    });
    await outbox.accept(enquiry('Blocked'));
    await clock.run(60 * MINUTE, { stepMs: 5_000 });
    const acceptedAt = clock.now();
    await outbox.accept(enquiry('A'));
    await clock.runUntil(() => sent.length === 1);
    expect(sent).toEqual(['A']);
    expect(clock.now() - acceptedAt).toBeLessThan(6 * MINUTE);
  });

  test('a failure of another kind ends the pause of a form', async () => {
    let status = 401;
    const attempts: string[] = [];
    const { outbox, clock } = open({
      deliver: async (delivery) => {
        attempts.push(nameOf(delivery));
        throw rejection(status);
      },
    });
    await outbox.accept(enquiry('A'));
    await clock.run(60 * MINUTE, { stepMs: 5_000 });
    status = 503;
    const before = attempts.length;
    await clock.runUntil(() => attempts.length > before, { stepMs: 5_000 });
    await outbox.accept(enquiry('B'));
    await clock.run(1_000);
    expect(attempts.at(-1)).toBe('B');
  });

  test('a retry by command does not wait for a held form', async () => {
    const { outbox, folder, clock, events, sent, recover } = openFailing(404);
    for (const name of ['A', 'B', 'C', 'D']) await outbox.accept(enquiry(name));
    await clock.run(60 * MINUTE, { stepMs: 5_000 });
    const attempts = () => events('submission-retry').length;
    const before = attempts();
    await clock.runUntil(() => attempts() > before, { stepMs: 5_000 });
    recover();
    const fixedAt = clock.now();
    expect(await runOutbox(folder, ['retry', '--all'])).toEqual({ retried: 4 });
    await clock.runUntil(() => sent.length === 4);
    // On its own the next attempt would have come five minutes later.
    expect(clock.now() - fixedAt).toBeLessThan(2 * MINUTE);
    expect(sent.toSorted()).toEqual(['A', 'B', 'C', 'D']);
  });

  test('R-181: a form whose token is wrong for seven days is a dead letter with its payload, and one form does not hold another', async () => {
    const { outbox, folder, clock, events } = open({
      deliver: async ({ entry }) => {
        if (entry.form === 'getInTouch') throw rejection(401);
      },
      limits: { giveUpMs: 30 * MINUTE, giveUpAttempts: 1 },
    });
    const acceptedAt = clock.now();
    const names = Array.from({ length: 12 }, (_, index) => `P${index}`);
    for (const name of names) await outbox.accept(enquiry(name));
    const career = await outbox.accept(application(pdfBytes(1_000)));
    expect(await career.outcome).toBe('delivered');
    await clock.runUntil(() => rowsIn(folder, 'dead').length === names.length, { stepMs: 5_000 });
    // The last attempt of each comes after its own pause, 18 minutes at most: it is not held for the others.
    expect(clock.now() - acceptedAt).toBeLessThan(55 * MINUTE);
    const failure = { level: 'error', cause: 'status 401', status: 401 };
    expect(events('submission-expired')).toMatchObject(names.map(() => failure));
    const remedy: unknown = expect.stringContaining('PROVIDER_TOKEN');
    const alarm = { ...failure, form: 'getInTouch', remedy };
    expect(events('provider-misconfigured')[0]).toMatchObject(alarm);
    const payloads = JSON.stringify(rowsIn(folder, 'dead').map(({ payload }) => payload));
    for (const name of names) expect(payloads).toContain(name);
  });

  test('O8: an entry that fails for seven days is a dead letter, and thirty days later it is gone with its CV', async () => {
    expect(OUTBOX_LIMITS).toMatchObject({ longestHoldMs: 5 * MINUTE, alarmEveryMs: 5 * MINUTE });
    expect(OUTBOX_LIMITS).toMatchObject({ giveUpMs: 7 * DAY, giveUpAttempts: 100 });
    expect(OUTBOX_LIMITS).toMatchObject({ keepMs: 30 * DAY, keepAfterStartMs: 60 * MINUTE });
    expect(OUTBOX_LIMITS).toMatchObject({ sweepMs: 30 * MINUTE, retryAfterSuccessMs: MINUTE });
    const { outbox, folder, clock, events } = open({
      deliver: fail(500),
      limits: {
        giveUpMs: 7 * MINUTE,
        giveUpAttempts: 3,
        keepMs: 30 * MINUTE,
        sweepMs: MINUTE,
        keepAfterStartMs: 0,
      },
    });
    const submission = application(pdfBytes(1_000));
    await outbox.accept(submission);
    const dead = () => rowsIn(folder, 'dead').length;
    await clock.runUntil(() => dead() === 1, { stepMs: 5_000 });
    expect(events('submission-expired')).toHaveLength(1);
    await clock.run(28 * MINUTE, { stepMs: 5_000 });
    expect([dead(), everythingIn(folder).includes('%PDF-')]).toEqual([1, true]);
    await clock.runUntil(() => dead() === 0, { stepMs: 5_000 });
    await clock.run(MINUTE);
    expect(everythingIn(folder)).not.toContain('%PDF-');
  });
});

describe('the data folder', () => {
  test('folders have mode 0700 and files 0600', async () => {
    const { outbox, folder } = open({ deliver: fail(503) });
    const { outcome } = await outbox.accept(application(pdfBytes(1_000)));
    await outcome;
    const modes = everyPath(folder).map((path) => [path, statSync(path)] as const);
    expect(modes.length).toBeGreaterThan(3);
    for (const [path, stat] of modes)
      expect([path, stat.mode & 0o777]).toEqual([path, stat.isDirectory() ? 0o700 : 0o600]);
  });

  test('O3: unreadable rows and those without their CV are quarantined, and the queue continues', async () => {
    const clock = newClock();
    const first = open({ clock, deliver: fail(503) });
    for (const name of ['Torn', 'Wrong shape']) {
      const { outcome } = await first.outbox.accept(enquiry(name));
      expect(await outcome).toBe('stored');
    }
    await first.outbox.accept(application(pdfBytes(1_000)));
    await first.outbox.close();
    const [torn, wrong] = rowsIn(first.folder, 'waiting').map(({ id }) => id);
    changeIn(
      first.folder,
      `update submission set payload = substr(payload, 1, 60) where id = '${torn}';
       update submission set payload = '{"version":1}' where id = '${wrong}';
       delete from submission_cv`,
    );
    const { outbox, events, sent } = open({ folder: first.folder, clock });
    await outbox.accept(enquiry('A'));
    await clock.runUntil(() => rowsIn(first.folder, 'corrupt').length === 3 && sent.length === 1);
    expect(sent).toEqual(['A']);
    expect(events('outbox-corrupt')).toHaveLength(3);
    expect(await outbox.state()).toMatchObject({ waiting: 0, corrupt: 3 });
  });

  test.each([
    ['its beginning', 0, 4_096],
    ['its schema', 'CREATE TABLE', 6],
    ['its third page', 32_768, 4_096],
  ])(
    'O3: a database damaged at %s is moved aside with an error, and submissions go into a new one',
    async (_where, place, length) => {
      const clock = newClock();
      const first = open({ clock, deliver: fail(503) });
      await first.outbox.accept(enquiry('Before'));
      await first.outbox.close();
      const file = join(first.folder, 'outbox.db');
      const bytes = readFileSync(file);
      const at = typeof place === 'string' ? bytes.indexOf(place) : place;
      writeFileSync(file, bytes.fill(0x5a, at, at + length));
      const { outbox, events, sent } = open({ folder: first.folder, clock });
      expect(await (await outbox.accept(enquiry('After'))).outcome).toBe('delivered');
      expect(sent).toEqual(['After']);
      const [damaged, ...more] = events('outbox-damaged');
      expect([damaged?.['level'], more]).toEqual(['error', []]);
      expect(readFileSync(String(damaged?.['folder'])).equals(bytes)).toBe(true);
    },
  );

  test('submissions of 1.0.0 are imported: what waited is sent once with its key, an unreadable one is moved to corrupt/', async () => {
    const dataDir = newFolder();
    const folder = join(dataDir, 'outbox');
    const [waiting, dead, delivered] = ['GIS-AAAA-2222', 'GIS-BBBB-3333', 'GIS-CCCC-4444'].map(
      (reference, index) => `${1_795_132_800_000 + index}-0123456789abcdef-${reference}`,
    );
    const cv = pdfBytes(2_000);
    // As version 1.0.0 wrote them.
    const entry = (id = '', idempotencyKey: string, change: object) =>
      JSON.stringify({
        version: 1,
        id,
        reference: id.slice(-13),
        idempotencyKey,
        acceptedAt: '2026-11-20T00:00:00.000Z',
        form: 'admission',
        campus: 'NEKPUR',
        fields: {},
        cv: null,
        ...change,
      });
    const career = { form: 'career', cv: { name: 'a.pdf', size: 2_000, sha256: '00' } };
    const files = {
      [`new/${waiting}/entry.json`]: entry(waiting, 'key-1', career),
      [`new/${waiting}/cv.pdf`]: cv,
      [`dead/${dead}/entry.json`]: entry(dead, 'key-2', {}),
      [`dead/${dead}/reason.json`]: JSON.stringify({
        reason: 'expired',
        cause: 'status 503',
        at: '2026-11-20T00:00:00.000Z',
        attempts: 99,
      }),
      [`new/${delivered}/entry.json`]: entry(delivered, 'key-3', {}),
      [`done/${delivered}.json`]: `{}`,
      'new/torn/entry.json': '{"version":1',
      'new/.DS_Store': 'x',
      'tmp/half/cv.pdf': 'x',
      'deliverer.lock': '',
      'retry-now': '',
    };
    for (const [path, content] of Object.entries(files)) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const deliveries: (string | number)[][] = [];
    const { clock, events, sent } = open({
      folder: dataDir,
      deliver: async ({ entry: { idempotencyKey }, cv: sentCv }) => {
        deliveries.push([idempotencyKey, sentCv?.length ?? 0]);
      },
    });
    await clock.runUntil(() => sent.length === 1 && rowsIn(dataDir, 'waiting').length === 0);
    expect(await runOutbox(dataDir, ['list'])).toMatchObject([
      { reference: 'GIS-BBBB-3333', state: 'dead', attempts: 99, note: 'expired: status 503' },
    ]);
    expect(rowsIn(dataDir, 'dead')).toMatchObject([{ finished: expect.any(Number) }]);
    expect(await runOutbox(dataDir, ['retry', '--all'])).toEqual({ retried: 1 });
    await clock.runUntil(() => rowsIn(dataDir, 'delivered').length === 2);
    expect(deliveries).toEqual([
      ['key-1', 2_000],
      ['key-2', 0],
    ]);
    expect(events('outbox-imported')).toMatchObject([{ count: 2 }]);
    expect(events('outbox-corrupt')).toHaveLength(2);
    expect(readdirSync(folder)).toEqual(['corrupt']);
    expect(readdirSync(join(folder, 'corrupt'))).toHaveLength(2);
  });

  test('two instances that import 1.0.0 at once log no error and lose nothing', async () => {
    const folder = newFolder();
    for (let number = 0; number < 30; number += 1) {
      const id = { version: 1, id: `${number}`, idempotencyKey: `${number}`, reference: 'R' };
      const entry = { ...id, ...enquiry(`P${number}`), acceptedAt: '2026-11-20T00:00:00.000Z' };
      await mkdir(join(folder, 'outbox/new', `${number}`), { recursive: true });
      writeFileSync(join(folder, 'outbox/new', `${number}`, 'entry.json'), JSON.stringify(entry));
    }
    const clock = newClock();
    const all = [open({ folder, clock }), open({ folder, clock })];
    await clock.runUntil(() => all.flatMap(({ sent }) => sent).length === 30);
    await clock.run(10_000);
    expect(all.flatMap(({ lines }) => lines.filter(({ level }) => level === 'error'))).toEqual([]);
    expect([rowsIn(folder, 'delivered').length, existsSync(join(folder, 'outbox'))]).toEqual([
      30,
      false,
    ]);
  });

  test('a folder of 1.0.0 that cannot be read is an error of the disk, logged once, and what is delivered is still erased', async () => {
    const folder = newFolder();
    await mkdir(join(folder, 'outbox'), { recursive: true });
    symlinkSync('new', join(folder, 'outbox', 'new'));
    const { outbox, clock, events, sent } = open({ folder, limits: { sweepMs: MINUTE } });
    await outbox.accept(enquiry('Planted'));
    await clock.runUntil(() => sent.length === 1);
    await clock.run(2 * MINUTE);
    rmSync(join(folder, 'outbox'), { recursive: true });
    expect(everythingIn(folder)).not.toContain('Planted');
    expect(events('outbox-storage')).toMatchObject([{ level: 'error', cause: 'ELOOP' }]);
  });

  test('a submission that 1.0.0 stores during the import is imported too', async () => {
    const root = join(newFolder(), 'outbox');
    const path = join(root, '..', 'outbox.db');
    const engine = new SqliteEngine({ path, clock: systemClock, log: silentLog });
    onTestFinished(() => engine.close());
    const write = async (name: string) => {
      const id = { version: 1, id: name, idempotencyKey: name, reference: name };
      const entry = { ...id, ...enquiry(name), acceptedAt: '2026-11-20T00:00:00.000Z' };
      await mkdir(join(root, 'new', name), { recursive: true });
      writeFileSync(join(root, 'new', name, 'entry.json'), JSON.stringify(entry));
    };
    class LateStore extends SubmissionStore {
      override async add(...submission: Parameters<SubmissionStore['add']>) {
        if (submission[0].reference === 'early') await write('late');
        return await super.add(...submission);
      }
    }
    const store = new LateStore(engine);
    await write('early');
    for (let time = 0; time < 2; time += 1)
      await importFolder(root, { store, log: silentLog, nowMs: Date.now() });
    expect((await store.rows()).map(({ id }) => id)).toEqual(['early', 'late']);
    expect(existsSync(root)).toBe(false);
  });

  test('without its database an instance takes turns on its disk', async () => {
    const database = new Database({ url: 'postgres://u:p@127.0.0.1:9/site', log: silentLog });
    onTestFinished(() => database.close());
    const shared = { dataDir: newFolder(), database, log: silentLog };
    const outbox = createOutbox({ ...shared, deliver: fail(503), secret: 's' });
    onTestFinished(() => outbox.close());
    const turns = [await outbox.takeTurn('a', MINUTE), await outbox.takeTurn('a', MINUTE)];
    expect(turns).toEqual([true, false]);
  });

  test('a closing outbox starts no delivery, waits for those in progress up to a limit, and leaves them to the next', async () => {
    const limits = { concurrency: 1, respondWithinMs: DAY };
    const { outbox, folder, clock, begun, release, events } = openHeld(limits);
    const accepted = [await outbox.accept(enquiry('A')), await outbox.accept(enquiry('B'))];
    await clock.runUntil(() => begun.length === 1);
    let isClosed = false;
    const from = clock.elapsed();
    const closing = outbox.close().then(() => (isClosed = true));
    await clock.runUntil(() => isClosed, { stepMs: 100 });
    await closing;
    const took = clock.elapsed() - from;
    expect(took).toBeGreaterThanOrEqual(8_000);
    expect(took).toBeLessThan(9_000);
    expect(await Promise.all(accepted.map(({ outcome }) => outcome))).toEqual(['stored', 'stored']);
    // The lease of what it was sending has ended with it.
    const next = open({ folder, clock });
    await clock.runUntil(() => next.sent.length === 2, { stepMs: 100 });
    expect(clock.elapsed() - from - took).toBeLessThan(2_000);
    release();
    await clock.run(MINUTE);
    expect([begun, events('outbox-storage')]).toEqual([['A'], []]);
  });

  test('O7: a delivery of a minute keeps its lease: nothing is sent twice', async () => {
    const { outbox, clock, begun, release } = openHeld();
    await outbox.accept(enquiry('A'));
    await clock.run(MINUTE, { stepMs: 1_000 });
    release();
    await clock.runUntil(async () => (await outbox.state()).waiting === 0);
    expect(begun).toEqual(['A']);
  });

  test.each(['later', 'at a stop'])(
    'O5: a delivery whose result could not be stored is not repeated, and its result is stored %s',
    async (when) => {
      const folder = newFolder();
      const rename = (from: string, to: string) =>
        changeIn(folder, `alter table ${from} rename to ${to}`);
      const deliver = async () => rename('submission', 'gone');
      const { outbox, clock, events, sent } = open({ folder, deliver });
      await outbox.accept(enquiry('A'));
      await clock.runUntil(() => sent.length === 1);
      await clock.run(MINUTE, { stepMs: 1_000 });
      expect(events('outbox-storage')).toHaveLength(1);
      rename('gone', 'submission');
      const closed = when === 'at a stop' ? outbox.close() : null;
      await clock.runUntil(() => rowsIn(folder, 'delivered').length === 1);
      await closed;
      expect(sent).toEqual(['A']);
    },
  );

  test.each([
    ['a reboot', 10_000],
    ['a restore on a machine whose clock is six hours behind', -6 * 60 * MINUTE],
  ])(
    'I1: after %s what waits is sent within a minute, for however long the machine had been up',
    async (_how, laterMs) => {
      const first = open({ deliver: fail(503) });
      await first.clock.run(DAY, { stepMs: 60 * MINUTE });
      await first.outbox.accept(enquiry('A'));
      // The next attempt is later than in a minute.
      await first.clock.runUntil(() => first.events('submission-retry').length === 6);
      await first.outbox.close();
      const clock = newClock(first.clock.now() + laterMs);
      const { sent } = open({ folder: first.folder, clock });
      await clock.runUntil(() => sent.length === 1);
      expect(clock.elapsed()).toBeLessThanOrEqual(MINUTE);
    },
  );

  test('O7: what a suspended process was sending another sends within 30 s with the same key; the first does not send it again', async () => {
    const folder = newFolder();
    const sent: string[] = [];
    const keys = new Map<string, Set<string>>();
    let goOn = () => {};
    const stopped = new Promise<void>((resolve) => (goOn = resolve));
    function deliverAs(who: string): OutboxOptions['deliver'] {
      return async (delivery) => {
        const { entry } = delivery;
        const name = nameOf(delivery);
        sent.push(`${who} ${name}`);
        keys.set(name, (keys.get(name) ?? new Set()).add(entry.idempotencyKey));
        if (who === 'stalled') await stopped;
      };
    }
    // A process that is stopped: its clock and its delivery stand, while those of the other go on.
    const stalled = open({ folder, deliver: deliverAs('stalled') });
    await stalled.outbox.accept(enquiry('A'));
    await stalled.clock.runUntil(() => sent.length === 1);
    const other = open({ folder, deliver: deliverAs('other') });
    expect(await (await other.outbox.accept(enquiry('B'))).outcome).toBe('delivered');
    await other.outbox.accept(enquiry('C'));
    await other.clock.runUntil(() => sent.includes('other A'), { stepMs: 1_000 });
    expect(other.clock.elapsed()).toBeLessThanOrEqual(30_000);
    await other.clock.run(MINUTE - other.clock.elapsed(), { stepMs: 1_000 });
    expect(sent.toSorted()).toEqual(['other A', 'other B', 'other C', 'stalled A']);
    expect(other.events('submission-repeat-possible')).toHaveLength(1);

    // All of its timers are due at once.
    await stalled.clock.run(MINUTE, { stepMs: MINUTE });
    goOn();
    await other.outbox.accept(enquiry('D'));
    for (let second = 0; second < 60; second += 1) {
      await stalled.clock.run(1_000);
      await other.clock.run(1_000);
    }
    await other.clock.runUntil(() => sent.length > 4);
    expect(sent.slice(4)).toEqual([expect.stringMatching(/ D$/)]);
    expect([...keys.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1]);
    await other.clock.runUntil(async () => (await other.outbox.state()).waiting === 0);
    expect(rowsIn(folder, 'delivered')).toHaveLength(4);
  });

  test.each([
    ['a year on', 365 * DAY],
    ['a year back', -365 * DAY],
  ])(
    'O4: a clock that is set %s loses, delays and repeats no waiting submission',
    async (_how, jumpMs) => {
      const { outbox, clock, folder, sent, recover } = openFailing(503);
      await outbox.accept(enquiry('A'));
      await clock.run(MINUTE);
      clock.jump(jumpMs);
      await outbox.accept(enquiry('B'));
      recover();
      const from = clock.elapsed();
      await clock.runUntil(() => sent.length === 2, { stepMs: 1_000 });
      expect(clock.elapsed() - from).toBeLessThan(16 * MINUTE);
      await clock.run(20 * MINUTE, { stepMs: 5_000 });
      // On a busy machine the delivery may not be on disk yet.
      await clock.runUntil(async () => (await outbox.state()).waiting === 0);
      expect(sent.toSorted()).toEqual(['A', 'B']);
      expect(await outbox.state()).toMatchObject({ waiting: 0, dead: 0 });
      expect(rowsIn(folder, 'delivered')).toHaveLength(2);
    },
  );

  test('I8: a clock that jumps 8 or 31 days gives nothing up and deletes nothing, and is logged', async () => {
    const clock = newClock();
    let isDown = true;
    const deliver = async (delivery: Delivery) => {
      if (nameOf(delivery) === 'Dead') throw rejection(422);
      if (isDown) throw rejection(503);
    };
    const { outbox, folder, events, sent } = open({ clock, deliver });
    for (const name of ['A', 'Dead']) await (await outbox.accept(enquiry(name))).outcome;
    for (const jumpMs of [8 * DAY, 31 * DAY]) {
      clock.jump(jumpMs);
      await clock.run(2 * 60 * MINUTE, { stepMs: MINUTE });
      expect(await outbox.state()).toMatchObject({ waiting: 1, dead: 1 });
    }
    expect(events('clock-jumped')).toMatchObject([{ level: 'error' }, { level: 'error' }]);
    // A process that starts then cannot know.
    await outbox.close();
    isDown = false;
    const next = open({ folder, clock, deliver });
    await clock.run(50 * MINUTE, { stepMs: MINUTE });
    expect([rowsIn(folder, 'dead').length, next.sent]).toEqual([1, ['A']]);
    expect(sent).toEqual([]);
  });

  const copy = (folder: string) => join(folder, '..', 'copy.db');
  test.each<[string, (folder: string, outbox: Outbox) => unknown]>([
    ['removed', (folder) => rmSync(join(folder, 'outbox.db'))],
    [
      'removed with its log',
      (folder) =>
        everyPath(folder)
          .slice(1)
          .forEach((path) => rmSync(path)),
    ],
    ['replaced by an older one', (folder) => renameSync(copy(folder), join(folder, 'outbox.db'))],
    ['left without its log', (folder) => rmSync(join(folder, 'outbox.db-wal'))],
    [
      'moved away and back',
      async (folder, outbox) => {
        renameSync(join(folder, 'outbox.db'), copy(folder));
        // It makes another.
        await outbox.state();
        renameSync(copy(folder), join(folder, 'outbox.db'));
      },
    ],
    [
      'moved, with a link to it',
      (folder) => {
        linkSync(join(folder, 'outbox.db'), `${copy(folder)}.moved`);
        symlinkSync(`${copy(folder)}.moved`, `${copy(folder)}.link`);
        // In one step, so that no instance makes another file in between.
        renameSync(`${copy(folder)}.link`, join(folder, 'outbox.db'));
      },
    ],
    [
      'removed, with a folder in its place for a moment,',
      async (folder, outbox) => {
        rmSync(join(folder, 'outbox.db'));
        await mkdir(join(folder, 'outbox.db'));
        await expect(outbox.state()).rejects.toThrow('unable to open');
        await rmdir(join(folder, 'outbox.db'));
      },
    ],
    // As for a process, a mount over it.
    ['in another folder', (folder) => renameSync(folder, `${folder}-away`)],
  ])(
    'I4: a database that is %s while two instances use it loses nothing, repeats nothing, and is an error',
    async (_how, change) => {
      const clock = newClock();
      const folder = newFolder();
      let isDown = true;
      const deliver = async () => {
        if (isDown) throw rejection(503);
      };
      const [one, two] = [open({ folder, clock, deliver }), open({ folder, clock, deliver })];
      isDown = false;
      await one.outbox.accept(enquiry('Delivered'));
      await clock.runUntil(async () => (await one.outbox.state()).waiting === 0);
      isDown = true;
      await one.outbox.accept(enquiry('A'));
      await two.outbox.accept(application(pdfBytes(20_000)));
      const older = new DatabaseSync(join(folder, 'outbox.db'));
      older.exec(`vacuum into '${copy(folder)}'`);
      older.close();
      await two.outbox.accept(enquiry('B'));
      await change(folder, one.outbox);
      for (const { outbox } of [one, two])
        await outbox.accept(enquiry(outbox === one.outbox ? 'C' : 'D'));
      await clock.run(10_000);
      expect(rowsIn(folder, 'waiting')).toHaveLength(5);
      for (const { events } of [one, two])
        expect(events('outbox-replaced')[0]).toMatchObject({ level: 'error' });
      isDown = false;
      await clock.runUntil(() => rowsIn(folder, 'waiting').length === 0);
      const sent = [...one.sent, ...two.sent].toSorted();
      expect(sent).toEqual(['A', 'Asha', 'B', 'C', 'D', 'Delivered']);
      expect(everyPath(join(folder, '..')).filter((path) => path.includes('replaced'))).toEqual([]);
    },
  );

  test('I4: a symbolic link to a database, whose log may be elsewhere, takes no forms, and the remedy is named', async () => {
    const folder = newFolder();
    await mkdir(folder);
    symlinkSync(join(folder, 'moved.db'), join(folder, 'outbox.db'));
    const { outbox, clock, events } = open({ folder });
    await expect(outbox.accept(enquiry('A'))).rejects.toThrow('outbox.db is a symbolic link');
    await clock.run(MINUTE);
    expect(events('outbox-storage')[0]?.['remedy']).toMatch(/^stop the site.*mount/);
    expect(await outbox.probe()).toBe('symbolic-link');
  });

  test('R-181: a folder that could not be created at the start is created by the next submission, which is delivered', async () => {
    const folder = newFolder();
    writeFileSync(folder, 'a file in the way');
    const { outbox, clock, events, sent } = open({ folder });
    await expect(outbox.accept(enquiry('A'))).rejects.toThrow(StorageError);
    await clock.run(MINUTE);
    // Of all scans; the form's own is logged with its response.
    expect(events('outbox-storage')).toHaveLength(1);
    rmSync(folder);
    await outbox.accept(enquiry('B'));
    await clock.runUntil(() => sent.length === 1);
    expect(sent).toEqual(['B']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('R-181: a folder that is removed while the server runs is created again for the next form, which is delivered', async () => {
    const { outbox, folder, clock, sent } = open();
    removeFolder(folder);
    await outbox.accept(enquiry('A'));
    await clock.runUntil(() => sent.length === 1);
    expect(sent).toEqual(['A']);
  });
});
