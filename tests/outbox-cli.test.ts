import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Accepted } from '../server/outbox/acceptance.ts';
import { createOutbox } from '../server/outbox/outbox.ts';
import { ProviderError } from '../server/provider/provider.ts';
import { createLog } from '../server/web/log.ts';
import { removeFolder } from './harness/remove-folder.ts';
import { SOON } from './harness/soon.ts';

const HOUR = 60 * 60_000;
const dataDir = mkdtempSync(join(tmpdir(), 'gis-cli-'));
/** The test run has built it. */
const script = 'dist/server/outbox.js';
const log = createLog({ level: 'silent', destination: { write: () => undefined } });
let isProviderUp = false;
let dead: Accepted;
let waiting: Accepted;
let outbox: ReturnType<typeof createOutbox>;
const delivered: string[] = [];

beforeAll(async () => {
  outbox = createOutbox({
    folder: join(dataDir, 'outbox'),
    log,
    secret: 's'.repeat(32),
    // What waits is not tried again by itself, however long the commands take.
    limits: { firstRetryMs: HOUR, longestRetryMs: HOUR, answerWithinMs: SOON.timeout },
    deliver: async ({ entry }) => {
      if (!isProviderUp)
        throw new ProviderError('status', { status: entry.fields['name'] === 'Dead' ? 400 : 503 });
      delivered.push(entry.reference);
    },
  });
  const send = (name: string) =>
    outbox.accept({ form: 'admission', campus: 'NEKPUR', fields: { name }, cv: null });
  dead = await send('Dead');
  waiting = await send('Waiting');
  await Promise.all([dead.outcome, waiting.outcome]);
});

afterAll(async () => {
  await outbox.close();
  removeFolder(dataDir);
});

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [script, '--data', dataDir, ...args],
    { encoding: 'utf8' },
  );
  return { code: status, text: stdout + stderr };
}

test('list is a table of references and states without personal data, or JSON', () => {
  const { code, text } = run('list');
  expect(code).toBe(0);
  expect(text).toMatch(
    new RegExp(`^${waiting.reference} +waiting +admission +NEKPUR .*status 503, next `, 'm'),
  );
  expect(text).toMatch(
    new RegExp(`^${dead.reference} +dead +admission +NEKPUR .* refused: status 400$`, 'm'),
  );
  expect(text).not.toContain('Waiting');
  const rows: unknown = JSON.parse(run('list', '--json').text);
  expect(rows).toMatchObject([
    { reference: waiting.reference, state: 'waiting', attempts: 1 },
    { reference: dead.reference, state: 'dead' },
  ]);
});

test('show prints what the visitor sent, also for a reference in small letters', () => {
  expect(run('show', waiting.reference.toLowerCase())).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^name +Waiting$/m),
  });
  expect(run('show', 'GIS-AAAA-AAAA').code).toBe(1);
});

test('wrong use is 2 with the usage, a missing folder is 3', () => {
  for (const args of [
    [],
    ['other'],
    ['show'],
    ['retry'],
    ['retry', 'x', '--all'],
    ['list', '--wrong'],
    ['show', 'a', 'b'],
  ])
    expect([args, run(...args)]).toMatchObject([
      args,
      { code: 2, text: expect.stringContaining('Usage') },
    ]);
  expect(run('list', '--data', join(dataDir, 'none')).code).toBe(3);
});

test('retry puts dead letters back and makes the running site retry now; delete spares what waits', async () => {
  expect(run('delete', waiting.reference)).toMatchObject({
    code: 1,
    text: expect.stringContaining('--force'),
  });
  isProviderUp = true;
  expect(run('retry', '--all')).toMatchObject({ code: 0, text: '2 to be sent again now.\n' });
  await expect
    .poll(() => delivered.toSorted())
    .toEqual([dead.reference, waiting.reference].toSorted());
  await expect.poll(() => readdirSync(join(dataDir, 'outbox/new'))).toEqual([]);
  expect(run('list').text).toBe('The outbox is empty.\n');
});

test('delete removes for good, by force also what waits', async () => {
  isProviderUp = false;
  const sent = await outbox.accept({
    form: 'admission',
    campus: 'NEKPUR',
    fields: { name: 'Gone' },
    cv: null,
  });
  await sent.outcome;
  expect(run('delete', sent.reference, '--force').code).toBe(0);
  expect(run('show', sent.reference).code).toBe(1);
});
