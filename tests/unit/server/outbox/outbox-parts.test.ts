import { beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../../server/outbox/clock.ts';
import { toDeliveryFailure } from '../../../../server/outbox/delivery-failure.ts';
import type { Outcome, Submission } from '../../../../server/outbox/entry.ts';
import { FirstOutcomes } from '../../../../server/outbox/first-outcomes.ts';
import { adviceOn } from '../../../../server/outbox/form-holds.ts';
import { backoffMs, OUTBOX_LIMITS } from '../../../../server/outbox/outbox-limits.ts';
import {
  createReference,
  fingerprintOf,
  referenceOf,
} from '../../../../server/outbox/reference.ts';
import {
  logStorageFailure,
  OutboxStorageError,
  wrapStorageErrors,
} from '../../../../server/outbox/storage-error.ts';
import { ProviderError } from '../../../../server/provider/provider.ts';
import { HandClock, settled } from '../../../support/hand-clock.ts';
import { SOON } from '../../../support/effort.ts';
import { createTestLog } from '../../../support/test-log.ts';

const MINUTE = 60_000;
const FAILURE = toDeliveryFailure(new ProviderError('status', { status: 401 }));

let clock: HandClock;
const { log, lines } = createTestLog();

beforeEach(() => {
  clock = new HandClock();
  lines.length = 0;
});

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

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

describe('R-181, R-244: the kind of a failed delivery', () => {
  const status = (code: number, seconds: number | null = null) =>
    new ProviderError('status', { status: code, retryAfterSeconds: seconds });

  test.each([
    ['rejected', [400, 413, 415, 422]],
    ['misconfigured', [302, 401, 402, 403, 404, 405, 406, 410, 411, 431, 451, 499]],
    ['later', [408, 409, 423, 425, 429, 500, 501, 503]],
  ])('%s: status %j', (kind, codes) => {
    for (const code of codes)
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
    ['reported-failure', 'rejected'],
    ['invalid-json', 'later'],
    ['timeout', 'later'],
    ['cut', 'later'],
    ['unreachable', 'later'],
    ['status', 'later'],
  ] as const)('%s: %s', (cause, kind) => {
    expect(toDeliveryFailure(new ProviderError(cause))).toMatchObject({ kind, status: null });
  });

  test('a wait is as long as Retry-After, and a day at most', () => {
    expect(toDeliveryFailure(status(503, 7_200)).waitMs).toBe(120 * MINUTE);
    expect(toDeliveryFailure(status(503, 999_999_999)).waitMs).toBe(24 * 60 * MINUTE);
  });

  test('any other error may succeed later', () => {
    const failure = { kind: 'later', remedy: undefined, status: null, waitMs: 0 };
    expect(toDeliveryFailure(new TypeError('x'))).toEqual({ ...failure, cause: 'TypeError' });
    expect(toDeliveryFailure('x')).toEqual({ ...failure, cause: 'unknown' });
  });
});

describe('a form whose token is wrong', () => {
  test.each([
    ['status 401', 401, 'status 401: check PROVIDER_TOKEN first, then PROVIDER_URL'],
    ['status 403', 403, 'status 403: check PROVIDER_TOKEN first, then PROVIDER_URL'],
    ['status 404', 404, 'status 404: check PROVIDER_URL first, then PROVIDER_TOKEN'],
    [
      'content-type',
      null,
      'the response is neither empty nor JSON: check PROVIDER_URL first, then PROVIDER_TOKEN',
    ],
  ])('%s: the alarm names the setting to check first', (cause, status, advice) => {
    expect(adviceOn({ ...FAILURE, cause, status })).toBe(
      `${advice} and SCHOOL_CODE; submissions wait until it is fixed`,
    );
  });
});

describe('the outcome of the first attempt', () => {
  function open() {
    const stored = new Map<string, Outcome | Error>();
    const polled: string[] = [];
    const outcomes = new FirstOutcomes({
      clock,
      limits: OUTBOX_LIMITS,
      async outcomeOf(id) {
        polled.push(id);
        const outcome = stored.get(id) ?? null;
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
    });
    const received: string[] = [];
    const wait = (id: string) =>
      void outcomes.waitFor(id).then((outcome) => received.push(`${id} ${outcome}`));
    return { outcomes, stored, polled, received, wait };
  }

  test('each waiting request gets it once, and no other does', async () => {
    const { outcomes, received, wait } = open();
    for (const id of ['a', 'a', 'b']) wait(id);
    outcomes.notify('a', 'delivered');
    outcomes.notify('a', 'rejected');
    outcomes.notify('c', 'rejected');
    await settled();
    expect(received).toEqual(['a delivered', 'a delivered']);
  });

  test('each request waits five seconds, then reads "stored"', async () => {
    const { received, wait } = open();
    wait('a');
    await clock.pass(3_000);
    wait('a');
    await clock.pass(1_999);
    expect(received).toEqual([]);
    await clock.pass(1);
    expect(received).toEqual(['a stored']);
    await clock.pass(3_000);
    expect(received).toEqual(['a stored', 'a stored']);
    expect(clock.waiting).toBe(0);
  });

  test('the store is polled every 200 ms for the deliveries of another process', async () => {
    const { stored, polled, received, wait } = open();
    wait('a');
    await settled();
    await clock.pass(200);
    expect([polled, received]).toEqual([['a', 'a'], []]);
    stored.set('a', 'delivered');
    await clock.pass(200);
    expect(received).toEqual(['a delivered']);
    await clock.pass(60_000);
    expect(polled).toHaveLength(3);
    expect(clock.waiting).toBe(0);
  });

  test('an unreadable store still has the submission', async () => {
    const { stored, received, wait } = open();
    stored.set('a', new Error('down'));
    wait('a');
    await settled();
    expect(received).toEqual(['a stored']);
  });

  test('a stop ends all waits', async () => {
    const { outcomes, received, wait } = open();
    for (const id of ['a', 'b', 'a']) wait(id);
    await settled();
    outcomes.close();
    await settled();
    expect(received.toSorted()).toEqual(['a stored', 'a stored', 'b stored']);
    expect(clock.waiting).toBe(0);
  });
});

describe('a disk that fails', () => {
  test.each([
    ['ENOSPC', 'free space on the disk of DATA_DIR'],
    ['EDQUOT', 'free space on the disk of DATA_DIR'],
    ['EROFS', 'give DATA_DIR to the user'],
    ['EACCES', 'give DATA_DIR to the user'],
    ['EPERM', 'give DATA_DIR to the user'],
    ['ENOENT', 'create the folder of DATA_DIR'],
    ['ENOTDIR', 'create the folder of DATA_DIR'],
  ])(
    'R-181: a step that fails with %s is not acknowledged, and the log has the remedy',
    async (code, remedy) => {
      const cause = systemError(code);
      const error: unknown = await wrapStorageErrors(log, Promise.reject(cause)).catch(
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

  test('an error without a known code has no remedy, and one without a code is unknown', () => {
    logStorageFailure(log, systemError('ECONNREFUSED'));
    logStorageFailure(log, 'x');
    expect(lines.map(({ cause }) => cause)).toEqual(['ECONNREFUSED', 'unknown']);
    for (const line of lines) expect(line).not.toHaveProperty('remedy');
    expect(new OutboxStorageError('x').code).toBe('unknown');
  });
});

describe('references and fingerprints', () => {
  test('a reference can be read out on the telephone; that of a key is always the same, and differs by server', () => {
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

  test('a fingerprint covers every field, in any order', () => {
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

test("the machine's clock runs a task once, beyond the longest timer of Node too, unless it is cancelled", async () => {
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
