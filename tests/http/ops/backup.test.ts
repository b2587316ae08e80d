import { spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backup } from '../../../server/backup/backup-cli.ts';
import { hasRehearsalFailed, readRehearsal } from '../../../server/backup/rehearsal-result.ts';
import { restore } from '../../../server/backup/restore-cli.ts';
import { runNoticeCli } from '../../../server/notices/notice-cli.ts';
import { parseSettingsFile } from '../../../server/settings-file.ts';
import { outboxWith } from '../../support/backups.ts';
import { runProgram, type CommandResult } from '../../support/child-process.ts';
import { rowsIn } from '../../support/outbox-rows.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** As the site makes it without the setting. */
const SECRET = 'x'.repeat(43);
const hasAge = spawnSync('age', ['--version']).status === 0;

const folder = temporaryFolder();
const file = join(folder, 'backup');
let environment: Record<string, string>;
let outbox: Awaited<ReturnType<typeof outboxWith>>;
let backedUp: Awaited<ReturnType<typeof runProgram>>;

beforeAll(async () => {
  const counts = { waiting: 3, cvs: 1, dead: 1, delivered: 1 };
  outbox = await outboxWith(counts, 'SQLite', null);
  writeFileSync(join(outbox.dataDir, 'secret'), SECRET, { mode: 0o600 });
  environment = {
    ...outbox.environment,
    SECRET: '',
    PROVIDER_TOKEN: 'planted-Token',
    ALERT_COMMAND: `mail -s 'a b' $X`,
  };
  backedUp = await runProgram('backup', [file], environment);
});

afterAll(async () => {
  await outbox.end();
});

/** Runs a command in this process: the start of another takes longer than most of its work. */
async function run(
  name: 'backup' | 'restore',
  args: readonly string[],
  machine: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const { code, text } = await { backup, restore }[name](args, machine);
  return { code, out: code === 0 ? text : '', errors: code === 0 ? '' : text };
}

/** Why a command does nothing. */
async function reasonOf(
  name: 'backup' | 'restore',
  args: readonly string[],
  machine: Readonly<Record<string, string>> = freshMachine(),
): Promise<string> {
  const { code, out, errors } = await run(name, args, machine);
  expect([code, out]).toEqual([1, '']);
  return errors;
}

/** A machine that has nothing yet. */
function freshMachine() {
  return { DATA_DIR: join(temporaryFolder(), 'data') };
}

/** What its last rehearsal has written. */
function rehearsalResult({ DATA_DIR }: ReturnType<typeof freshMachine>): unknown {
  return JSON.parse(readFileSync(join(DATA_DIR, 'rehearsal.json'), 'utf8'));
}

test('I7: a backup says what it has, and that it is not encrypted', () => {
  expect(backedUp).toMatchObject({
    code: 0,
    out: `${file}: 3 waiting, 1 dead letters; 1 CVs; 1 receipts; 0 urgent notices\nNOT ENCRYPTED; it has personal data and SECRET\n`,
  });
});

test('I7: a backup has each CV once', () => {
  const lines = gunzipSync(readFileSync(file)).toString().split('\n');
  const withCv = lines.find((line) => line.includes('"form":"career"')) ?? '';
  // In base64.
  expect(withCv.length).toBeGreaterThan(50_000);
  expect(withCv.length).toBeLessThan(2 * 50_000);
});

