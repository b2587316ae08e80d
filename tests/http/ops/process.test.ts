import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import http, { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { beginUpload } from '../../support/begin-upload.ts';
import { watchLateness } from '../../support/cpu.ts';
import { portOfTest } from '../../support/port-of-test.ts';
import { startProcess } from '../../support/process.ts';
import { freePort } from '../../support/free-port.ts';
import { removeFolder, temporaryFolder } from '../../support/temporary-folder.ts';

test('R-260, R3: without settings the site starts, is healthy and ready, and logs that its content is a sample', async () => {
  const dataDir = join(temporaryFolder(), 'new/data');
  const { url, port, child, lines, ...site } = await startProcess({ DATA_DIR: dataDir });
  for (const path of ['healthz', 'readyz'])
    expect((await fetch(`${url}/${path}`)).status).toBe(200);
  expect(lines.find(({ event }) => event === 'sample-content')).toMatchObject({ level: 'warn' });
  const about = { port, pid: child.pid, provider: 'sample', node: process.version };
  const line = await site.logged('listening');
  expect(line).toMatchObject({ url: `http://localhost:${port}`, ...about });
  // With a commit of this repository, which later commits of other files need not repeat.
  const [version, commit = ''] = String(line['version']).split('+');
  expect(readFileSync('package.json', 'utf8')).toContain(`"version": "${version}"`);
  const type = execFileSync('git', ['cat-file', '-t', commit], { encoding: 'utf8' });
  expect([commit.length, type]).toEqual([7, 'commit\n']);
  expect(await (await fetch(`${url}/HomeFr`)).text()).toContain('Sample content');
  expect(await site.logged('sample-left')).toMatchObject({
    level: 'warn',
    count: expect.toSatisfy((count) => count > 9),
  });
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(lines.filter(({ event }) => event === 'data-readable')).toEqual([]);
});

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
