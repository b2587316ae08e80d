import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startOutboxAlerts } from '../../server/ops/outbox-alerts.ts';
import { createAlertSender } from '../../server/ops/send-alert.ts';
import { ProviderError } from '../../server/provider/provider.ts';
import { enquiry, openStore } from '../support/outbox-stores.ts';
import { NO_POSTGRES, startPostgres, type Postgres } from '../support/postgres.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import { silentLog } from '../support/test-log.ts';

let postgres: Postgres;
const stops: (() => unknown)[] = [];

beforeAll(async () => {
  if (NO_POSTGRES === null) postgres = await startPostgres();
});

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

afterAll(async () => {
  if (NO_POSTGRES === null) await postgres.remove();
});

/** A webhook that notes what it is told, and what sends to it. */
async function startWebhook() {
  const told: { event: string; count: number }[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      told.push(body as (typeof told)[number]);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const alerts = { webhookUrl: `http://127.0.0.1:${port}/`, command: null };
  const send = createAlertSender({ alerts, proxies: { http: '', https: '', except: '' } });
  return { told, send };
}

test.each(['SQLite', 'PostgreSQL'] as const)(
  'of four instances on %s that see the same dead letters, exactly one tells of them, and of more of them again one',
  async (engine) => {
    if (engine === 'PostgreSQL' && NO_POSTGRES !== null) return;
    const store = await openStore(engine, postgres);
    stops.push(() => store.remove());
    const { told, send } = await startWebhook();
    const deliver = () => Promise.reject(new ProviderError('status', { status: 422 }));
    const clock = createVirtualClock();
    /** What each instance was answered when it asked whether it falls to it. */
    const claims: boolean[] = [];
    const outboxes = [];
    for (let count = 0; count < 4; count += 1) {
      const { outbox } = store.open({ deliver });
      async function takeTurn(name: string, forMs: number): Promise<boolean> {
        const isOurs = await outbox.takeTurn(name, forMs);
        claims.push(isOurs);
        return isOurs;
      }
      const options = {
        outbox: { state: () => outbox.state(), takeTurn },
        send,
        log: silentLog,
        clock,
      };
      stops.push(startOutboxAlerts(options).stop);
      outboxes.push(outbox);
    }
    const [first] = outboxes;
    if (first === undefined) throw new Error('no outbox');

    await first.accept(enquiry('Parent one'));
    await expect.poll(async () => (await first.state()).dead).toBe(1);
    await clock.runUntil(() => claims.length >= 4, { stepMs: 30_000 });
    expect([claims.length, claims.filter(Boolean).length]).toEqual([4, 1]);
    await expect
      .poll(() => told)
      .toEqual([expect.objectContaining({ event: 'dead-letters', count: 1 })]);

    await first.accept(enquiry('Parent two'));
    await expect.poll(async () => (await first.state()).dead).toBe(2);
    await clock.runUntil(() => claims.length >= 8, { stepMs: 30_000 });
    expect([claims.length, claims.filter(Boolean).length]).toEqual([8, 2]);
    await expect.poll(() => told.map(({ count }) => count)).toEqual([1, 2]);
  },
);
