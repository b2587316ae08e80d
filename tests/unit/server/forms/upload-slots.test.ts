import { expect, test } from 'vitest';
import { FORM_LIMITS, type FormLimits } from '../../../../server/forms/form-limits.ts';
import { UploadSlots } from '../../../../server/forms/upload-slots.ts';

const client = (network: string, userAgent = 'Phone') => ({ network, userAgent });
const slotsOf = (limits: Partial<FormLimits> = {}) =>
  new UploadSlots({ ...FORM_LIMITS, ...limits });

/** Whether a promise is still open in the next turn. */
async function isPending(promise: Promise<unknown> | undefined): Promise<boolean> {
  const late = Symbol('late');
  const turn = new Promise((resolve) => setImmediate(() => resolve(late)));
  return (await Promise.race([promise, turn])) === late;
}

test('S10, S12, U2, U5: the limits of forms are those of the promises', () => {
  const perClient = { formsPerClient: 20, certificatesPerClient: 15 };
  const perNetwork = { formsPerNetwork: 300, certificatesPerNetwork: 60 };
  expect(FORM_LIMITS).toMatchObject({ windowSeconds: 600, ...perClient, ...perNetwork });
  const textBytes = { maxTextBytes: 524_288, maxFieldBytes: 65_536 };
  const fileBytes = { maxUploadBytes: 5_308_416, rejectedBytes: 20_971_520 };
  const times = { textBodyMs: 25_000, uploadBodyMs: 185_000 };
  expect(FORM_LIMITS).toMatchObject({ ...textBytes, ...fileBytes, ...times, maxFields: 24 });
  const slots = { uploadSlots: 8, waitForUploadSlotMs: 60_000, maxWaitingUploads: 128 };
  const rate = { uploadGraceMs: 10_000, minUploadBytesPerSecond: 4_000 };
  expect(FORM_LIMITS).toMatchObject({ ...slots, ...rate });
});

test('U5: eight uploads have a slot, the next wait until one is free, in their order', async () => {
  const slots = slotsOf();
  const releases = await Promise.all(
    Array.from({ length: 8 }, (_, index) => slots.acquire(client(`n${index}`))),
  );
  const [first, second] = [slots.acquire(client('a')), slots.acquire(client('b'))];
  expect(await isPending(first)).toBe(true);
  releases[7]?.();
  expect([await isPending(first), await isPending(second)]).toEqual([false, true]);
});

test('S12: a client has two slots and a network four; uploads of other clients overtake waiting ones', async () => {
  const slots = slotsOf();
  const own = Array.from({ length: 3 }, () => slots.acquire(client('a')));
  expect(await Promise.all(own.map(isPending))).toEqual([false, false, true]);
  const others = Array.from({ length: 3 }, (_, index) =>
    slots.acquire(client('a', `Browser ${index}`)),
  );
  expect(await Promise.all(others.map(isPending))).toEqual([...Array(2).fill(false), true]);
  expect(await isPending(slots.acquire(client('b')))).toBe(false);
  (await own[0])?.();
  expect([await isPending(own[2]), await isPending(others[2])]).toEqual([false, true]);
});

test('U5: an upload that waits too long gets 503 with Retry-After, and one that is one too many at once', async () => {
  const busy = { status: 503, code: 'busy', retryAfterSeconds: 10 };
  const limits = { uploadSlotsPerClient: 1, waitForUploadSlotMs: 20, maxWaitingUploads: 1 };
  const slots = slotsOf({ uploadSlots: 2, ...limits });
  const release = await slots.acquire(client('a'));
  const waiting = slots.acquire(client('a'));
  // One that need not wait is not one too many.
  await slots.acquire(client('b'));
  await expect(slots.acquire(client('c'))).rejects.toMatchObject(busy);
  await expect(waiting).rejects.toMatchObject(busy);
  release();
  expect(await isPending(slots.acquire(client('d')))).toBe(false);
});