test('I7: a restore brings settings with the secret and submissions, for their owner alone, and says what', async () => {
  const machine = freshMachine();
  const settings = join(temporaryFolder(), 'site.env');
  const { code, out } = await run('restore', [file, '--settings', settings], machine);
  expect([code, out.split('\n')]).toEqual([
    0,
    [
      `settings: written to ${settings}`,
      'outbox: 3 waiting, 1 dead letters; 1 CVs; 1 receipts; 0 urgent notices',
      expect.stringMatching(/^restored in [\d.]+ s: the backup of 2\d{3}-.*Z, release \d/),
      '',
    ],
  ]);
  expect(parseSettingsFile(readFileSync(settings, 'utf8'))).toEqual({
    PROVIDER_TOKEN: 'planted-Token',
    ALERT_COMMAND: "mail -s 'a b' $X",
    SECRET,
  });
  const paths = [settings, join(machine.DATA_DIR, 'outbox.db')];
  for (const path of paths) expect([path, statSync(path).mode & 0o777]).toEqual([path, 0o600]);
  expect(statSync(machine.DATA_DIR).mode & 0o777).toBe(0o700);
  const rows = (dataDir = '') =>
    rowsIn(dataDir)
      .map(({ id, reference, state, payload }) => [id, reference, state, payload].join(' '))
      .toSorted((a, b) => a.localeCompare(b));
  expect(rows(machine.DATA_DIR)).toEqual(rows(environment['DATA_DIR']));
});

test('I7: what waits may have arrived since its backup; nothing of what has ended changes', async () => {
  const left: Record<string, number[]> = { waiting: [0, 2], dead: [0, 0], delivered: [0] };
  const [head, ...lines] = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  const records = lines.map((line) => {
    const record = JSON.parse(line);
    const state = record.cv === null ? record.state : 'dead';
    return JSON.stringify({ ...record, state, is_cut_off: left[state]?.shift() });
  });
  const changed = join(folder, 'marked');
  writeFileSync(changed, gzipSync([head, ...records].join('\n')));
  const machine = freshMachine();
  const { out } = await run('restore', [changed], machine);
  expect(out).toContain('2 waiting, 2 dead letters; 1 CVs; 1 receipts');
  const marks = rowsIn(machine.DATA_DIR).map((row) => `${row.state} ${row.is_cut_off}`);
  expect(marks.toSorted()).toEqual(['dead 0', 'dead 0', 'delivered 0', 'waiting 1', 'waiting 2']);
});

test('I7: a restore overwrites neither settings nor submissions; --add brings those that are missing', async () => {
  const machine = freshMachine();
  const settings = join(temporaryFolder(), 'site.env');
  writeFileSync(settings, 'SECRET=other\n');
  const args = [file, '--settings', settings];
  expect((await run('restore', args, machine)).out).toContain(
    `settings: ${settings} was kept; the backup differs in PROVIDER_TOKEN, SECRET, ALERT_COMMAND\n`,
  );
  const [first] = rowsIn(machine.DATA_DIR, 'waiting');
  expect(await reasonOf('restore', args, machine)).toMatch(/not empty.*--add/);
  const added = await run('restore', [...args, '--add'], machine);
  expect(added.out).toContain('outbox: 0 waiting');
  expect(added.out).toContain('5 others were here already');
  expect(rowsIn(machine.DATA_DIR, 'waiting')).toContainEqual(first);
  expect(readFileSync(settings, 'utf8')).toBe('SECRET=other\n');
});

test('I7: a backup that is damaged, cut off, newer or none changes nothing', async () => {
  const bytes = readFileSync(file);
  const lines = gunzipSync(bytes).toString().split('\n');
  const changed = bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte));
  const wrongs = {
    cut: bytes.subarray(0, bytes.length - 100),
    'cut before its checksum': bytes.subarray(0, bytes.length - 8),
    'of another checksum': bytes.with(bytes.length - 8, (bytes.at(-8) ?? 0) ^ 1),
    changed,
    empty: '',
    other: 'hello',
    // As an archive of other files is.
    zipped: gzipSync(randomBytes(200_000)),
    newer: gzipSync(lines.join('\n').replace('"format":1', '"format":99')),
  };
  for (const [name, content] of Object.entries(wrongs)) {
    const machine = freshMachine();
    const path = join(temporaryFolder(), name);
    writeFileSync(path, content);
    const reason = await reasonOf('restore', [path], machine);
    const text =
      name === 'newer' ? /release .* wrote it/ : /^Not done: .* is damaged, cut off, no backup, or/;
    expect([name, reason]).toEqual([name, expect.stringMatching(text)]);
    expect([name, existsSync(machine.DATA_DIR)]).toEqual([name, false]);
  }
  expect(await reasonOf('restore', [join(folder, 'missing')])).toMatch(/^Not done: ENOENT/);
});

