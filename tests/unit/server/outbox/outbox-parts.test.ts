import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { systemClock } from '../../../../server/outbox/clock.ts';
import {
  toDeliveryFailure,
  type DeliveryFailure,
} from '../../../../server/outbox/delivery-failure.ts';
import type { DeliveryAttempts } from '../../../../server/outbox/delivery-attempts.ts';
import type { DeliveryJob, DeliveryJobs } from '../../../../server/outbox/delivery-jobs.ts';
import {
  DeliveryQueue,
  type AttemptResult,
  type AttemptTurn,
} from '../../../../server/outbox/delivery-queue.ts';
import {
  logStorageFailure,
  orStorageError,
  OutboxStorageError,
  readJsonFile,
  writeNewFile,
} from '../../../../server/outbox/durable-files.ts';
import { createEntryId, parseEntryId } from '../../../../server/outbox/entry-id.ts';
import type { Outcome, Submission } from '../../../../server/outbox/entry.ts';
import { fingerprintOf } from '../../../../server/outbox/fingerprint.ts';
import { FirstOutcomes } from '../../../../server/outbox/first-outcomes.ts';
import { JobLoop } from '../../../../server/outbox/job-loop.ts';
import { adviceOn, MisconfiguredForms } from '../../../../server/outbox/misconfigured-forms.ts';
import {
  backoffMs,
  OUTBOX_LIMITS,
  type OutboxLimits,
} from '../../../../server/outbox/outbox-limits.ts';
import { createReference, referenceOf } from '../../../../server/outbox/reference.ts';
import { ProviderError } from '../../../../server/provider/provider.ts';
import { createLog } from '../../../../server/web/log.ts';
import { HandClock, settled } from '../../../support/hand-clock.ts';
import { removeFolder } from '../../../support/remove-folder.ts';
import { SOON } from '../../../support/effort.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let clock: HandClock;
let lines: Record<string, unknown>[];

beforeEach(() => {
  clock = new HandClock();
  lines = [];
});

const log = createLog({
  level: 'debug',
  destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
});

/** A fault of the system with its name. */
function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

