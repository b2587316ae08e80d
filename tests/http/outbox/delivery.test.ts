import { describe, expect, onTestFinished, test } from 'vitest';
import { createDelivery } from '../../../server/outbox/create-delivery.ts';
import type { OutboxOptions } from '../../../server/outbox/outbox.ts';
import type { Delivery } from '../../../server/outbox/entry.ts';
import { HttpProvider } from '../../../server/provider/http-provider.ts';
import type { ProviderLimits } from '../../../server/provider/provider-limits.ts';
import { changeIn, rowsIn, runOutbox } from '../../support/outbox-rows.ts';
import { application, enquiry, rejection } from '../../support/outbox-stores.ts';
import { pdfBytes } from '../../support/pdf.ts';
import { SOON } from '../../support/effort.ts';
import { holdMoment } from '../../support/moments.ts';
import { providerOfTest } from '../../support/providers/test-provider.ts';
import { silentLog } from '../../support/test-log.ts';
import {
  DAY,
  MINUTE,
  fail,
  nameOf,
  newClock,
  newFolder,
  openOutbox,
} from '../../support/open-outbox.ts';

/** An outbox whose deliveries begin, and end at `release`. */
function openHeld(limits: OutboxOptions['limits'] = {}) {
  const begun: string[] = [];
  const { wait, release } = holdMoment();
  const deliver = (delivery: Delivery) => {
    begun.push(nameOf(delivery));
    return wait();
  };
  return { ...openOutbox({ deliver, limits }), begun, release };
}

/** A provider over HTTP, and what delivers to it. */
async function startProvider(limits: Partial<ProviderLimits>, uploadMs?: number) {
  const provider = await providerOfTest({ has: 'nothing' });
  const client = new HttpProvider({ url: provider.url, token: null, log: silentLog, limits });
  onTestFinished(() => client.close());
  const deliver = createDelivery({ provider: client, schoolCode: 'GISNUP', uploadMs });
  return { provider, deliver };
}

