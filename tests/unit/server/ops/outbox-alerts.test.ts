import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SqliteEngine } from '../../../../server/outbox/sqlite-engine.ts';
import { SubmissionStore } from '../../../../server/outbox/submission-store.ts';
import { startOutboxAlerts, type Alert } from '../../../../server/ops/outbox-alerts.ts';
import { createAlertSender } from '../../../../server/ops/send-alert.ts';
import type { RehearsalResult } from '../../../../server/backup/rehearsal-result.ts';
import type { OutboxState } from '../../../../server/outbox/outbox.ts';
import type { StorageState } from '../../../../server/storage.ts';
import { listen } from '../../../support/providers/listen.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';
import { createTestLog } from '../../../support/test-log.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const MINUTE = 60_000;
const LATE = { waiting: 1, oldestWaitingMs: 31 * MINUTE };
const EMPTY = { waiting: 0, dead: 0, missing: [], isDeliverer: true, oldestWaitingMs: 0 };

let clock: VirtualClock;
let state: OutboxState | null;
let rehearsal: RehearsalResult | null;
let storage: StorageState;
let sent: Alert[];
const { log, lines } = createTestLog();
let error: Error | null;
let dataDir: string;
let stops: (() => Promise<void>)[];

/** An instance of the site on the host whose data folder this is. */
function startInstance(host = dataDir, shared = host) {
  const open = (path: string) => new SqliteEngine({ path: join(path, 'outbox.db'), clock });
  const localEngine = open(host);
  const engine = shared === host ? localEngine : open(shared);
  const turns = new SubmissionStore(engine);
  const alerts = startOutboxAlerts({
    outbox: {
      probe: async () => storage,
      state: async () => state ?? Promise.reject(new Error('unreadable')),
      takeTurn: (name, ms) =>
        turns.takeTurn(name, ms).catch(() => new SubmissionStore(localEngine).takeTurn(name, ms)),
      engine,
      localEngine,
    },
    rehearsal: async () => rehearsal,
    async send(alert) {
      if (error !== null) throw error;
      sent.push(alert);
    },
    log,
    clock,
    host: shared === host ? hostname() : basename(host),
  });
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    alerts.stop();
    await Promise.all([localEngine.close(), engine.close()]);
  };
  stops.push(stop);
  return { stop };
}

let instance: ReturnType<typeof startInstance>;

beforeEach(() => {
  clock = createVirtualClock(undefined, { realMsPerTask: 0 });
  state = EMPTY;
  rehearsal = null;
  storage = 'ok';
  sent = [];
  lines.length = 0;
  error = null;
  dataDir = temporaryFolder();
  stops = [];
  instance = startInstance();
});
afterEach(async () => {
  for (const stop of stops) await stop();
});

/** All alerts so far, after some minutes with this in the outbox, or with what was in it. */
async function alertsAfter(minutes: number, next?: Partial<OutboxState>): Promise<string[]> {
  if (next !== undefined) state = { ...EMPTY, ...next };
  // It checks every half minute; of an hour every fifth minute is enough.
  await clock.run(minutes * MINUTE, { stepMs: minutes < 60 ? MINUTE : 5 * MINUTE });
  return sent.map(({ event, count }) => `${event} ${count}`);
}

test('dead letters send one alert, another at most hourly when there are more, and one when they are gone', async () => {
  await alertsAfter(10);
  state = null;
  expect(await alertsAfter(2)).toEqual([]);
  expect(await alertsAfter(2, { dead: 1 })).toEqual(['dead-letters 1']);
  expect(sent[0]).toEqual({
    event: 'dead-letters',
    count: 1,
    since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    host: hostname(),
  });
  expect(lines).toMatchObject([{ level: 'warn', state: 'dead-letters', count: 1 }]);
  expect(await alertsAfter(65)).toHaveLength(1);
  await alertsAfter(5, { dead: 2 });
  expect(await alertsAfter(40, { dead: 5 })).toEqual(['dead-letters 1', 'dead-letters 2']);
  expect((await alertsAfter(30)).at(-1)).toBe('dead-letters 5');
  expect((await alertsAfter(70, EMPTY)).at(-1)).toBe('dead-letters 0');
  expect(lines.filter(({ event }) => event === 'alert-sent')).toHaveLength(4);
});

test('I7: one night without a rehearsal, or with one that fails, sends an alert', async () => {
  rehearsal = { at: clock.now() - (26 * 60 - 2) * MINUTE, isOk: true };
  expect(await alertsAfter(31)).toEqual([]);
  expect(await alertsAfter(3)).toEqual(['rehearsal-failed 1']);
  rehearsal = { at: clock.now(), isOk: true };
  expect((await alertsAfter(61)).at(-1)).toBe('rehearsal-failed 0');
  rehearsal = { at: clock.now(), isOk: false };
  expect((await alertsAfter(61)).at(-1)).toBe('rehearsal-failed 1');
});