describe('the queue', () => {
  const DONE: AttemptResult = { kind: 'done', wasDelivered: true };
  const OVER: AttemptResult = { kind: 'done', wasDelivered: false };

  /** A queue whose attempts say what the test says, and what was attempted when. */
  function open(
    answer: (id: string, count: number) => AttemptResult | Promise<AttemptResult>,
    limits: Partial<OutboxLimits> = {},
  ) {
    const start = clock.elapsed();
    const attempts: [id: string, number: number, at: number][] = [];
    const pauses: number[] = [];
    const state = { mayAttempt: true };
    const queue = new DeliveryQueue({
      clock,
      limits: { ...OUTBOX_LIMITS, jitter: 0, concurrency: 2, ...limits },
      async attempt(id, { number, nextMs }) {
        attempts.push([id, number, clock.elapsed() - start]);
        pauses.push(nextMs(0));
        return await answer(id, attempts.length);
      },
      mayAttempt: () => state.mayAttempt,
    });
    return { queue, attempts, pauses, state };
  }

  test('attempts what was added, in its order, two at a time, and each once', async () => {
    const ends = new Map<string, (result: AttemptResult) => void>();
    const { queue, attempts } = open((id) => new Promise((resolve) => void ends.set(id, resolve)));
    for (const id of ['a', 'b', 'c', 'b']) queue.add(id);
    queue.flush();
    queue.flush();
    expect(attempts.map(([id]) => id)).toEqual(['a', 'b']);
    expect(queue.idleIds()).toEqual(['c']);
    queue.add('a');
    ends.get('a')?.(OVER);
    await settled();
    expect(attempts.map(([id]) => id)).toEqual(['a', 'b', 'c']);
    ends.get('b')?.(DONE);
    ends.get('c')?.(DONE);
    await settled();
    expect([queue.idleIds(), attempts.length, clock.waiting]).toEqual([[], 3, 0]);
  });

  test('waits longer after each attempt that failed, and as long as the provider asks', async () => {
    const waits = [0, 0, 60_000, 0];
    const { queue, attempts, pauses } = open((_id, count) => ({
      kind: 'later',
      waitMs: waits[count - 1] ?? 0,
    }));
    queue.add('a');
    queue.flush();
    await settled();
    for (const ms of [4_999, 1, 9_999, 1, 59_999, 1]) {
      // As a scan of the folder does, every two seconds.
      queue.add('a');
      queue.flush();
      await clock.pass(ms);
    }
    expect(attempts).toEqual([
      ['a', 1, 0],
      ['a', 2, 5_000],
      ['a', 3, 15_000],
      ['a', 4, 75_000],
    ]);
    expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000]);
    expect(queue.idleIds()).toEqual(['a']);
  });

  test('what was held is attempted when it is over, and that was no attempt', async () => {
    const { queue, attempts } = open((_id, count) =>
      count === 1 ? { kind: 'held', forMs: 7_000 } : DONE,
    );
    queue.add('a');
    queue.flush();
    await settled();
    await clock.pass(6_999);
    await clock.pass(1);
    expect(attempts).toEqual([
      ['a', 1, 0],
      ['a', 1, 7_000],
    ]);
  });

  test.each([
    ['a delivery makes the others due, each at most once a minute', DONE, 0, 60_000],
    ['not before the time that the provider has asked for', DONE, 600_000, 600_000],
    ['what is over without a delivery says nothing of the others', OVER, 0, 640_000],
  ])('%s', async (_, result, waitMs, at) => {
    // Six failures: the next attempt would be after 5 + 10 + 20 + 40 + 80 + 160 s.
    const answers = new Map<string, AttemptResult>([['b', result]]);
    const { queue, attempts } = open((id) => answers.get(id) ?? { kind: 'later', waitMs });
    queue.add('a');
    queue.flush();
    await settled();
    if (waitMs === 0) for (const ms of [5, 10, 20, 40, 80, 160]) await clock.pass(ms * SECOND);
    const before = attempts.length;
    const [, , last = 0] = attempts.at(-1) ?? [];
    await clock.pass(20 * SECOND);
    queue.add('b');
    queue.flush();
    await settled();
    expect(attempts.length).toBe(before + 1);
    const ofA = () => attempts.filter(([id]) => id === 'a').slice(before);
    while (ofA().length === 0) await clock.pass(SECOND);
    const next = (ofA()[0]?.[2] ?? 0) - last;
    expect(next).toBe(waitMs === 0 && result === OVER ? 320_000 : at);
  });

  test('a retry by hand makes everything due, also what the provider has put off', async () => {
    const { queue, attempts } = open(() => ({ kind: 'later', waitMs: 3_600_000 }));
    for (const id of ['a', 'b']) queue.add(id);
    queue.flush();
    await settled();
    await clock.pass(SECOND);
    queue.retryAllNow();
    queue.flush();
    await settled();
    expect(attempts.map(([id, number]) => `${id}${number}`)).toEqual(['a1', 'b1', 'a2', 'b2']);
  });

  test('attempts nothing while another process delivers, nor after a stop, which waits for what runs', async () => {
    let end: (result: AttemptResult) => void = () => {};
    const { queue, attempts, state } = open(() => new Promise((resolve) => void (end = resolve)));
    state.mayAttempt = false;
    queue.add('a');
    queue.flush();
    expect(attempts).toEqual([]);
    state.mayAttempt = true;
    queue.flush();
    let isStopped = false;
    const stop = queue.stop().then(() => void (isStopped = true));
    await settled();
    expect(isStopped).toBe(false);
    end({ kind: 'later', waitMs: 0 });
    await stop;
    await clock.pass(3_600_000);
    expect([attempts.length, clock.waiting]).toEqual([1, 0]);
  });

  test('forgets what was removed', async () => {
    const { queue, attempts } = open(() => ({ kind: 'later', waitMs: 0 }));
    queue.add('a');
    queue.flush();
    await settled();
    queue.remove('a');
    await clock.pass(3_600_000);
    expect([queue.idleIds(), attempts.length]).toEqual([[], 1]);
  });
});

