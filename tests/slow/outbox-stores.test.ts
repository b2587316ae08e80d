import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { createDelivery } from '../../server/outbox/create-delivery.ts';
import type { Delivery } from '../../server/outbox/entry.ts';
import { HttpProvider } from '../../server/provider/http-provider.ts';
import { application, enquiry, openStore, rejection } from '../support/outbox-stores.ts';
import { pdfBytes } from '../support/pdf.ts';
import { describeStores, usePostgres } from '../support/postgres.ts';
import { providerOfTest } from '../support/providers/test-provider.ts';
import { silentLog } from '../support/test-log.ts';

const postgres = usePostgres();

/** A deliverer that records who got what, and how many at once. */
function recorder(respond: () => Promise<void>) {
  const sent: string[] = [];
  const running = { now: 0, most: 0 };
  async function deliver({ entry: { id } }: Delivery): Promise<void> {
    sent.push(id);
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    try {
      await respond();
    } finally {
      running.now -= 1;
    }
  }
  return { deliver, sent, running };
}

describeStores('the outbox on', (name) => {
  /** A store that ends with its test. */
  async function open() {
    const store = await openStore(name, postgres);
    onTestFinished(() => store.remove());
    return store;
  }

  test('R-181: a submission is delivered at once, its CV byte by byte, and nothing personal stays', async () => {
    const opened = await open();
    const provider = await providerOfTest({ has: 'nothing' });
    const client = new HttpProvider({
      url: provider.url,
      token: 'planted-token',
      log: silentLog,
    });
    onTestFinished(() => client.close());
    const { outbox } = opened.open({
      deliver: createDelivery({ provider: client, schoolCode: 'GISNUP' }),
      limits: { sweepMs: 100 },
    });
    const cv = pdfBytes(5_000_000);
    const submission = application(cv);
    const idempotencyKey = randomUUID();
    const accepted = await outbox.accept(submission, { idempotencyKey, requestId: 'of-form' });
    expect(await accepted.outcome).toBe('delivered');
    const { headers = {}, files: [file] = [] } = provider.received[0] ?? {};
    expect(headers).toMatchObject({
      'idempotency-key': idempotencyKey,
      'x-request-id': 'of-form',
    });
    expect(Number(headers['content-length'])).toBeGreaterThan(cv.length);
    expect([file?.name, file?.bytes.equals(cv)]).toEqual(['राम CV.pdf', true]);
    await expect.poll(async () => (await outbox.state()).waiting).toBe(0);
    const planted = ['Asha', '9876543210', 'Physics', 'planted-token', '%PDF-', '255044462d'];
    const found = async () => {
      const stored = await opened.everything();
      return [accepted.reference, ...planted].filter((text) => stored.includes(text));
    };
    await expect.poll(found).toEqual([accepted.reference]);
  });

  test('with a wrong token all instances attempt one form at a time, and send all at once when fixed', async () => {
    let isFixed = false;
    const { deliver, sent, running } = recorder(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (!isFixed) throw rejection(401);
    });
    const opened = await open();
    const limits = { firstRetryMs: 400, longestRetryMs: 800, longestHoldMs: 800 };
    const instances = [1, 2].map(() => opened.open({ deliver, limits }));
    const startedAt = performance.now();
    for (let index = 0; index < 20; index += 1)
      await instances[index % 2]?.outbox.accept(enquiry(`P${index}`));
    await expect.poll(() => sent.length).toBeGreaterThan(4);
    const elapsedMs = performance.now() - startedAt;
    // Before the first response each of the two instances may have begun two.
    expect(running.most).toBeLessThanOrEqual(4);
    // Without holding, each of twenty would come every 800 ms.
    expect(sent.length).toBeLessThan(8 + elapsedMs / 300);
    const alarms = () =>
      instances.flatMap(({ lines }) =>
        lines.filter(({ event }) => event === 'provider-misconfigured'),
      );
    // It is raised once the hold is stored, while other attempts go on.
    await expect.poll(() => alarms().length).toBe(1);
    expect(alarms()[0]?.['remedy']).toContain('PROVIDER_TOKEN');
    isFixed = true;
    // On a busy machine some have gone out by themselves before.
    await opened.command(['retry', '--all']);
    await expect.poll(async () => (await instances[0]?.outbox.state())?.waiting).toBe(0);
    expect(alarms()).toHaveLength(1);
  });
});
