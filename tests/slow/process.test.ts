import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import http, { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { beginUpload } from '../support/begin-upload.ts';
import { watchLateness } from '../support/cpu.ts';
import { freePort } from '../support/free-port.ts';
import { portOfTest } from '../support/port-of-test.ts';
import { startProcess } from '../support/process.ts';
import { removeFolder, temporaryFolder } from '../support/temporary-folder.ts';

/** Pages that show a picture which the fixture takes away. */
const BROKEN = ['/', '/HomeFr', '/Vision', '/nekhpur/Vision'];

test('a page that throws is logged with its path and a stack of source lines, and the site starts with all others', async () => {
  const site = await startProcess({}, { fixture: 'leave-out-pictures.mjs' });
  const lines = (name: string) => site.lines.filter(({ event }) => event === name);
  await expect.poll(() => lines('pages-prewarmed').length).toBe(2);
  for (const path of BROKEN) {
    const line = lines('render-failed').find(({ path: at }) => at === path);
    expect([path, line?.level]).toEqual([path, 'error']);
    expect(line?.['stack']).toMatch(/^Error: content\/pictures has no [\w-]+\.svg\n/);
    expect(line?.['stack']).toMatch(/\/client\/parts\/Picture\.tsx:\d+:\d+/);
    expect(line?.['stack']).not.toMatch(/dist\/server/);
    expect((await fetch(site.url + path)).status).toBe(500);
  }
  expect((await fetch(`${site.url}/Mission`)).status).toBe(200);
  const stack = expect.stringContaining('/client/parts/Picture.tsx:');
  await expect
    .poll(() => lines('request-failed'))
    .toMatchObject(BROKEN.map((path) => ({ path, stack })));
});

test('R1: connections that wait to be accepted at a stop get their response', async () => {
  const site = await startProcess({}, { fixture: 'slow-connections.mjs' });
  // The kernel accepts for a suspended process, so all connections precede the signal on a busy machine too.
  site.child.kill('SIGSTOP');
  const requests = Array.from({ length: 60 }, () => http.get(`${site.url}/robots.txt`));
  const visits = requests.map((request) => once(request, 'response'));
  await Promise.all(requests.map((request) => once(request, 'finish')));
  site.child.kill('SIGTERM');
  site.child.kill('SIGCONT');
  const outcomes = await Promise.allSettled(visits);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await site.exited).toEqual([0, null]);
});

test.each([
  ['timer', 'planted in a timer'],
  ['rejection', 'planted in a promise'],
  ['emitter', 'planted in an emitter'],
  ['provider call', 'planted in a provider call'],
])(
  'R2: an unknown error (%s) is logged as fatal, and the process exits with 1 at once',
  async (place, cause) => {
    const site = await startProcess({}, { fixture: 'throw-on-demand.mjs' });
    site.child.send(place);
    // An album that is not known makes a call to the provider.
    if (place === 'provider call') fetch(`${site.url}/api/subGallery?id=x`).catch(() => undefined);
    expect(await site.exited).toEqual([1, null]);
    expect(site.lines.at(-1)).toMatchObject({ level: 'fatal', event: 'unexpected-error', cause });
  },
);

test.each([
  ['', 'the group', 0o710],
  ['ADMIN_', 'others', 0o701],
])(
  'R4, O8: a start with %sPORT in use ends with 1 and names its settings, after a data folder that %s can enter',
  async (prefix, _, mode) => {
    const port = await portOfTest(createServer());
    const folder = temporaryFolder();
    chmodSync(folder, mode);
    const site = await startProcess({ [`${prefix}PORT`]: String(port), DATA_DIR: folder });
    expect(await site.exited).toEqual([1, null]);
    const names = `${prefix}PORT ${port} on ${prefix}HOST 127.0.0.1`;
    expect(site.errors()).toContain(`\n  ${names} cannot be used: EADDRINUSE`);
    expect(await site.logged('data-readable')).toMatchObject({ level: 'warn', folder });
  },
);

/** Visitors with kept-alive connections at the time of the signal. */
const VISITORS = 5;
/** Requests before the signal. */
const LOAD = 200;
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
  await expect.poll(sent).toBeGreaterThan(LOAD);
  const signalledAt = performance.now();
  const lateMs = watchLateness();
  // Ctrl-C in a terminal, and npm forwards it.
  site.child.kill('SIGINT');
  site.child.kill('SIGTERM');
  await site.logged('stopping');
  const isReady = fetch(`${site.url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
  // The others are refused as well, and meanwhile it goes on.
  await Promise.race(visits);
  expect(await upload.finish()).toBe(303);
  await Promise.all(visits);
  expect(await isReady).toBe(false);

  const served = outcomes.filter(({ sentAt }) => sentAt < signalledAt + STILL_SERVED_MS);
  expect(served.length).toBeGreaterThan(LOAD);
  expect(served.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await site.exited).toEqual([0, null]);
  expect(performance.now() - signalledAt - lateMs()).toBeLessThan(12_000);
  const events = site.lines.map(({ event }) => event).filter((event) => event.startsWith('stop'));
  expect(events).toEqual(['stopping', 'stopped']);
});

test('R2, R3: health has a provider and a database that are down and a missing data folder; an unknown error ends the process', async () => {
  const adminPort = await freePort();
  const provider = 'http://127.0.0.1:9';
  const dataDir = temporaryFolder();
  const site = await startProcess(
    {
      PROVIDER_URL: provider,
      DATABASE_URL: 'postgres://site@127.0.0.1:9/site',
      ADMIN_PORT: String(adminPort),
      DATA_DIR: dataDir,
    },
    { fixture: 'throw-on-demand.mjs' },
  );
  expect(await site.logged('site-url-unset')).toMatchObject({
    level: 'warn',
    url: `http://localhost:${site.port}`,
  });
  expect(await site.logged('listening')).toMatchObject({ adminPort, provider });
  const cause = expect.stringMatching(/^ECONNREFUSED/) as string;
  expect(await site.logged('database-down')).toMatchObject({ cause });
  await fetch(`${site.url}/HomeFr`);
  removeFolder(dataDir);
  writeFileSync(dataDir, '');
  const response = await fetch(`http://127.0.0.1:${adminPort}/health`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    status: 'ready',
    provider: 'down',
    outbox: { storage: 'missing' },
  });
  for (const path of ['healthz', 'readyz', 'HomeFr'])
    expect((await fetch(`${site.url}/${path}`)).status).toBe(200);
  site.child.send('no error');
  expect(await site.exited).toEqual([1, null]);
  const error = { level: 'fatal', event: 'unexpected-error', cause: 'null' };
  expect(site.lines.at(-1)).toMatchObject(error);
});