describe('jobs of the database', () => {
  const job = (id: string, attempts = 0): DeliveryJob => ({
    id,
    key: `key ${id}`,
    attempts,
    soonAtMs: 7,
  });

  /** A loop over jobs that the test gives out, and what it did with them. */
  function open(
    answer: (id: string) => AttemptResult | Promise<AttemptResult> = () => ({
      kind: 'done',
      wasDelivered: false,
    }),
  ) {
    const due: DeliveryJob[] = [];
    const did: string[] = [];
    const pauses: number[] = [];
    const faults: unknown[] = [];
    const state = { mayFetch: true, fault: null as Error | null, isLost: false };
    const jobs = {
      async fetch(count: number) {
        did.push(`fetch ${count}`);
        if (state.fault !== null) throw state.fault;
        return due.splice(0, count);
      },
      async reschedule({ id, attempts, soonAtMs }: DeliveryJob, afterMs: number) {
        did.push(`${id} ${attempts} after ${afterMs} soon ${Math.max(0, soonAtMs - clock.now())}`);
        if (state.isLost) throw new Error('down');
      },
      async retryOthersSoon() {
        did.push('retry others');
      },
    };
    const attempts = {
      async run(id: string, { number, nextMs }: AttemptTurn) {
        did.push(`${id} attempt ${number}`);
        pauses.push(nextMs(0), nextMs(3_600_000));
        return await answer(id);
      },
    };
    const loop = new JobLoop({
      // Only what it asks of them.
      jobs: jobs as unknown as DeliveryJobs,
      attempts: attempts as unknown as DeliveryAttempts,
      clock,
      limits: { ...OUTBOX_LIMITS, jitter: 0, concurrency: 2 },
      mayFetch: () => state.mayFetch,
      onFault: (error) => faults.push(error),
    });
    return { loop, due, did, pauses, faults, state };
  }

  test('are fetched as far as there is room, and again when there is more', async () => {
    const ends = new Map<string, (result: AttemptResult) => void>();
    const { loop, due, did } = open((id) => new Promise((resolve) => void ends.set(id, resolve)));
    due.push(job('a'), job('b', 4), job('c'));
    loop.wake();
    loop.wake();
    await settled();
    expect(did).toEqual(['fetch 2', 'a attempt 1', 'b attempt 5']);
    expect(loop.hasRoom()).toBe(false);
    ends.get('a')?.({ kind: 'done', wasDelivered: false });
    await settled();
    expect(did.slice(3)).toEqual(['fetch 1', 'c attempt 1']);
    for (const id of ['b', 'c']) ends.get(id)?.({ kind: 'done', wasDelivered: false });
    await settled();
    expect(did.slice(5).every((what) => what.startsWith('fetch'))).toBe(true);
    expect(loop.hasRoom()).toBe(true);
    const fetched = did.length;
    await settled();
    expect(did.length, 'nobody asks again by itself').toBe(fetched);
  });

  test('wait longer after each attempt that failed, or as long as they are held', async () => {
    const answers: Record<string, AttemptResult> = {
      later: { kind: 'later', waitMs: 0 },
      asked: { kind: 'later', waitMs: 600_000 },
      held: { kind: 'held', forMs: 7_000 },
    };
    const { loop, due, did, pauses } = open(
      (id) => answers[id] ?? { kind: 'done', wasDelivered: false },
    );
    due.push(job('later', 2), job('asked'), job('held', 3), job('over'));
    loop.wake();
    for (let turn = 0; turn < 5; turn += 1) await settled();
    expect(pauses).toEqual([
      20_000, 3_600_000, 5_000, 3_600_000, 40_000, 3_600_000, 5_000, 3_600_000,
    ]);
    expect(did.filter((what) => what.includes('after'))).toEqual([
      'later 3 after 20000 soon 60000',
      'asked 1 after 600000 soon 600000',
      'held 3 after 7000 soon 0',
    ]);
    expect(did).not.toContain('retry others');
  });

  test('a delivery makes the others due, but at most once a second', async () => {
    const { loop, due, did } = open(() => ({ kind: 'done', wasDelivered: true }));
    const deliver = async (id: string) => {
      due.push(job(id));
      loop.wake();
      for (let turn = 0; turn < 3; turn += 1) await settled();
      return did.filter((what) => what === 'retry others').length;
    };
    expect(await deliver('a')).toBe(1);
    await clock.pass(999);
    expect(await deliver('b')).toBe(1);
    await clock.pass(1);
    expect(await deliver('c')).toBe(2);
  });

  test('a database that fails is told to whoever watches it, and asked again when it is back', async () => {
    const { loop, due, did, faults, state } = open();
    state.fault = new Error('down');
    loop.wake();
    await settled();
    expect(faults).toEqual([state.fault]);
    state.mayFetch = false;
    loop.wake();
    await settled();
    expect(did).toEqual(['fetch 2']);
    state.mayFetch = true;
    state.fault = null;
    due.push(job('a'));
    loop.wake();
    await settled();
    expect(did).toContain('a attempt 1');
  });

  test('one that cannot be put back is due again when its lease ends: that is no fault of the loop', async () => {
    const { loop, due, did, faults, state } = open(() => ({ kind: 'later', waitMs: 0 }));
    state.isLost = true;
    due.push(job('a'));
    loop.wake();
    for (let turn = 0; turn < 3; turn += 1) await settled();
    expect(did).toContain('a 1 after 5000 soon 60000');
    await loop.stop();
    expect(faults).toEqual([]);
  });

  test('a stop waits for what runs, and nothing starts any more', async () => {
    let end: (result: AttemptResult) => void = () => {};
    const { loop, due, did } = open(() => new Promise((resolve) => void (end = resolve)));
    due.push(job('a'));
    loop.wake();
    await settled();
    let isStopped = false;
    const stop = loop.stop().then(() => void (isStopped = true));
    await settled();
    expect(isStopped).toBe(false);
    due.push(job('b'));
    end({ kind: 'done', wasDelivered: false });
    await stop;
    loop.wake();
    await settled();
    expect(did.filter((what) => what.includes('attempt'))).toEqual(['a attempt 1']);
  });
});

