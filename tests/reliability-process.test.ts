import { once } from 'node:events';
import { rmSync } from 'node:fs';
import http from 'node:http';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { pdfBytes } from './harness/pdf.ts';
import { startProcess } from './harness/process.ts';

const THROW_ON_DEMAND = [
  '--import',
  pathToFileURL(resolve('tests/fixtures/throw-on-demand.mjs')).href,
];
/** Visitors with kept-alive connections at the time of the signal. */
const VISITORS = 16;
const PATHS = ['/HomeFr', '/Home', '/nekhpur/Events?year=2025', '/api/news/GISNUP', '/robots.txt'];

type Outcome = { sentAt: number; status: number | null };
/** How long after the signal requests are still answered, in milliseconds; the server's own time is 500. */
const STILL_ANSWERED_MS = 300;

/** Asks for one path after another on one connection until it is refused, and says what became of each. */
async function visitUntilRefused(port: number, outcomes: Outcome[]): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  for (let index = 0; ; index += 1) {
    const outcome: Outcome = { sentAt: performance.now(), status: null };
    outcomes.push(outcome);
    try {
      outcome.status = await get(port, PATHS[index % PATHS.length] ?? '/', agent);
    } catch {
      break;
    }
  }
  agent.destroy();
}

async function get(port: number, path: string, agent: http.Agent): Promise<number> {
  const request = http.get({ port, host: '127.0.0.1', path, agent });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}

test('R1: under load a stop drops no request, ends an upload well, and takes less than 12 s', async () => {
  const site = await startProcess();
  const boundary = 'the-boundary';
  const fields = {
    name: 'Asha',
    subject: 'Hindi',
    phone: '9876543210',
    mailType: 'Teacher',
    experience: '4',
  };
  const head = Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('');
  const upload = http.request({
    port: site.port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/Career',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'sec-fetch-site': 'same-origin',
      'transfer-encoding': 'chunked',
    },
  });
  const cv = pdfBytes(600_000);
  upload.write(
    `${head}--${boundary}\r\nContent-Disposition: form-data; name="attachments"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
  );
  upload.write(cv.subarray(0, 300_000));

  const outcomes: Outcome[] = [];
  const visits = Array.from({ length: VISITORS }, () => visitUntilRefused(site.port, outcomes));
  await expect.poll(() => outcomes.length, { timeout: 20_000 }).toBeGreaterThan(500);
  const signalledAt = performance.now();
  site.child.kill('SIGTERM');
  await site.logged('stopping');
  await Promise.all(visits);
  upload.write(cv.subarray(300_000));
  upload.end(`\r\n--${boundary}--\r\n`);
  const [response] = (await once(upload, 'response')) as [http.IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(303);

  const toAnswer = outcomes.filter(({ sentAt }) => sentAt < signalledAt + STILL_ANSWERED_MS);
  expect(toAnswer.length).toBeGreaterThan(500);
  expect(toAnswer.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await site.exited).toEqual([0, null]);
  expect(performance.now() - signalledAt).toBeLessThan(12_000);
});

test.each([
  ['timer', 'planted in a timer'],
  ['rejection', 'planted in a promise'],
  ['no error', 'null'],
  ['emitter', 'planted in an emitter'],
  ['provider call', 'planted in a provider call'],
])(
  'R2: an unknown error (%s) is logged as fatal, and the process ends with 1 within a second',
  async (place, cause) => {
    const site = await startProcess({}, THROW_ON_DEMAND);
    const sentAt = performance.now();
    site.child.send(place);
    // An album that is not known makes a call to the provider.
    if (place === 'provider call') fetch(`${site.url}/api/subGallery?id=x`).catch(() => undefined);
    expect(await site.exited).toEqual([1, null]);
    expect(performance.now() - sentAt).toBeLessThan(1_000);
    expect(site.lines.at(-1)).toMatchObject({ level: 'fatal', event: 'unexpected-error', cause });
  },
);

test('R3: readiness tells of a provider that is down, and of a data folder that is gone, and goes on', async () => {
  const site = await startProcess({ PROVIDER_URL: 'http://127.0.0.1:9' });
  await fetch(`${site.url}/HomeFr`);
  rmSync(site.dataDir, { recursive: true });
  const answer = await fetch(`${site.url}/readyz`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    status: 'ready',
    provider: 'down',
    outbox: { storage: 'missing' },
  });
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${site.url}/HomeFr`)).status).toBe(200);
});

test.each(['SIGTERM', 'an error that nobody handles'])(
  'R-261: a process whose log has lost its reader ends all the same: %s',
  async (end) => {
    const site = await startProcess({}, THROW_ON_DEMAND);
    site.child.stdout?.destroy();
    if (end === 'SIGTERM') site.child.kill('SIGTERM');
    else site.child.send('timer');
    expect(await site.exited).toEqual([end === 'SIGTERM' ? 0 : 1, null]);
  },
);