test('a backup that is killed or cannot be written leaves no file of its name, and an older one is kept', async () => {
  expect(await reasonOf('backup', [file], environment)).toContain('exists already');
  const into = temporaryFolder();
  const path = join(into, 'backup');
  const child = spawn(process.execPath, ['dist/server/backup.js', path], { env: environment });
  const ended = once(child, 'close');
  // With the first byte of the file.
  await expect.poll(() => readdirSync(into)).not.toEqual([]);
  child.kill('SIGKILL');
  await ended;
  expect(existsSync(path)).toBe(false);
  for (const name of readdirSync(into)) expect(statSync(join(into, name)).mode & 0o777).toBe(0o600);
  const nowhere = join(into, 'missing', 'backup');
  expect(await reasonOf('backup', [nowhere], environment)).toMatch(/^Not done: ENOENT/);
  const empty = temporaryFolder();
  expect(await reasonOf('backup', [path], { DATA_DIR: empty })).toContain('has no outbox.db');
  expect(readdirSync(empty)).toEqual([]);
});

test.skipIf(!hasAge)(
  'a backup is encrypted for a recipient or the key of a file, and says what is missing',
  async () => {
    const keys = ['one', 'two', 'other'].map((name) => join(folder, name));
    const recipients = keys.map((path) => {
      spawnSync('age-keygen', ['-o', path]);
      return spawnSync('age-keygen', ['-y', path], { encoding: 'utf8' }).stdout.trim();
    });
    const [one = '', two = '', other = ''] = keys;
    const both = recipients.slice(0, 2).flatMap((recipient) => ['--recipient', recipient]);
    for (const [args, owner] of [
      [both, two],
      [['--identity', one], one],
    ] as const) {
      const path = join(temporaryFolder(), 'backup.age');
      const saved = await run('backup', [path, ...args], environment);
      expect(saved).toMatchObject({ code: 0, out: expect.not.stringContaining('NOT ENCRYPTED') });
      const bytes = readFileSync(path);
      expect(bytes.toString('latin1')).not.toContain('planted-Token');
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(await reasonOf('restore', [path])).toContain('--identity');
      const wrong = await reasonOf('restore', [path, '--identity', other]);
      expect(wrong).toContain('no identity matched');
      const right = await run('restore', [path, '--identity', owner], freshMachine());
      expect(right).toMatchObject({ code: 0, out: expect.stringContaining('3 waiting') });
      writeFileSync(path, bytes.subarray(0, bytes.length - 10));
      const cut = await run('restore', [path, '--identity', owner], freshMachine());
      expect(cut).toMatchObject({ code: 1, errors: expect.stringMatching(/^Not done: age/) });
    }
    const into = temporaryFolder();
    const unknown = [join(into, 'b'), '--recipient', 'age1wrong'];
    expect(await reasonOf('backup', unknown, environment)).toContain('malformed recipient');
    expect(readdirSync(into)).toEqual([]);
  },
);

test('I7: a rehearsal fails by what it finds, writes its result, removes what it made, and needs no data folder', async () => {
  const bytes = gunzipSync(readFileSync(file)).toString();
  const machine = freshMachine();
  const wrong = join(temporaryFolder(), 'wrong');
  writeFileSync(wrong, gzipSync(bytes.slice(0, -10)));
  expect(await runProgram('restore', [wrong, '--rehearse'], machine)).toMatchObject({ code: 1 });
  expect(rehearsalResult(machine)).toEqual({ at: expect.any(Number), isOk: false });
  expect(readdirSync(machine.DATA_DIR)).toEqual(['rehearsal.json']);
});

