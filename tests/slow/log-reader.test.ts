import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { expect, test } from 'vitest';
import { watchLateness } from '../support/cpu.ts';
import { ADMISSION } from '../support/form-page.ts';
import { postFields } from '../support/post-form.ts';
import { startProcess, type Process } from '../support/process.ts';
import { providerOfTest } from '../support/providers/test-provider.ts';
import { openConnection } from '../support/raw-connection.ts';
import { BOUNDARY, MULTIPART, postHead } from '../support/raw-form.ts';

const BATCH = 100;
/** More lines than the pipe and the log's own buffer hold. */
const REQUESTS = 30_000;

/** Sends requests in batches on one connection, each batch after the responses to the one before. */
async function sendRequests(port: number, count: number): Promise<number> {
  const socket = net.connect(port, '127.0.0.1');
  const batch = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(BATCH);
  const started = performance.now();
  for (let sent = 0; sent < count; sent += BATCH) {
    socket.write(batch);
    for (let responded = 0; responded < BATCH;) {
      const [bytes] = (await once(socket, 'data')) as [Buffer];
      responded += bytes.toString().split('HTTP/1.1 200').length - 1;
    }
  }
  socket.destroy();
  return performance.now() - started;
}

function residentMiB({ child }: Process): number {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

test('P1: a log reader that stalls costs lines, which are counted, and nothing else', async () => {
  const site = await startProcess({ LOG_FORMAT: 'json' });
  const output = site.child.stdout;
  if (output === null) throw new Error('the output is a pipe');
  const readMs = await sendRequests(site.port, REQUESTS);
  output.pause();
  await sendRequests(site.port, REQUESTS);
  const before = residentMiB(site);
  const stalledMs = await sendRequests(site.port, REQUESTS);
  expect(residentMiB(site) - before).toBeLessThan(32);
  expect(stalledMs).toBeLessThan(3 * readMs);
  output.resume();
  const { count } = await site.logged('log-lines-dropped');
  site.child.kill('SIGTERM');
  expect(await site.exited).toEqual([0, null]);
  expect(count).toBeGreaterThan(REQUESTS);
  const written = site.lines.filter(({ event }) => event === 'request').length;
  // A line of another event may be dropped with those of the requests.
  const others = written + Number(count) - 3 * REQUESTS;
  expect(others).toBeGreaterThanOrEqual(0);
  expect(others).toBeLessThan(5);
  expect(site.lines.at(-1)?.event).toBe('stopped');
});

test.each(['json', 'auto'])(
  'P1, P2: a process stops while its reader stalls (%s)',
  async (format) => {
    const site = await startProcess({ LOG_FORMAT: format });
    site.child.stdout?.pause();
    await sendRequests(site.port, REQUESTS);
    const exited = once(site.child, 'exit');
    site.child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  },
);

test.each(['SIGTERM', 'an unknown error'])(
  'P1, R-261: a process whose log has no reader serves, and ends: %s',
  async (cause) => {
    const site = await startProcess({}, { fixture: 'throw-on-demand.mjs' });
    site.child.stdout?.destroy();
    await sendRequests(site.port, 1_000);
    if (cause === 'SIGTERM') site.child.kill('SIGTERM');
    else site.child.send('timer');
    expect(await once(site.child, 'exit')).toEqual([cause === 'SIGTERM' ? 0 : 1, null]);
  },
);

test('P2: a stop ends within 12 s while provider and upload hang, and loses no form', async () => {
  const provider = await providerOfTest();
  await provider.fail('forms', 'hang');
  const first = await startProcess({ PROVIDER_URL: provider.url });
  const phones = Array.from({ length: 100 }, (_, index) => String(9_000_000_000 + index));
  const posts = phones.map((phone) =>
    postFields(first.port, '/Admission', { ...ADMISSION, phone }),
  );
  // The beginning of an application that never ends.
  const head = postHead('/Career', { ...MULTIPART, 'Content-Length': 99 });
  openConnection(first.port, head, `--${BOUNDARY}\r\n`);
  await expect.poll(() => provider.attempts.length).toBeGreaterThan(0);
  const signalledAt = performance.now();
  const lateMs = watchLateness();
  first.child.kill('SIGTERM');
  const statuses = (await Promise.all(posts)).map(({ status }) => status);
  expect(statuses).toEqual(phones.map(() => 202));
  expect(await first.exited).toEqual([0, null]);
  expect(performance.now() - signalledAt - lateMs()).toBeLessThan(12_000);

  await provider.heal();
  await startProcess({ PROVIDER_URL: provider.url, DATA_DIR: first.dataDir });
  const received = () => new Set(provider.received.map(({ fields }) => fields['phone']));
  await expect.poll(() => received().size, { timeout: 60_000 }).toBe(phones.length);
});
