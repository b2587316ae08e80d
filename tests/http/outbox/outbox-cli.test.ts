import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOutboxCli } from '../../../server/outbox/outbox-cli.ts';
import { createOutbox, type Outbox } from '../../../server/outbox/outbox.ts';
import { SqliteEngine } from '../../../server/outbox/sqlite-engine.ts';
import { changeIn, rowsIn } from '../../support/outbox-rows.ts';
import { application, rejection } from '../../support/outbox-stores.ts';
import { pdfBytes } from '../../support/pdf.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { silentLog } from '../../support/test-log.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

type Accepted = Awaited<ReturnType<Outbox['accept']>>;

const HOUR = 60 * 60_000;
const folder = temporaryFolder();
const dataDir = join(folder, 'data');
const clock = createVirtualClock(Date.UTC(2026, 10, 20, 4, 5, 6));
const cv = pdfBytes(2_000);
let isProviderUp = false;
let dead: Accepted;
let waiting: Accepted;
let applicant: Accepted;
let outbox: ReturnType<typeof createOutbox>;
const delivered: string[] = [];

beforeAll(async () => {
  outbox = createOutbox({
    dataDir,
    clock,
    log: silentLog,
    secret: 's'.repeat(32),
    limits: { firstRetryMs: HOUR, longestRetryMs: HOUR, respondWithinMs: HOUR },
    deliver: async ({ entry }) => {
      if (!isProviderUp) throw rejection(entry.fields['name']?.startsWith('Dead') ? 400 : 503);
      delivered.push(entry.reference);
    },
  });
  dead = await send('Dead');
  waiting = await send('Waiting');
  applicant = await outbox.accept(application(cv));
  for (const { outcome } of [dead, waiting, applicant]) await outcome;
});

afterAll(async () => {
  await outbox.close();
});

async function send(name: string): Promise<Accepted> {
  return await outbox.accept({ form: 'admission', campus: 'NEKPUR', fields: { name }, cv: null });
}

/** The exit code of a command, and what it prints. */
async function run(...args: string[]): Promise<[number, string]> {
  const { code, text } = await runOutboxCli(args, { DATA_DIR: dataDir });
  return [code, text];
}

/** What a command prints as JSON. */
async function runJson(...args: string[]) {
  const [, text] = await run(...args, '--json');
  return JSON.parse(text);
}