test('R-181: a provider that fails for ten minutes gets every submission of that time exactly once', async () => {
  const keys = new Map<string, Set<string>>();
  let isDown = true;
  const { outbox, folder, clock, sent } = openOutbox({
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
  const limits = { formMs: 2_000, connectMs: SOON.timeout };
  const { provider, deliver } = await startProvider(limits, SOON.timeout);
  await provider.fail('all', { delayMs: 3_000 });
  const { outbox, sent } = openOutbox({ deliver });
  await outbox.accept(application(pdfBytes(200_000)));
  await expect.poll(() => sent, SOON).toEqual(['Asha']);
});

test('at most two deliveries run at a time', async () => {
  const counts: number[] = [];
  let running = 0;
  const { outbox, clock, sent } = openOutbox({
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

describe('repeats', () => {
  const acceptOnce = ({ outbox }: ReturnType<typeof openOutbox>) =>
    outbox.accept(enquiry('A'), { fingerprint: 'of A' });

  test('one fingerprint within a minute is one entry with one reference, later it is two', async () => {
    const opened = openOutbox();
    const { folder, clock, sent } = opened;
    const accept = () => acceptOnce(opened);
    const [first, second] = await Promise.all([accept(), accept()]);
    const third = await accept();
    expect(new Set([first.reference, second.reference, third.reference]).size).toBe(1);
    expect(rowsIn(folder)).toHaveLength(1);
    expect(await third.outcome).toBe('delivered');
    await clock.run(MINUTE);
    const later = await accept();
    expect(later.reference).not.toBe(first.reference);
    // The clock was ahead.
    clock.jump(-DAY);
    expect((await accept()).reference).not.toBe(later.reference);
    await clock.runUntil(() => sent.length === 3);
  });

  test('without a fingerprint equal submissions are as many entries', async () => {
    const { outbox, folder } = openOutbox();
    await Promise.all([outbox.accept(enquiry('A')), outbox.accept(enquiry('A'))]);
    expect(rowsIn(folder)).toHaveLength(2);
  });

  test('a visitor waits five seconds for the first attempt, by this process or another one', async () => {
    const first = openHeld();
    const outcomes: string[] = [];
    async function accept(opened: ReturnType<typeof openOutbox>): Promise<void> {
      const { outcome } = await acceptOnce(opened);
      void outcome.then((value) => outcomes.push(value));
    }
    await accept(first);
    await first.clock.run(4_900, { stepMs: 100 });
    expect(outcomes).toEqual([]);
    await first.clock.run(200, { stepMs: 100 });
    expect(outcomes).toEqual(['stored']);
    const second = openOutbox({ folder: first.folder });
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
  'O5: a provider that %s may have a repeat: the log and the list name it',
  async (_what, failure) => {
    const { provider, deliver } = await startProvider({ formMs: 1_000 });
    await provider.fail('forms', failure);
    const { outbox, clock, events, sent, folder } = openOutbox({ deliver });
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

test.each(['later', 'at a stop'])(
  'O5: a delivery whose result could not be stored is not repeated, and its result is stored %s',
  async (when) => {
    const folder = newFolder();
    const rename = (from: string, to: string) =>
      changeIn(folder, `alter table ${from} rename to ${to}`);
    const deliver = async () => rename('submission', 'gone');
    const { outbox, clock, events, sent } = openOutbox({ folder, deliver });
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

test('O7: what a suspended process was sending another sends within 30 s with the same key, once', async () => {
  const folder = newFolder();
  const sent: string[] = [];
  const keys = new Map<string, Set<string>>();
  const stopped = holdMoment();
  function deliverAs(who: string): OutboxOptions['deliver'] {
    return async (delivery) => {
      const { entry } = delivery;
      const name = nameOf(delivery);
      sent.push(`${who} ${name}`);
      keys.set(name, (keys.get(name) ?? new Set()).add(entry.idempotencyKey));
      if (who === 'stalled') await stopped.wait();
    };
  }
  // A process that is stopped: its clock and its delivery stand, while those of the other go on.
  const stalled = openOutbox({ folder, deliver: deliverAs('stalled') });
  await stalled.outbox.accept(enquiry('A'));
  await stalled.clock.runUntil(() => sent.length === 1);
  const other = openOutbox({ folder, deliver: deliverAs('other') });
  expect(await (await other.outbox.accept(enquiry('B'))).outcome).toBe('delivered');
  await other.outbox.accept(enquiry('C'));
  await other.clock.runUntil(() => sent.includes('other A'), { stepMs: 1_000 });
  expect(other.clock.elapsed()).toBeLessThanOrEqual(30_000);
  await other.clock.run(MINUTE - other.clock.elapsed(), { stepMs: 1_000 });
  expect(sent.toSorted()).toEqual(['other A', 'other B', 'other C', 'stalled A']);
  expect(other.events('submission-repeat-possible')).toHaveLength(1);

  // All of its timers are due at once.
  await stalled.clock.run(MINUTE, { stepMs: MINUTE });
  stopped.release();
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

test('O7: a delivery of a minute keeps its lease: nothing is sent twice', async () => {
  const { outbox, clock, begun, release } = openHeld();
  await outbox.accept(enquiry('A'));
  await clock.run(MINUTE, { stepMs: 1_000 });
  release();
  await clock.runUntil(async () => (await outbox.state()).waiting === 0);
  expect(begun).toEqual(['A']);
});

test('a closing outbox starts no delivery, and leaves those in progress to the next after a limit', async () => {
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
  const next = openOutbox({ folder, clock });
  await clock.runUntil(() => next.sent.length === 2, { stepMs: 100 });
  expect(clock.elapsed() - from - took).toBeLessThan(2_000);
  release();
  await clock.run(MINUTE);
  expect([begun, events('outbox-storage')]).toEqual([['A'], []]);
});

test.each([
  ['a reboot', 10_000],
  ['a restore on a machine whose clock is six hours behind', -6 * 60 * MINUTE],
])('I1: after %s what waits is sent within a minute', async (_how, laterMs) => {
  const first = openOutbox({ deliver: fail(503) });
  await first.clock.run(DAY, { stepMs: 60 * MINUTE });
  await first.outbox.accept(enquiry('A'));
  // The next attempt is later than in a minute.
  await first.clock.runUntil(() => first.events('submission-retry').length === 6);
  await first.outbox.close();
  const clock = newClock(first.clock.now() + laterMs);
  const { sent } = openOutbox({ folder: first.folder, clock });
  await clock.runUntil(() => sent.length === 1);
  expect(clock.elapsed()).toBeLessThanOrEqual(MINUTE);
});
