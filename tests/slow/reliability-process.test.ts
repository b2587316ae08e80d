import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import express from 'express';
import { expect, test } from 'vitest';
import { createHttpServer } from '../../server/http/http-server.ts';
import { beginUpload } from '../support/begin-upload.ts';
import { watchLateness } from '../support/cpu.ts';
import { ADMISSION } from '../support/form-page.ts';
import { startTestProvider } from '../support/providers/test-provider.ts';
import { startProcess } from '../support/process.ts';
import { freePort } from '../support/free-port.ts';
import { removeFolder } from '../support/remove-folder.ts';

const THROW_ON_DEMAND = [
  '--import',
  pathToFileURL(resolve('tests/support/fixtures/throw-on-demand.mjs')).href,
];
/** Visitors with kept-alive connections at the time of the signal. */
const VISITORS = 16;
const PATHS = ['/HomeFr', '/Home', '/nekhpur/Events?year=2025', '/api/news/GISNUP', '/robots.txt'];

/** When the system had all of a request, which may be long after its start, and the status. */
type Outcome = { sentAt: number; status: number | null };
/** How long after the signal requests are still served, in milliseconds; the server's own time is 500. */
const STILL_SERVED_MS = 300;

/** Requests one path after another on one connection until it is refused; returns the result of each. */
async function visitUntilRefused(port: number, outcomes: Outcome[]): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  for (let index = 0; ; index += 1) {
    const outcome: Outcome = { sentAt: Infinity, status: null };
    outcomes.push(outcome);
    const path = PATHS[index % PATHS.length] ?? '/';
    const request = http.get({ port, host: '127.0.0.1', path, agent });
    request.once('finish', () => {
      outcome.sentAt = performance.now();
    });
    try {
      outcome.status = await statusOf(request);
    } catch {
      break;
    }
  }
  agent.destroy();
}

async function statusOf(request: http.ClientRequest): Promise<number> {
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}

test('R1: under load a stop drops no request, ends an upload well, and takes less than 12 s', async () => {
  const site = await startProcess();
  const upload = beginUpload(site.port, 'Asha', 'text/html');
  const outcomes: Outcome[] = [];
  const visits = Array.from({ length: VISITORS }, () => visitUntilRefused(site.port, outcomes));
  const sent = () => outcomes.filter(({ sentAt }) => sentAt < Infinity).length;
  await expect.poll(sent).toBeGreaterThan(500);
  const signalledAt = performance.now();
  const lateMs = watchLateness();
  site.child.kill('SIGTERM');
  await site.logged('stopping');
  // The others are refused as well, and meanwhile it goes on.
  await Promise.race(visits);
  expect(await upload.finish()).toBe(303);
  await Promise.all(visits);

  const served = outcomes.filter(({ sentAt }) => sentAt < signalledAt + STILL_SERVED_MS);
  expect(served.length).toBeGreaterThan(500);
  expect(served.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await site.exited).toEqual([0, null]);
  expect(performance.now() - signalledAt - lateMs()).toBeLessThan(12_000);
});

test('R1: connections that wait to be accepted at a stop get their response', async () => {
  const slowConnections = pathToFileURL(
    resolve('tests/support/fixtures/slow-connections.mjs'),
  ).href;
  const site = await startProcess({}, { nodeOptions: ['--import', slowConnections] });
  // The kernel accepts for a suspended process, so all connections precede the signal on a busy machine too.
  site.child.kill('SIGSTOP');
  const requests = Array.from({ length: 60 }, () => http.get(`${site.url}/robots.txt`));
  const visits = requests.map((request) => statusOf(request));
  await Promise.all(requests.map((request) => once(request, 'finish')));
  site.child.kill('SIGTERM');
  site.child.kill('SIGCONT');
  const outcomes = await Promise.allSettled(visits);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await site.exited).toEqual([0, null]);
});

test('P2: a stop ends within 12 s while provider and upload hang, and loses no form', async () => {
  const provider = await startTestProvider();
  await provider.fail('forms', 'hang');
  const first = await startProcess({ PROVIDER_URL: provider.url });
  const phones = Array.from({ length: 100 }, (_, index) => String(9_000_000_000 + index));
  const posts = phones.map((phone) =>
    fetch(`${first.url}/Admission`, {
      method: 'POST',
      headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ ...ADMISSION, phone }),
    }),
  );
  const upload = http.request(`${first.url}/Career`, {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=b',
      'sec-fetch-site': 'same-origin',
      'transfer-encoding': 'chunked',
    },
  });
  upload.on('error', () => undefined);
  upload.write('--b\r\n');
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

test('R1: a slow reader receives the complete response, though the server closes meanwhile', async () => {
  const app = express();
  // More than the kernel holds for a connection.
  const content = Buffer.alloc(32 * 1024 * 1024, 'a');
  app.get('/large', (_request, response) => void response.send(content));
  const isStopping = () => true;
  const server = createHttpServer({ app, fastPath: () => false, headers: {}, isStopping });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const request = http.get({ port, host: '127.0.0.1', path: '/large' });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  expect((await buffer(response)).equals(content)).toBe(true);
  await closed;
});

test.each([
  ['timer', 'planted in a timer'],
  ['rejection', 'planted in a promise'],
  ['no error', 'null'],
  ['emitter', 'planted in an emitter'],
  ['provider call', 'planted in a provider call'],
])('R2: an unknown error (%s) is logged as fatal and ends the process', async (place, cause) => {
  const site = await startProcess({}, { nodeOptions: THROW_ON_DEMAND });
  site.child.send(place);
  // An album that is not known makes a call to the provider.
  if (place === 'provider call') fetch(`${site.url}/api/subGallery?id=x`).catch(() => undefined);
  expect(await site.exited).toEqual([1, null]);
  expect(site.lines.at(-1)).toMatchObject({ level: 'fatal', event: 'unexpected-error', cause });
});

test('R3: health tells of a provider that is down, and of a data folder that is gone, and pages go on', async () => {
  const adminPort = await freePort();
  const site = await startProcess({
    PROVIDER_URL: 'http://127.0.0.1:9',
    ADMIN_PORT: String(adminPort),
  });
  expect(site.lines.find(({ event }) => event === 'site-url-unset')).toMatchObject({
    level: 'warn',
    url: `http://localhost:${site.port}`,
  });
  await fetch(`${site.url}/HomeFr`);
  removeFolder(site.dataDir);
  const response = await fetch(`http://127.0.0.1:${adminPort}/health`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    status: 'ready',
    provider: 'down',
    outbox: { storage: 'missing' },
  });
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
  expect((await fetch(`${site.url}/HomeFr`)).status).toBe(200);
});