test('I7: a machine that was off or asleep for days sends no alert while its timer makes up for the backup', async () => {
  rehearsal = { at: clock.now() - 72 * 60 * MINUTE, isOk: true };
  expect(await alertsAfter(29)).toEqual([]);
  rehearsal = { at: clock.now(), isOk: true };
  expect(await alertsAfter(60)).toEqual([]);
  rehearsal = { at: clock.now() - 72 * 60 * MINUTE, isOk: true };
  expect(await alertsAfter(29)).toEqual([]);
  expect(await alertsAfter(3)).toEqual(['rehearsal-failed 1']);
});

test('a submission is late after 30 minutes, and more of them send no alert', async () => {
  expect(await alertsAfter(5, { waiting: 1, oldestWaitingMs: 29 * MINUTE })).toEqual([]);
  expect(await alertsAfter(5, LATE)).toEqual(['submissions-late 1']);
  expect((clock.now() - Date.parse(sent[0]?.since ?? '')) / MINUTE).toBeCloseTo(33, -1);
  expect(await alertsAfter(65, { waiting: 9, oldestWaitingMs: 200 * MINUTE })).toHaveLength(1);
  expect(await alertsAfter(2, EMPTY)).toEqual(['submissions-late 1', 'submissions-late 0']);
});

test('an alert that fails is a line of the log and is sent again after 15 minutes', async () => {
  error = new Error('webhook: status 500');
  await alertsAfter(10, { dead: 1 });
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'error',
      event: 'alert-failed',
      state: 'dead-letters',
      cause: 'webhook: status 500',
    }),
  ]);
  error = null;
  expect(await alertsAfter(20)).toEqual(['dead-letters 1']);
});

test('without the database it alerts of what waits on the disk, and ends no alert', async () => {
  expect(await alertsAfter(5, { ...LATE, isDeliverer: false })).toEqual(['submissions-late 1']);
  expect(await alertsAfter(65, { isDeliverer: false })).toEqual(['submissions-late 1']);
  expect(await alertsAfter(5, EMPTY)).toEqual(['submissions-late 1', 'submissions-late 0']);
});

test('I5: a store that takes no forms sends an alert within a minute, though it records none', async () => {
  mkdirSync(join(dataDir, 'outbox.db'));
  storage = 'disk-full';
  state = null;
  expect(await alertsAfter(1)).toEqual(['storage-failing 1']);
  expect(await alertsAfter(65)).toHaveLength(1);
  rmSync(join(dataDir, 'outbox.db'), { recursive: true });
  storage = 'ok';
  expect(await alertsAfter(65, { database: { state: 'down', onDisk: 0 } })).toHaveLength(1);
  expect(await alertsAfter(2, EMPTY)).toEqual(['storage-failing 1', 'storage-failing 0']);
});

test('of several instances, one sends alerts, and no state twice', async () => {
  startInstance();
  const first = await alertsAfter(65, { dead: 1, waiting: 5, oldestWaitingMs: 31 * MINUTE });
  // Each may send one of them.
  expect(first.toSorted()).toEqual(['dead-letters 1', 'submissions-late 5']);
  expect(await alertsAfter(5, { dead: 2, waiting: 9, oldestWaitingMs: 90 * MINUTE })).toHaveLength(
    3,
  );
  for (const stop of stops) await stop();
  expect(await alertsAfter(65, { dead: 9 })).toHaveLength(3);
});

test('after a restart an alert that could not be sent is sent', async () => {
  error = new Error('webhook: ECONNREFUSED');
  await alertsAfter(5, { dead: 1 });
  await instance.stop();
  error = null;
  startInstance();
  expect(await alertsAfter(20)).toEqual(['dead-letters 1']);
});

test('after a restart an alert that was sent is ended, and not sent again', async () => {
  await alertsAfter(10, { dead: 1 });
  await instance.stop();
  startInstance();
  expect(await alertsAfter(65)).toEqual(['dead-letters 1']);
  await stops.at(-1)?.();
  state = EMPTY;
  startInstance();
  expect(await alertsAfter(5)).toEqual(['dead-letters 1', 'dead-letters 0']);
});

test('dead letters that grow again after some were settled send an alert', async () => {
  await alertsAfter(65, { dead: 3 });
  await alertsAfter(65, { dead: 1 });
  expect(await alertsAfter(5, { dead: 2 })).toEqual(['dead-letters 3', 'dead-letters 2']);
});

