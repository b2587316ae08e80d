import { expect, test, vi } from 'vitest';
import { FormError } from '../../../../server/forms/form-error.ts';
import { UPLOAD_LIMITS } from '../../../../server/forms/form-limits.ts';
import { UploadRate } from '../../../../server/forms/upload-rate.ts';
import { UploadSlots } from '../../../../server/forms/upload-slots.ts';

const FLOWING = { isStalled: () => false, abort: () => undefined };

function client(network: string, userAgent = 'Phone') {
  return { network, userAgent };
}

function slotsOf(limits: Partial<typeof UPLOAD_LIMITS> = {}): UploadSlots {
  return new UploadSlots({ ...UPLOAD_LIMITS, waitForUploadSlotMs: 30_000, ...limits });
}

/** Whether a promise is still open after all that could settle it now has run. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const late = Symbol('late');
  const turn = new Promise((resolve) => setImmediate(() => resolve(late)));
  return (await Promise.race([promise, turn])) === late;
}

test('S12: the limits of uploads are those that were promised', () => {
  expect(UPLOAD_LIMITS).toMatchObject({
    uploadSlots: 16,
    uploadSlotsPerClient: 2,
    uploadSlotsPerNetwork: 8,
    uploadGraceMs: 10_000,
    minUploadBytesPerSecond: 4_000,
    freeUploadBytes: 65_536,
    waitForUploadSlotMs: 60_000,
    maxOpenUploads: 128,
    retryUploadSeconds: 10,
    uploadRateCheckMs: 1_000,
    stalledUploadMs: 2_000,
  });
});

test('U5: sixteen uploads have a slot, the next waits until one is free', async () => {
  const slots = slotsOf();
  const first = Array.from({ length: 16 }, (_, index) => slots.open(client(`n${index}`), FLOWING));
  for (const slot of first) await slot.acquire();
  const next = slots.open(client('late'), FLOWING);
  const acquiring = next.acquire();
  expect([slots.taken, await isPending(acquiring)]).toEqual([16, true]);
  first[7]?.close();
  await acquiring;
  expect(slots.taken).toBe(16);
});

test('S12: a client has two slots and a network eight; others pass those who wait for theirs', async () => {
  const slots = slotsOf();
  const own = Array.from({ length: 3 }, () => slots.open(client('a'), FLOWING));
  const third = own.map((slot) => slot.acquire())[2] ?? Promise.resolve();
  expect(await isPending(third)).toBe(true);
  const others = Array.from({ length: 7 }, (_, index) =>
    slots.open(client('a', `Browser ${index}`), FLOWING).acquire(),
  );
  expect(await Promise.all(others.map(isPending))).toEqual([...Array(6).fill(false), true]);
  expect(await isPending(slots.open(client('b'), FLOWING).acquire())).toBe(false);
  own[0]?.release();
  expect([await isPending(third), await isPending(others[6] ?? third)]).toEqual([false, true]);
});

test('U5: who waits too long is 503 with Retry-After, who leaves waits no more', async () => {
  const slots = slotsOf({ uploadSlots: 1, waitForUploadSlotMs: 20 });
  const holder = slots.open(client('a'), FLOWING);
  await holder.acquire();
  const late = slots.open(client('b'), FLOWING);
  await expect(late.acquire()).rejects.toMatchObject({
    status: 503,
    code: 'busy',
    retryAfterSeconds: 10,
  });
  const leaving = slots.open(client('c'), FLOWING);
  const acquiring = leaving.acquire();
  leaving.close();
  await expect(acquiring).rejects.toBeInstanceOf(FormError);
  holder.release();
  expect(slots.taken).toBe(0);
});

test('U5: who got a slot in time and comes back for one waits anew', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const slots = slotsOf({ uploadSlots: 1, waitForUploadSlotMs: 100 });
    const holder = slots.open(client('a'), FLOWING);
    await holder.acquire();
    const second = slots.open(client('b'), FLOWING);
    const acquiring = second.acquire();
    holder.release();
    await acquiring;
    second.release();
    await holder.acquire();
    vi.advanceTimersByTime(100);
    const again = second.acquire();
    expect(await isPending(again)).toBe(true);
    holder.close();
    await again;
  } finally {
    vi.useRealTimers();
  }
});

test('S12: when too many are open, a stalled one makes room, and no other does', () => {
  const slots = slotsOf({ maxOpenUploads: 4 });
  const aborts = Array.from({ length: 4 }, () => vi.fn<(error: FormError) => void>());
  aborts.forEach((abort, index) =>
    slots.open(client(`n${index}`), { isStalled: () => index === 1, abort }),
  );
  slots.open(client('a'), FLOWING);
  expect(aborts.map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0, 0]);
  expect(() => slots.open(client('b'), FLOWING)).toThrow(FormError);
  expect(aborts.map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0, 0]);
});

test('S12: an upload is too slow below 4 kB/s after its first ten seconds, and not before', () => {
  const rate = new UploadRate(UPLOAD_LIMITS);
  for (let second = 0; second < 10; second += 1) rate.check();
  expect([rate.isTooSlow(), rate.isStalled()]).toEqual([false, true]);
  rate.count(3_999);
  rate.check();
  expect(rate.isTooSlow()).toBe(true);
  rate.count(1);
  expect(rate.isTooSlow()).toBe(false);
});

test('S12: 20 kB/s with stalls of five seconds is fast enough, for three minutes', () => {
  const rate = new UploadRate(UPLOAD_LIMITS);
  for (let second = 0; second < 180; second += 1) {
    if (second % 10 < 5) rate.count(20_000);
    rate.check();
    expect(rate.isTooSlow()).toBe(false);
    // A second after the last bytes, and again a second after the first.
    expect([second, rate.isStalled()]).toEqual([second, second % 10 > 5]);
  }
});

test('S12: an upload that has just begun is not stalled', () => {
  const rate = new UploadRate(UPLOAD_LIMITS);
  rate.check();
  expect(rate.isStalled()).toBe(false);
  rate.check();
  expect(rate.isStalled()).toBe(true);
});

test('U5: who leaves while waiting waits no more, and uploads that have ended count no more', async () => {
  const slots = slotsOf({ uploadSlots: 1, maxOpenUploads: 2 });
  await slots.open(client('a'), FLOWING).acquire();
  for (let count = 0; count < 5; count += 1) {
    const leaving = slots.open(client(`n${count}`), FLOWING);
    const acquiring = leaving.acquire();
    leaving.close();
    await expect(acquiring).rejects.toBeInstanceOf(FormError);
  }
  expect(slots.taken).toBe(1);
});