describe('waits', () => {
  test('double up to their limit, with jitter on top', () => {
    const limits = { ...OUTBOX_LIMITS, jitter: 0 };
    const waits = [1, 2, 3, 8, 9, 31, 400].map((attempt) => backoffMs(attempt, limits));
    expect(waits).toEqual([5_000, 10_000, 20_000, 640_000, 900_000, 900_000, 900_000]);
    const many = Array.from({ length: 200 }, () => backoffMs(1, OUTBOX_LIMITS));
    expect(Math.min(...many)).toBeGreaterThanOrEqual(5_000);
    expect(Math.max(...many)).toBeLessThanOrEqual(6_000);
    expect(new Set(many).size).toBeGreaterThan(50);
  });
});

describe('R-181, R-244: what a failed delivery means', () => {
  const status = (code: number, seconds: number | null = null) =>
    new ProviderError('status', { status: code, retryAfterSeconds: seconds });

  test.each([
    [400, 'rejected'],
    [401, 'misconfigured'],
    [403, 'misconfigured'],
    [404, 'misconfigured'],
    [405, 'misconfigured'],
    [408, 'later'],
    [409, 'later'],
    [413, 'rejected'],
    [415, 'rejected'],
    [422, 'rejected'],
    [423, 'later'],
    [425, 'later'],
    [429, 'later'],
    [302, 'misconfigured'],
    [499, 'misconfigured'],
    [500, 'later'],
    [503, 'later'],
  ])('status %i: %s', (code, kind) => {
    expect(toDeliveryFailure(status(code))).toMatchObject({
      kind,
      cause: `status ${code}`,
      status: code,
      waitMs: 0,
    });
  });

  test.each([
    ['content-type', 'misconfigured'],
    ['refused-path', 'misconfigured'],
    ['said-failure', 'rejected'],
    ['invalid-json', 'later'],
    ['timeout', 'later'],
    ['cut', 'later'],
    ['unreachable', 'later'],
    ['status', 'later'],
  ] as const)('%s: %s', (fault, kind) => {
    expect(toDeliveryFailure(new ProviderError(fault))).toMatchObject({ kind, status: null });
  });

  test('a wait is as long as the provider asks, and a day at most', () => {
    expect(toDeliveryFailure(status(503, 7_200)).waitMs).toBe(120 * MINUTE);
    expect(toDeliveryFailure(status(503, 999_999_999)).waitMs).toBe(24 * 60 * MINUTE);
  });

  test('what is no answer of the provider may succeed later', () => {
    const failure = { kind: 'later', remedy: undefined, status: null, waitMs: 0 };
    expect(toDeliveryFailure(new TypeError('x'))).toEqual({ ...failure, cause: 'TypeError' });
    expect(toDeliveryFailure('x')).toEqual({ ...failure, cause: 'unknown' });
  });
});

