import { describe, expect, test } from 'vitest';
import { OUTBOX_LIMITS } from '../../../server/outbox/outbox-limits.ts';
import type { Delivery } from '../../../server/outbox/entry.ts';
import { everythingIn, rowsIn, runOutbox } from '../../support/outbox-rows.ts';
import { application, enquiry, rejection } from '../../support/outbox-stores.ts';
import { pdfBytes } from '../../support/pdf.ts';
import { DAY, MINUTE, fail, nameOf, newClock, openOutbox } from '../../support/open-outbox.ts';

/** An outbox whose provider rejects everything with a status until `recover`. */
function openFailing(status: number) {
  let isDown = true;
  const deliver = async () => {
    if (isDown) throw rejection(status);
  };
  return { ...openOutbox({ deliver }), recover: () => void (isDown = false) };
}

test('waits grow from 5 s to 15 min, with at most a fifth of jitter', async () => {
  const { outbox, clock, events } = openOutbox({ deliver: fail(500) });
  await outbox.accept(enquiry('A'));
  const waits = () => events('submission-retry').map(({ retryInMs }) => Number(retryInMs) / 1_000);
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
    const { outbox } = openOutbox({
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

describe('rejections', () => {
  test('a submission that the provider never accepts delays others of its form by minutes, not by its own pauses', async () => {
    const clock = newClock();
    const { outbox, sent } = openOutbox({
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
    const { outbox, clock } = openOutbox({
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

  test('R-181: a form whose token is wrong for seven days is a dead letter, and holds no other form', async () => {
    const { outbox, folder, clock, events } = openOutbox({
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
    const { outbox, folder, clock, events } = openOutbox({
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
  const { outbox, folder, events, sent } = openOutbox({ clock, deliver });
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
  const next = openOutbox({ folder, clock, deliver });
  await clock.run(50 * MINUTE, { stepMs: MINUTE });
  expect([rowsIn(folder, 'dead').length, next.sent]).toEqual([1, ['A']]);
  expect(sent).toEqual([]);
});
