import { expect, test, vi } from 'vitest';
import { FormError } from '../../../../server/forms/form-error.ts';
import { UPLOAD_LIMITS } from '../../../../server/forms/form-limits.ts';
import { UploadSlots } from '../../../../server/forms/upload-slots.ts';

function client(network: string, userAgent = 'Phone') {
  return { network, userAgent };
}

function slotsOf(limits: Partial<typeof UPLOAD_LIMITS> = {}): UploadSlots {
  return new UploadSlots({ ...UPLOAD_LIMITS, waitForUploadSlotMs: 30_000, ...limits });
}

/** Whether a promise is still open in the next turn. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const late = Symbol('late');
  const turn = new Promise((resolve) => setImmediate(() => resolve(late)));
  return (await Promise.race([promise, turn])) === late;
}

test('S12: the limits of uploads are the promised ones', () => {
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
  const first = Array.from({ length: 16 }, (_, index) => slots.open(client(`n${index}`)));
  for (const slot of first) await slot.acquire();
  const next = slots.open(client('late'));
  const acquiring = next.acquire();
  expect([slots.taken, await isPending(acquiring)]).toEqual([16, true]);
  first[7]?.close();
  await acquiring;
  expect(slots.taken).toBe(16);
});

test('S12: a client has two slots and a network eight; uploads of other clients overtake waiting ones', async () => {
  const slots = slotsOf();
  const own = Array.from({ length: 3 }, () => slots.open(client('a')));
  const third = own.map((slot) => slot.acquire())[2] ?? Promise.resolve();
  expect(await isPending(third)).toBe(true);
  const others = Array.from({ length: 7 }, (_, index) =>
    slots.open(client('a', `Browser ${index}`)).acquire(),
  );
  expect(await Promise.all(others.map(isPending))).toEqual([...Array(6).fill(false), true]);
  expect(await isPending(slots.open(client('b')).acquire())).toBe(false);
  own[0]?.release();
  expect([await isPending(third), await isPending(others[6] ?? third)]).toEqual([false, true]);
});

test('U5: an upload that waits too long gets 503 with Retry-After, one that ends stops waiting', async () => {
  const slots = slotsOf({ uploadSlots: 1, waitForUploadSlotMs: 20 });
  const holder = slots.open(client('a'));
  await holder.acquire();
  const late = slots.open(client('b'));
  await expect(late.acquire()).rejects.toMatchObject({
    status: 503,
    code: 'busy',
    retryAfterSeconds: 10,
  });
  const leaving = slots.open(client('c'));
  const acquiring = leaving.acquire();
  leaving.close();
  await expect(acquiring).rejects.toBeInstanceOf(FormError);
  holder.release();
  expect(slots.taken).toBe(0);
});

test('U5: each wait for a slot has the full time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const slots = slotsOf({ uploadSlots: 1, waitForUploadSlotMs: 100 });
    const holder = slots.open(client('a'));
    await holder.acquire();
    const second = slots.open(client('b'));
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

test('S12: when too many are open, a stalled one is aborted, and no other', () => {
  const slots = slotsOf({ maxOpenUploads: 4 });
  const uploads = Array.from({ length: 4 }, (_, index) => slots.open(client(`n${index}`)));
  const aborted = () => uploads.map(({ signal }) => signal.aborted);
  for (let second = 0; second < 2; second += 1) uploads[1]?.check();
  slots.open(client('a'));
  expect(aborted()).toEqual([false, true, false, false]);
  expect(uploads[1]?.signal.reason).toMatchObject({ status: 503, code: 'busy' });
  expect(() => slots.open(client('b'))).toThrow(FormError);
  expect(aborted()).toEqual([false, true, false, false]);
});

test('S12: an upload is aborted below 4 kB/s after its first ten seconds, and not before', () => {
  const [slow, fast] = [3_999, 4_000].map((bytes) => {
    const upload = slotsOf().open(client('a'));
    for (let second = 0; second < 10; second += 1) upload.check();
    expect(upload.signal.aborted).toBe(false);
    upload.count(bytes);
    upload.check();
    return upload.signal;
  });
  expect(slow?.reason).toMatchObject({ status: 408, code: 'too-slow', isBodyAbandoned: true });
  expect(fast?.aborted).toBe(false);
});

test('S12: 20 kB/s with stalls of five seconds is fast enough, and frees its slot during each stall', async () => {
  const slots = slotsOf();
  const upload = slots.open(client('a'));
  for (let second = 0; second < 180; second += 1) {
    if (second % 10 < 5) upload.count(20_000);
    await upload.acquire();
    upload.check();
    expect(upload.signal.aborted).toBe(false);
    // A second after the last bytes, and again a second after the first.
    const isStalled = second % 10 > 5;
    expect([second, upload.isStalled(), slots.taken]).toEqual([
      second,
      isStalled,
      isStalled ? 0 : 1,
    ]);
  }
});

test('S12: an upload is stalled after two seconds without bytes', () => {
  const upload = slotsOf().open(client('a'));
  upload.check();
  expect(upload.isStalled()).toBe(false);
  upload.check();
  expect(upload.isStalled()).toBe(true);
});

test('U5: uploads that have ended no longer count', async () => {
  const slots = slotsOf({ uploadSlots: 1, maxOpenUploads: 2 });
  await slots.open(client('a')).acquire();
  for (let count = 0; count < 5; count += 1) {
    const leaving = slots.open(client(`n${count}`));
    const acquiring = leaving.acquire();
    leaving.close();
    await expect(acquiring).rejects.toBeInstanceOf(FormError);
  }
  expect(slots.taken).toBe(1);
});