describe('forms that the provider does not accept', () => {
  const failure: DeliveryFailure = {
    kind: 'misconfigured',
    cause: 'status 401',
    remedy: undefined,
    status: 401,
    waitMs: 0,
  };
  const open = () => new MisconfiguredForms({ clock, log, limits: OUTBOX_LIMITS });

  test('are held, one entry at a time is attempted, and longer after each failure', async () => {
    const forms = open();
    expect(forms.acquire('career')).toBe(0);
    const waits = [];
    for (let count = 0; count < 9; count += 1) {
      forms.failed('career', failure);
      const wait = forms.acquire('career');
      waits.push(wait);
      await clock.pass(wait - 1);
      expect(forms.acquire('career')).toBe(1);
      await clock.pass(1);
      expect(forms.acquire('career'), 'one is attempted').toBe(0);
      expect(forms.acquire('career'), 'and holds the others').toBe(wait);
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300].map((s) => s * SECOND));
    expect(forms.acquire('getInTouch'), 'another form').toBe(0);
  });

  test('wait as long as the provider asks', () => {
    const forms = open();
    forms.failed('career', { ...failure, waitMs: 90 * SECOND });
    expect(forms.acquire('career')).toBe(90 * SECOND);
  });

  test('go on after a delivery, each other one with an attempt of its own', async () => {
    const forms = open();
    for (const form of ['career', 'admission'] as const)
      for (let count = 0; count < 3; count += 1) forms.failed(form, failure);
    await clock.pass(SECOND);
    forms.succeeded('career');
    expect([forms.acquire('career'), forms.acquire('career')]).toEqual([0, 0]);
    expect([forms.acquire('admission'), forms.acquire('admission')]).toEqual([0, 20 * SECOND]);
    forms.releaseAll();
    expect([forms.acquire('admission'), forms.acquire('admission')]).toEqual([0, 0]);
    forms.failed('admission', failure);
    expect(forms.acquire('admission'), 'from the beginning').toBe(5 * SECOND);
    forms.release('admission');
    expect(forms.acquire('admission')).toBe(0);
  });

  test('raise one alarm for all of them every five minutes', async () => {
    const forms = open();
    forms.failed('career', failure);
    forms.failed('admission', failure);
    await clock.pass(5 * MINUTE - 1);
    forms.failed('career', failure);
    expect(lines).toMatchObject([
      { event: 'provider-misconfigured', level: 'error', form: 'career', status: 401 },
    ]);
    await clock.pass(1);
    forms.failed('admission', { ...failure, status: null });
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({ form: 'admission' });
    expect(lines[1]).not.toHaveProperty('status');
  });

  test.each([
    [
      'status 401',
      401,
      'status 401: check PROVIDER_TOKEN first, then PROVIDER_URL and SCHOOL_CODE',
    ],
    [
      'status 403',
      403,
      'status 403: check PROVIDER_TOKEN first, then PROVIDER_URL and SCHOOL_CODE',
    ],
    [
      'status 404',
      404,
      'status 404: check PROVIDER_URL first, then PROVIDER_TOKEN and SCHOOL_CODE',
    ],
    [
      'content-type',
      null,
      'the answer is neither empty nor JSON: check PROVIDER_URL first, then PROVIDER_TOKEN and SCHOOL_CODE',
    ],
  ])('%s: the alarm says where to look first', (cause, status, advice) => {
    expect(adviceOn({ ...failure, cause, status })).toBe(
      `${advice}; submissions wait until it is mended`,
    );
  });
});