test('of two hosts with one database each sends and ends the alerts of its own disk and backup', async () => {
  await instance.stop();
  const shared = temporaryFolder();
  startInstance(join(dataDir, 'one'), shared);
  storage = 'disk-full';
  rehearsal = { at: clock.now(), isOk: false };
  const one = ['storage-failing 1', 'rehearsal-failed 1'];
  expect(await alertsAfter(10)).toEqual(one);
  const other = startInstance(join(dataDir, 'two'), shared);
  await alertsAfter(20);
  storage = 'ok';
  rehearsal = { at: clock.now(), isOk: true };
  const ended = one.map((alert) => alert.replace('1', '0'));
  expect((await alertsAfter(65)).toSorted()).toEqual(
    [...one, ...one, ...ended, ...ended].toSorted(),
  );
  await other.stop();
});

/** Makes the outbox of a folder unusable until the returned function is called. */
function block(folder: string): () => void {
  const path = join(folder, 'outbox.db');
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
  mkdirSync(path, { recursive: true });
  return () => rmSync(path, { recursive: true });
}

test('submissions that are late in a second outage of the database send an alert too', async () => {
  await instance.stop();
  const shared = temporaryFolder();
  startInstance(dataDir, shared);
  const late = { ...LATE, isDeliverer: false };
  for (const outage of [1, 2]) {
    const unblock = block(shared);
    expect((await alertsAfter(65, late)).slice(-1)).toEqual(['submissions-late 1']);
    unblock();
    expect((await alertsAfter(65, EMPTY)).slice(-1)).toEqual(['submissions-late 0']);
    expect(sent).toHaveLength(2 * outage);
  }
});

test('an alert that only the database could record is ended', async () => {
  await instance.stop();
  startInstance(dataDir, temporaryFolder());
  for (const isBlocked of [false, true]) {
    const unblock = isBlocked ? block(dataDir) : () => {};
    storage = 'disk-full';
    expect((await alertsAfter(65)).slice(-1)).toEqual(['storage-failing 1']);
    unblock();
    storage = 'ok';
    expect((await alertsAfter(65)).slice(-1)).toEqual(['storage-failing 0']);
  }
  expect(sent).toHaveLength(4);
});

test('a clock that was set back by a day delays no alert', async () => {
  await alertsAfter(5, { dead: 1 });
  clock.jump(-24 * 60 * MINUTE);
  expect(await alertsAfter(5, EMPTY)).toEqual(['dead-letters 1', 'dead-letters 0']);
});

const ALERT: Alert = {
  event: 'dead-letters',
  count: 2,
  since: '2026-11-20T00:00:00.000Z',
  host: 'h',
};
const NO_PROXIES = { httpProxy: 'http://127.0.0.1:9', httpsProxy: '', noProxy: '127.0.0.1' };

test('the webhook gets one POST of JSON; errors do not contain its address', async () => {
  let status = 204;
  const webhook = await listen((_request, response) => void response.writeHead(status).end());
  const webhookUrl = `${webhook.origin}/hook?sig=planted-secret`;
  const send = createAlertSender({ alerts: { webhookUrl, command: null }, proxies: NO_PROXIES });
  await send(ALERT);
  const [sentRequest, ...more] = webhook.requests;
  expect(sentRequest?.headers['content-type']).toBe('application/json; charset=utf-8');
  expect([JSON.parse(String(sentRequest?.body)), more]).toEqual([ALERT, []]);
  const proxies = { httpProxy: 'http://127.0.0.1:9', httpsProxy: '', noProxy: '' };
  const both = { webhookUrl, command: 'kill -9 $$' };
  await expect(createAlertSender({ alerts: both, proxies })(ALERT)).rejects.toThrow(
    /^webhook: \S+; command: ended with SIGKILL$/,
  );
  status = 300;
  await expect(send(ALERT)).rejects.toThrow(/^webhook: status 300$/);
  await webhook.stop();
  await expect(send(ALERT)).rejects.toThrow(/^webhook: ECONNREFUSED$/);
});

test('the command gets the JSON as its input and none of our settings; its exit code is logged', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'input');
  const withCommand = (command: string) =>
    createAlertSender({ alerts: { webhookUrl: null, command }, proxies: NO_PROXIES });
  await withCommand(`cat > '${file}'; env >> '${file}'`)(ALERT);
  const [first = '', ...environment] = readFileSync(file, 'utf8').trim().split('\n');
  expect(JSON.parse(first)).toEqual(ALERT);
  expect(environment.filter((line) => !/^(PATH|PWD|OLDPWD|SHLVL|_)=/.test(line))).toEqual([]);
  await expect(withCommand('exit 3')(ALERT)).rejects.toThrow(/^command: ended with 3$/);
});