test('I7: rehearsals at once say what they delivered, from a folder each; that of a killed one is removed by the next', async () => {
  const machine = { DATA_DIR: temporaryFolder() };
  const [killed, used] = ['rehearsal-killed', 'rehearsal-used'] as const;
  for (const name of [killed, used]) mkdirSync(join(machine.DATA_DIR, name));
  const before = new Date(Date.now() - 2 * 60 * 60_000);
  utimesSync(join(machine.DATA_DIR, killed), before, before);
  const rehearsals = [1, 2].map(() => runProgram('restore', [file, '--rehearse'], machine));
  for (const { code, errors, out } of await Promise.all(rehearsals)) {
    expect([code, errors]).toEqual([0, '']);
    expect(out).toMatch(/^rehearsal: restored and delivered in [\d.]+ s: 3 waiting, .*\n$/);
  }
  expect(rehearsalResult(machine)).toEqual({ at: expect.any(Number), isOk: true });
  expect(readdirSync(machine.DATA_DIR).toSorted()).toEqual([used, 'rehearsal.json']);
});

test('a backup has the urgent notices, and a restore leaves out what this release does not know', async () => {
  const source = freshMachine();
  await run('restore', [file], source);
  const made = await runNoticeCli(['--until', '2099-01-01', 'बस देर से चलेगी'], source);
  expect(made.code).toBe(0);
  const path = join(temporaryFolder(), 'backup');
  // Of a site that was given the setting after it had made one.
  writeFileSync(join(source.DATA_DIR, 'secret'), SECRET);
  const own = { SECRET: 'y'.repeat(43), NODE_EXTRA_CA_CERTS: '/etc/ca.pem' };
  const saved = await run('backup', [path], { ...source, ...own });
  expect(saved.out).toContain('1 receipts; 1 urgent notices');
  const text = gunzipSync(readFileSync(path)).toString();
  const [head = '', ...records] = text.trimEnd().split('\n');
  expect(JSON.parse(head)).toMatchObject({ settings: own });
  const settings = { ...JSON.parse(head).settings, LD_PRELOAD: '/tmp/x.so', 'A\nB': 'c' };
  const lines = [JSON.stringify({ ...JSON.parse(head), settings }), '{"kind":"later","x":1}'];
  writeFileSync(path, gzipSync([...lines, ...records].join('\n')));
  const [target, environmentFile] = [freshMachine(), join(temporaryFolder(), 'site.env')];
  for (const args of [[], ['--add']]) {
    const all = [path, '--settings', environmentFile, ...args];
    expect(await run('restore', all, target)).toMatchObject({ code: 0, errors: '' });
  }
  expect(readFileSync(environmentFile, 'utf8')).not.toMatch(/LD_PRELOAD|^B/m);
  const { text: list } = await runNoticeCli(['list'], target);
  expect(list.match(/बस देर से चलेगी/g)).toHaveLength(1);
});

test('a backup whose encryption is killed has failed, and what a killed backup has left is removed', async () => {
  const into = temporaryFolder();
  const left = join(into, `older.${randomUUID()}.partial`);
  writeFileSync(left, 'personal');
  const before = new Date(Date.now() - 2 * 60 * 60_000);
  utimesSync(left, before, before);
  const tools = temporaryFolder();
  writeFileSync(join(tools, 'age'), '#!/bin/sh\ncat >/dev/null\nprintf x\nkill -9 $$\n', {
    mode: 0o755,
  });
  const machine = { ...environment, PATH: `${tools}:${process.env['PATH'] ?? ''}` };
  const path = join(into, 'backup.age');
  expect(await runProgram('backup', [path, '--recipient', 'age1x'], machine)).toEqual({
    code: 1,
    out: '',
    errors: 'Not done: age ended with SIGKILL\n',
  });
  expect(readdirSync(into)).toEqual([]);
});