describe('what became of the first attempt', () => {
  function open({ isDeliverer = true } = {}) {
    const known = new Map<string, Outcome | Error>();
    const looks: string[] = [];
    const outcomes = new FirstOutcomes({
      clock,
      limits: OUTBOX_LIMITS,
      isDeliverer: () => isDeliverer,
      async outcomeOf(id) {
        looks.push(id);
        const outcome = known.get(id) ?? null;
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
    });
    const told: string[] = [];
    const ask = (id: string) =>
      void outcomes.subscribe(id).then((outcome) => told.push(`${id} ${outcome}`));
    return { outcomes, known, looks, told, ask };
  }

  test('all who wait are told once, and nobody else', async () => {
    const { outcomes, told, looks, ask } = open();
    for (const id of ['a', 'a', 'b']) ask(id);
    expect(outcomes.notify('a', 'delivered')).toBe(true);
    expect(outcomes.notify('a', 'rejected')).toBe(false);
    expect(outcomes.notify('c', 'rejected')).toBe(false);
    await settled();
    expect(told).toEqual(['a delivered', 'a delivered']);
    expect([looks, clock.waiting]).toEqual([[], 1]);
  });

  test('after five seconds it is stored, which is true in any case', async () => {
    const { told, ask, outcomes } = open();
    ask('a');
    await clock.pass(4_999);
    expect(told).toEqual([]);
    await clock.pass(1);
    expect(told).toEqual(['a stored']);
    expect(outcomes.notify('a', 'delivered')).toBe(false);
  });

  test('who came later waits for as long as who came first', async () => {
    const { told, ask, outcomes } = open();
    ask('a');
    await clock.pass(3_000);
    ask('a');
    await clock.pass(2_000);
    expect(told).toEqual(['a stored']);
    expect(outcomes.notify('a', 'rejected')).toBe(true);
    await settled();
    expect(told).toEqual(['a stored', 'a rejected']);
  });

  test('what another process did is looked for every half second, until it is known or nobody waits', async () => {
    const { known, looks, told, ask } = open({ isDeliverer: false });
    ask('a');
    await clock.pass(499);
    expect(looks).toEqual([]);
    await clock.pass(1);
    await clock.pass(500);
    expect([looks, told]).toEqual([['a', 'a'], []]);
    known.set('a', 'delivered');
    await clock.pass(500);
    expect(told).toEqual(['a delivered']);
    await clock.pass(60_000);
    expect(looks).toHaveLength(3);
    expect(clock.waiting).toBe(0);
  });

  test('a store that cannot be asked still has the submission', async () => {
    const { known, told, ask } = open({ isDeliverer: false });
    known.set('a', new Error('down'));
    ask('a');
    await clock.pass(500);
    expect(told).toEqual(['a stored']);
  });

  test('a stop tells everybody', async () => {
    const { outcomes, told, ask } = open();
    for (const id of ['a', 'b', 'a']) ask(id);
    outcomes.close();
    await settled();
    expect(told.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['a stored', 'a stored', 'b stored']);
    expect(clock.waiting).toBe(0);
  });
});

describe('files of the outbox', () => {
  function newFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'gis-outbox-parts-'));
    onTestFinished(() => removeFolder(folder));
    return folder;
  }

  test.each([
    ['ENOSPC', 'make room on the disk of DATA_DIR'],
    ['EDQUOT', 'make room on the disk of DATA_DIR'],
    ['EROFS', 'give DATA_DIR to the user'],
    ['EACCES', 'give DATA_DIR to the user'],
    ['EPERM', 'give DATA_DIR to the user'],
    ['ENOENT', 'make the folder of DATA_DIR'],
    ['ENOTDIR', 'make the folder of DATA_DIR'],
  ])(
    'R-181: a step that fails of %s is not acknowledged, and the log says what to do',
    async (code, remedy) => {
      const cause = systemError(code);
      const error: unknown = await orStorageError(log, Promise.reject(cause)).catch(
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(OutboxStorageError);
      expect(error).toMatchObject({
        name: 'OutboxStorageError',
        code,
        cause,
        message: `the outbox cannot be written: ${code}`,
      });
      expect(lines).toMatchObject([
        {
          event: 'outbox-storage',
          level: 'error',
          cause: code,
          remedy: expect.stringContaining(remedy),
        },
      ]);
    },
  );

  test('a fault without a name of ours has no remedy, and one without any name is unknown', () => {
    logStorageFailure(log, systemError('ECONNREFUSED'));
    logStorageFailure(log, 'x');
    expect(lines.map(({ cause }) => cause)).toEqual(['ECONNREFUSED', 'unknown']);
    for (const line of lines) expect(line).not.toHaveProperty('remedy');
    expect(new OutboxStorageError('x').code).toBe('unknown');
  });

  test('what is fine is passed on', async () => {
    expect(await orStorageError(log, Promise.resolve(7))).toBe(7);
    expect(lines).toEqual([]);
  });

  test('a file is new, for nobody else, and read again by its shape', async () => {
    const path = join(newFolder(), 'a.json');
    await writeNewFile(path, '{"a":1}');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await expect(writeNewFile(path, 'x')).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(path, 'utf8')).toBe('{"a":1}');
    const schema = z.object({ a: z.number() });
    expect(await readJsonFile(path, schema)).toEqual({ a: 1 });
    expect(await readJsonFile(path, z.object({ a: z.string() }))).toBeNull();
    for (const text of ['{"a":', '']) {
      writeFileSync(path, text);
      expect(await readJsonFile(path, schema)).toBeNull();
    }
    expect(await readJsonFile(`${path}.none`, schema)).toBeNull();
    expect(await readJsonFile(newFolder(), schema), 'a folder').toBeNull();
  });
});