test('list is a table of references and states without personal data, or JSON', async () => {
  const [code, text] = await run('list');
  expect(code).toBe(0);
  const [head, ...lines] = text.split('\n');
  expect(head).toBe(
    'REFERENCE      STATE    FORM       CAMPUS       ACCEPTED (UTC)       ATTEMPTS  NOTE',
  );
  const row = (begin: string, note: string) =>
    expect.stringMatching(new RegExp(`^${begin}  2026-11-20T04:05:0\\d  1         ${note}$`));
  const later = String.raw`status 503, next \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
  expect(lines).toHaveLength(4);
  expect(lines).toEqual(
    expect.arrayContaining([
      row(`${waiting.reference}  waiting  admission  NEKPUR     `, later),
      row(`${applicant.reference}  waiting  career     FARRUKHABAD`, later),
      row(`${dead.reference}  dead     admission  NEKPUR     `, 'rejected: status 400'),
      '',
    ]),
  );
  expect(text).not.toMatch(/Asha|Waiting/);
  expect(await runJson('list')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ reference: waiting.reference, state: 'waiting', attempts: 1 }),
      expect.objectContaining({ reference: dead.reference, state: 'dead', attempts: 1 }),
    ]),
  );
});

test('what cannot be read, is being sent or was not attempted is in the list, by its reference', async () => {
  const columns =
    'id, reference, state, reason, cause, lease, form, campus, attempts, due, accepted';
  const rows = [
    `'x', 'GIS-2345-6789', 'dead', 'unreadable', 'CORRUPT', null`,
    `'y', 'GIS-3456-789A', 'waiting', null, null, 5`,
    `'z', 'GIS-4567-89AB', 'waiting', null, null, null`,
  ].map((row) => `(${row}, 'career', 'NEKPUR', 0, 0, 1)`);
  changeIn(dataDir, `insert into submission (${columns}) values ${rows.join(', ')}`);
  // Oldest first.
  expect((await runJson('list')).slice(0, 3)).toMatchObject([
    { reference: 'GIS-2345-6789', attempts: 0, note: 'unreadable: CORRUPT' },
    { reference: 'GIS-3456-789A', note: 'being sent' },
    { reference: 'GIS-4567-89AB', note: 'not attempted yet' },
  ]);
  expect(await run('show', 'GIS-2345-6789')).toEqual([3, 'The outbox cannot be read: CORRUPT\n']);
  for (const reference of ['GIS-2345-6789', 'GIS-3456-789A', 'GIS-4567-89AB'])
    expect((await run('delete', reference, '--force'))[0]).toBe(0);
});

test('show prints what the visitor sent, also for a reference in small letters', async () => {
  const [code, text] = await run('show', waiting.reference.toLowerCase());
  expect(code).toBe(0);
  expect(text.split('\n')).toEqual([
    `reference   ${waiting.reference}`,
    'state       waiting',
    'form        admission',
    'campus      NEKPUR',
    expect.stringMatching(/^acceptedAt {2}2026-11-20T04:05:0\d\.\d{3}Z$/),
    'attempts    1',
    expect.stringMatching(/^note {8}status 503, next \d{4}-/),
    'name        Waiting',
    '',
  ]);
  expect(await runJson('show', waiting.reference)).toMatchObject({
    row: { reference: waiting.reference, state: 'waiting' },
    entry: { fields: { name: 'Waiting' }, cv: null },
  });
  expect(await run('show', 'GIS-AAAA-AAAA')).toEqual([
    1,
    'No entry GIS-AAAA-AAAA. Delivered entries are not stored.\n',
  ]);
});

test('show --cv writes the CV for its owner only, and over no file that is there', async () => {
  const file = join(dataDir, 'cv.pdf');
  const [code, text] = await run('show', applicant.reference, '--cv', file);
  expect(code).toBe(0);
  expect(text).toMatch(/^subject +Physics$/m);
  expect(text).toMatch(/^cv +राम CV\.pdf \(2000 bytes, --cv FILE writes it\)$/m);
  expect(readFileSync(file).equals(cv)).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, 'ours');
  expect(await run('show', applicant.reference, '--cv', file)).toEqual([
    1,
    'The file for the CV exists already.\n',
  ]);
  expect(readFileSync(file, 'utf8')).toBe('ours');
  expect(await run('show', waiting.reference, '--cv', join(dataDir, 'none.pdf'))).toEqual([
    1,
    'It has no CV.\n',
  ]);
});

test('I2: a command that reads changes nothing, not even the format of an older release', async () => {
  const place = temporaryFolder();
  const path = join(place, 'outbox.db');
  await openAndClose(path);
  // Format 1, with a submission that is leased and one that 1.1.0 could not read.
  changeIn(
    place,
    `alter table submission drop column tried; alter table claim drop column since;
     drop table notice; drop table alert; drop table accepted_count; drop table accepted;
     insert into submission (id, reference, state, lease, form, campus, attempts, due, accepted)
       values ('x', 'GIS-2345-6789', 'waiting', 5, 'career', 'NEKPUR', 1, 0, 1),
         ('corrupt y', 'GIS-3456-789A', 'corrupt', null, 'career', 'NEKPUR', 1, 0, 2);
     pragma user_version = 1; pragma wal_checkpoint(truncate)`,
  );
  const before = readFileSync(path);
  expect((await run('list', '--data', place))[0]).toBe(0);
  expect((await run('show', 'GIS-2345-6789', '--data', place))[0]).toBe(3);
  expect(readFileSync(path).equals(before)).toBe(true);
  await openAndClose(path);
  const [, updated] = await run('list', '--data', place);
  expect(updated).toMatch(/^GIS-3456-789A +dead .* unreadable: CORRUPT$/m);
});

/** Makes or updates the database, as the site does. */
async function openAndClose(path: string): Promise<void> {
  const engine = new SqliteEngine({ path, clock, log: silentLog });
  await engine.purge();
  await engine.close();
}

test('O3: a damaged database is 3, and left to the site', async () => {
  const place = temporaryFolder();
  writeFileSync(join(place, 'outbox.db'), 'no database'.repeat(99));
  const text = 'The outbox cannot be read: file is not a database\n';
  expect(await run('list', '--data', place)).toEqual([3, text]);
  expect(readdirSync(place)).toEqual(['outbox.db']);
});

test('wrong use is 2 with the usage, a missing folder is 3', async () => {
  const lines = '|other|list x|show|retry|retry x --all|delete|to-files x|list --wrong|show a b';
  const text = expect.stringMatching(/^Usage: npm run outbox -- <command>/);
  for (const line of lines.split('|')) {
    const args = line.split(' ').filter((arg) => arg !== '');
    expect([line, await run(...args)]).toEqual([line, [2, text]]);
  }
  expect(await run('list', '--data', join(dataDir, 'none'))).toEqual([
    3,
    'The outbox cannot be read: ENOENT\n',
  ]);
  expect(await run('to-files')).toEqual([1, 'DATABASE_URL is not set.\n']);
});

test('as a program it prints what was done on stdout, and what was not on stderr', () => {
  const program = (databaseUrl: string, ...args: string[]) => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl };
    const all = [resolve('dist/server/outbox.js'), ...args];
    const options = { cwd: folder, encoding: 'utf8', env } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, all, options);
    return [status, stdout, stderr];
  };
  const shown = expect.stringContaining(waiting.reference);
  expect(program('', 'show', waiting.reference)).toEqual([0, shown, '']);
  const down = /^The database cannot be read: ECONNREFUSED: nothing listens there/;
  const none = program('postgres://nobody@127.0.0.1:9/none', 'list');
  expect(none).toEqual([3, '', expect.stringMatching(down)]);
});

test('retry puts dead letters back and makes the running site retry now; delete spares what waits', async () => {
  const notDeleted = 'Not deleted: the provider does not have it yet. Use --force to lose it.\n';
  expect(await run('delete', waiting.reference)).toEqual([1, notDeleted]);
  expect((await run('retry', 'GIS-AAAA-AAAA'))[0]).toBe(1);
  isProviderUp = true;
  expect(await run('retry', '--all')).toEqual([0, '3 to be sent again now.\n']);
  await clock.runUntil(() => rowsIn(dataDir, 'waiting').length === 0);
  expect(delivered.toSorted()).toEqual(
    [dead, waiting, applicant].map(({ reference }) => reference).toSorted(),
  );
  expect(await run('list')).toEqual([0, 'The outbox is empty.\n']);
  expect(await run('retry', '--all')).toEqual([0, '0 to be sent again now.\n']);
});

test('delete removes for good, by force also what waits', async () => {
  isProviderUp = false;
  const sent = [await send('Gone'), await send('Dead again'), await send('Dead too')];
  for (const { outcome } of sent) await outcome;
  const [gone = '', refused = '', other = ''] = sent.map(({ reference }) => reference);
  const deadOnes = () => rowsIn(dataDir, 'dead').map(({ reference }) => reference);
  const retried = [0, '{\n  "retried": 1\n}\n'];
  expect(await run('retry', refused, '--json')).toEqual(retried);
  expect(deadOnes()).toEqual([other]);
  await clock.runUntil(() => deadOnes().length === 2);
  expect(await run('delete', gone, '--force')).toEqual([0, 'Deleted.\n']);
  expect(await run('delete', refused, '--json')).toEqual([0, '{\n  "result": "deleted"\n}\n']);
  for (const reference of [gone, refused]) {
    expect((await run('show', reference))[0]).toBe(1);
    expect(await run('delete', reference)).toEqual([1, expect.stringContaining('No entry')]);
  }
});
