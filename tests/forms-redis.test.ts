import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { clientNetwork } from '../server/forms/client-network.ts';
import { RATE_LIMITS } from '../server/forms/form-limits.ts';
import { FormError } from '../server/forms/form-error.ts';
import { createRateLimits, type RateLimits } from '../server/forms/rate-limits.ts';
import { createLog } from '../server/web/log.ts';
import { freePort } from './harness/site.ts';

const lines: string[] = [];
const log = createLog({
  level: 'info',
  destination: { write: (line: string) => void lines.push(line) },
});
const visitor = { address: '192.0.2.9', userAgent: 'Phone' };
const stops: (() => unknown)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

function limits(port: number): RateLimits {
  const rates = createRateLimits({
    limits: RATE_LIMITS,
    redisUrl: `redis://127.0.0.1:${port}`,
    secret: 's'.repeat(32),
    log,
  });
  stops.push(() => rates.close());
  return rates;
}

/** How many posts of one client get through. */
async function passes(instances: readonly RateLimits[], posts: number): Promise<number> {
  let passed = 0;
  for (let count = 0; count < posts; count += 1) {
    const rates = instances[count % instances.length];
    try {
      await rates?.countClient('admission', visitor, { phone: '1' });
      passed += 1;
    } catch (error) {
      if (!(error instanceof FormError)) throw error;
    }
  }
  return passed;
}

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

async function startRedis(port: number): Promise<ChildProcess> {
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--save', '', '--bind', '127.0.0.1'],
    { stdio: 'ignore' },
  );
  stops.push(() => child.kill('SIGKILL'));
  await expect.poll(() => canConnect(port), { timeout: 10_000 }).toBe(true);
  return child;
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

test('without its Redis each process counts for itself, at once', async () => {
  const rates = limits(await freePort());
  const started = performance.now();
  expect(await passes([rates], 25)).toBe(20);
  expect(performance.now() - started).toBeLessThan(3_000);
});

test.skipIf(!hasRedis)(
  'two processes share their counts in Redis, and go on alone when it dies (skipped without redis-server)',
  async () => {
    const port = await freePort();
    const redis = await startRedis(port);
    const instances = [limits(port), limits(port)];
    // Until both are connected they count alone.
    await expect.poll(() => lines.filter((line) => line.includes('"state":"up"')).length).toBe(2);
    expect(await passes(instances, 30)).toBe(20);
    redis.kill('SIGKILL');
    await once(redis, 'exit');
    expect(await passes(instances, 60)).toBe(40);
  },
);

test('an address counts whole, an IPv6 one by its first 56 bits', () => {
  const cases: [string | undefined, string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
    ['2001:db8:1:200:ffff:ffff:ffff:ffff', '2001:db8:1:200::/56'],
    ['2001:db8::1', '2001:db8:0:0::/56'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56'],
    ['::1', '0:0:0:0::/56'],
    [undefined, ''],
  ];
  for (const [address, network] of cases)
    expect([address, clientNetwork(address)]).toEqual([address, network]);
});