describe('names of entries', () => {
  const parts = {
    acceptedAtMs: 1_795_420_904_682,
    fingerprint: '0123456789abcdef',
    reference: 'GIS-7K3M-92QX',
  };

  test('say when it came, what it is like and what its visitor was told', () => {
    const id = createEntryId(parts);
    expect(id).toBe('1795420904682-0123456789abcdef-GIS-7K3M-92QX');
    expect(parseEntryId(id)).toEqual({ id, ...parts });
    for (const other of ['', `x${id}`, `${id}x`, id.replace('GIS', 'gis'), id.slice(1), 'tmp'])
      expect(parseEntryId(other), other).toBeNull();
  });

  test('a reference can be told on the telephone; the one of a key is always the same, and of this server alone', () => {
    const REFERENCE = /^GIS-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/;
    const many = Array.from({ length: 200 }, createReference);
    for (const reference of many) expect(reference).toMatch(REFERENCE);
    expect(new Set(many).size).toBe(200);
    const letters = new Set(many.join('').replaceAll(/GIS-|-/g, ''));
    expect(letters).toEqual(new Set('23456789ABCDEFGHJKMNPQRSTVWXYZ'));
    const ofKeys = Array.from({ length: 200 }, (_, key) => referenceOf(`key ${key}`, 'secret'));
    for (const reference of ofKeys) expect(reference).toMatch(REFERENCE);
    expect(new Set(ofKeys).size).toBe(200);
    expect(referenceOf('key 1', 'secret')).toBe(ofKeys[1]);
    expect(referenceOf('key 1', 'other')).not.toBe(ofKeys[1]);
  });

  test('a fingerprint is that of all that was sent, in any order', () => {
    const cv = { name: 'cv.pdf', upload: { path: '/a', size: 1, sha256: 'ab' } };
    const submission: Submission = {
      form: 'career',
      campus: 'NEKPUR',
      fields: { name: 'Asha', email: 'a@b.co' },
      cv,
    };
    const print = (change: Partial<Submission> = {}, secret = 's') =>
      fingerprintOf({ ...submission, ...change }, secret);
    expect(print()).toMatch(/^[0-9a-f]{16}$/);
    expect(print({ fields: { email: 'a@b.co', name: 'Asha' } })).toBe(print());
    const others = [
      print({ form: 'admission' }),
      print({ campus: 'FARRUKHABAD' }),
      print({ fields: { name: 'Asha', email: 'a@b.com' } }),
      print({ cv: null }),
      print({ cv: { ...cv, name: 'other.pdf' } }),
      print({ cv: { ...cv, upload: { ...cv.upload, sha256: 'cd' } } }),
      print({}, 'other'),
    ];
    expect(new Set([print(), ...others]).size).toBe(8);
  });
});

test("the machine's clock runs a task once, later than any timer of Node may be set, unless it is taken back", async () => {
  const ran: string[] = [];
  systemClock.after(2 ** 40, () => ran.push('far'));
  const cancel = systemClock.after(1, () => ran.push('cancelled'));
  cancel();
  const before = systemClock.elapsed();
  systemClock.after(20, () => ran.push('soon'));
  await expect.poll(() => ran, SOON).toEqual(['soon']);
  expect(systemClock.elapsed() - before).toBeGreaterThanOrEqual(19);
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(MINUTE);
});