test('I7: a rehearsal that could not run, or never has, alerts', async () => {
  const machine = { DATA_DIR: temporaryFolder() };
  const failed = await run('restore', ['--rehearsal-failed'], machine);
  expect(failed).toMatchObject({ code: 0 });
  expect(hasRehearsalFailed(await readRehearsal(machine.DATA_DIR), Date.now())).toBe(true);
  const [empty, timer] = [temporaryFolder(), join(temporaryFolder(), 'timer')];
  expect(await readRehearsal(empty, timer)).toBeNull();
  // An update copies the timer anew.
  symlinkSync('/no/such/timer', timer);
  const installed = await readRehearsal(empty, timer);
  const HOUR = 60 * 60_000;
  expect(hasRehearsalFailed(installed, Date.now() + 25 * HOUR)).toBe(false);
  expect(hasRehearsalFailed(installed, Date.now() + 27 * HOUR)).toBe(true);
});

test('a wrong use prints the usage and exits with 2', async () => {
  for (const [name, ...args] of [
    ['backup'],
    ['restore', 'a', 'b'],
    ['restore', '--wrong'],
  ] as const) {
    const { code, errors } = await runProgram(name, args, { DATA_DIR: folder });
    expect([code, errors]).toEqual([2, expect.stringMatching(`^Usage: npm run ${name} `)]);
  }
});

test('K2: the folder of the school comes along, large files too; what is there already is kept', async () => {
  const [written, restored] = [temporaryFolder(), temporaryFolder()];
  mkdirSync(join(written, 'files'));
  const large = randomBytes(2_500_000);
  writeFileSync(join(written, 'files/prospectus.pdf'), large);
  for (const name of ['site.json', 'holidays.csv', 'empty.csv', 'RESULT.txt', '~$fees.xlsx'])
    writeFileSync(join(written, name), name === 'empty.csv' ? '' : `Old ${name}`);
  writeFileSync(join(restored, 'site.json'), 'Newer');
  const path = join(folder, 'with-content');
  const saved = await run('backup', [path], { ...environment, CONTENT_DIR: written });
  expect([saved.errors, saved.code]).toEqual(['', 0]);
  expect(saved.out).toContain(`content: 4 files of ${written}\n`);
  const machine = { ...freshMachine(), CONTENT_DIR: restored };
  const { code, out, errors } = await run('restore', [path], machine);
  expect([errors, code]).toEqual(['', 0]);
  expect(out).toContain(`content: 3 files written to ${restored}, 1 are there already`);
  expect(readFileSync(join(restored, 'files/prospectus.pdf')).equals(large)).toBe(true);
  const texts = ['site.json', 'holidays.csv', 'empty.csv'].map((name) =>
    readFileSync(join(restored, name), 'utf8'),
  );
  expect(texts).toEqual(['Newer', 'Old holidays.csv', '']);
  expect(readdirSync(restored).toSorted()).toEqual([
    'empty.csv',
    'files',
    'holidays.csv',
    'site.json',
  ]);
});

test('K2: of a backup that somebody has changed no file leads out of the folder, or is hidden in it', async () => {
  const restored = join(temporaryFolder(), 'content');
  mkdirSync(restored);
  const outside = join(restored, '../outside.csv');
  const wrong = '../outside.csv|files/../../outside.csv|.hidden|files/.hidden|files//twice.pdf';
  const paths = [...wrong.split('|'), outside, 'holidays.csv'];
  const files = paths.map((path) => JSON.stringify({ kind: 'file', path, at: 0, data: '' }));
  const [head, ...records] = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  const changed = join(folder, 'changed');
  writeFileSync(changed, gzipSync([head, ...files, ...records].join('\n')));
  const machine = { ...freshMachine(), CONTENT_DIR: restored };
  const { out } = await run('restore', [changed], machine);
  expect(out).toContain(`content: 1 files written to ${restored}\n`);
  expect(readdirSync(restored)).toEqual(['holidays.csv']);
  expect(existsSync(outside)).toBe(false);
});
