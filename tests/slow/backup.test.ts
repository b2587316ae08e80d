import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseSettingsFile } from '../../server/settings-file.ts';
import { outboxOfCvs, outboxWith } from '../support/backups.ts';
import { runCommand, runProgram } from '../support/child-process.ts';
import { IS_THOROUGH, SOON } from '../support/effort.ts';
import { runOutbox } from '../support/outbox-rows.ts';
import { describeStores, usePostgres } from '../support/postgres.ts';
import { startProcess } from '../support/process.ts';
import { providerOfTest } from '../support/providers/test-provider.ts';
import { reachableFolder, removeFolder, temporaryFolder } from '../support/temporary-folder.ts';

const postgres = usePostgres();

/** docs/promises.md#i7 */
const RTO_SECONDS = 60;
const COUNTS = { waiting: 100, cvs: 10, dead: 5, delivered: 3 };
const TALLY = '100 waiting, 5 dead letters; 10 CVs; 3 receipts; 0 urgent notices';

type Row = { reference: string; state: string; note: string };

const byReference = (rows: Row[]) =>
  rows
    .map(({ reference, state }) => `${reference} ${state}`)
    .toSorted()
    .join('\n');

describeStores('on', (engine) => {
  test('I7: a backup is restored on another machine within a minute, with all references and keys', async () => {
    const real = await providerOfTest({});
    const old = await outboxWith(COUNTS, engine, postgres);
    onTestFinished(old.end);
    const file = join(temporaryFolder(), 'backup');
    const addresses = { PROVIDER_URL: real.url, ALERT_WEBHOOK_URL: `${real.url}/alert` };
    const environment = { ...old.environment, ...addresses };
    const before = await old.list();

    const saved = await runProgram('backup', [file], environment);
    expect(saved).toMatchObject({ code: 0, out: expect.stringContaining(TALLY), errors: '' });
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const rehearsed = await runProgram('restore', [file, '--rehearse'], environment);
    expect(rehearsed.errors).toBe('');
    const [, seconds] =
      /^rehearsal: restored and delivered in ([\d.]+) s: (?:.*)\n$/.exec(rehearsed.out) ?? [];
    expect(rehearsed.out).toContain(TALLY);
    expect(Number(seconds)).toBeLessThan(RTO_SECONDS);
    expect([real.received.length, readdirSync(old.dataDir)]).toEqual([
      0,
      expect.not.arrayContaining(['rehearsal']),
    ]);
    expect(byReference(await old.list())).toBe(byReference(before));

    const dataDir = join(temporaryFolder(), 'data');
    const url = engine === 'SQLite' ? undefined : await postgres.newDatabase();
    const fresh = {
      ...environment,
      DATA_DIR: dataDir,
      ...(url === undefined ? {} : { DATABASE_URL: url }),
    };
    const started = performance.now();
    const restored = await runProgram('restore', [file], fresh);
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining(TALLY), errors: '' });
    expect(byReference(await runOutbox(dataDir, ['list'], url))).toBe(byReference(before));
    await startProcess(fresh);
    await expect.poll(() => real.received.length, SOON).toBe(COUNTS.waiting);
    const tookSeconds = (performance.now() - started) / 1_000;
    expect(tookSeconds).toBeLessThan(RTO_SECONDS);
    process.stdout.write(
      `${engine}: rehearsal ${seconds} s, restore and delivery ${tookSeconds.toFixed(1)} s\n`,
    );
    const states = async () =>
      ((await runOutbox(dataDir, ['list'], url)) as Row[]).map(({ state }) => state).toSorted();
    // The provider may have got them after the backup.
    const repeats = Array.from({ length: COUNTS.waiting }, () => 'delivered');
    const dead = Array.from({ length: COUNTS.dead }, () => 'dead');
    await expect.poll(states, SOON).toEqual([...dead, ...repeats]);
    const keys = real.received.map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(COUNTS.waiting);

    const again = await runProgram('restore', [file], fresh);
    expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('--add') });
    const added = await runProgram('restore', [file, '--add'], fresh);
    expect(added.out).toContain('0 waiting, 0 dead letters');
    expect(added.out).toContain('108 others were here already');
  });
});

/** Each with a CV of 50 kB. */
const WAITING = IS_THOROUGH ? [100, 2_000, 5_000] : [100, 1_000];
/** 200 MB. As deploy/gis-site-backup.service starts it. */
const PEAK_MIB = 190;
const SMALL = ['--max-old-space-size=128', '--max-semi-space-size=1'];
const ONE_ARENA = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

test.each(WAITING)('I12: a rehearsal of %i CVs takes less than 200 MB', async (cvs) => {
  const environment = { DATA_DIR: await outboxOfCvs(cvs), SECRET: 's'.repeat(32) };
  const file = join(temporaryFolder(), 'backup');
  expect(await runProgram('backup', [file], environment)).toMatchObject({ code: 0 });
  const measured = resolve('tests/support/fixtures/peak-memory.mjs');
  const rehearsed = await runCommand(
    process.cwd(),
    [
      process.execPath,
      ...SMALL,
      '--import',
      measured,
      'dist/server/restore.js',
      file,
      '--rehearse',
    ],
    { ...environment, ...ONE_ARENA },
  );
  expect(rehearsed.out).toContain(`${cvs} waiting`);
  const [, seconds] = /delivered in ([\d.]+) s/.exec(rehearsed.out) ?? [];
  const mebibytes = Number(/^peak (\d+) KiB$/m.exec(rehearsed.errors)?.[1]) / 1_024;
  process.stdout.write(`rehearsal of ${cvs} CVs: ${seconds} s, ${Math.round(mebibytes)} MiB\n`);
  expect(mebibytes).toBeLessThan(PEAK_MIB);
});

/** The user of the unit, on a machine that has no such user. */
const UID = 64_123;
const canMount = spawnSync('unshare', ['--mount', 'mount', '--bind', '/tmp', '/tmp']).status === 0;

test.skipIf(!canMount)(
  'I7: root needs no more than the commands: settings, data folder and owner are those of the unit',
  async () => {
    const old = await outboxWith({ waiting: 2, cvs: 1, dead: 1, delivered: 1 }, 'SQLite', null);
    onTestFinished(old.end);
    const value = 'blanks & $signs # and "quotes"';
    const machine = reachableFolder();
    onTestFinished(() => removeFolder(machine));
    // Its user must reach it.
    chmodSync(machine, 0o755);
    const etc = join(machine, 'etc');
    const data = join(machine, 'data');
    const file = join(machine, 'backup');
    await runProgram('backup', [file], { ...old.environment, ALERT_COMMAND: value });
    mkdirSync(etc);
    for (const name of ['group', 'hosts', 'nsswitch.conf']) cpSync(`/etc/${name}`, join(etc, name));
    writeFileSync(
      join(etc, 'passwd'),
      `root:x:0:0::/root:/bin/sh\ngis-site:x:${UID}:${UID}::${data}:/usr/sbin/nologin\n`,
    );

    /** As root on that machine, with a strict umask and a stray variable. */
    function run(name: string, ...args: string[]) {
      const script = `umask 077; mount --bind ${etc} /etc && exec "$@"`;
      const program = [process.execPath, `dist/server/${name}.js`, ...args];
      const env = { PATH: process.env['PATH'], PORT: 'stray' };
      const options = { env, encoding: 'utf8', timeout: SOON.timeout } as const;
      return spawnSync('unshare', ['--mount', 'sh', '-c', script, 'sh', ...program], options);
    }
    const owners = () => ['', ...readdirSync(data)].map((name) => statSync(join(data, name)).uid);

    const restored = run('restore', file);
    expect(restored).toMatchObject({ status: 0, stderr: '' });
    expect(restored.stdout).toMatch(
      /^settings: written to \/etc\/gis-site\.env\noutbox: 2 waiting/,
    );
    expect([new Set(owners()), statSync(data).mode & 0o777]).toEqual([new Set([UID]), 0o700]);
    const settings = statSync(join(etc, 'gis-site.env'));
    expect([settings.uid, settings.mode & 0o777]).toEqual([0, 0o600]);

    const listed = run('outbox', 'list', '--json');
    expect(listed).toMatchObject({ status: 0, stderr: '' });
    expect(byReference(JSON.parse(listed.stdout))).toBe(byReference(await old.list()));
    const again = run('backup', `${file}-2`);
    expect(again.stdout).toContain(
      '2 waiting, 1 dead letters; 1 CVs; 1 receipts; 0 urgent notices',
    );
    const rehearsed = run('restore', `${file}-2`, '--rehearse');
    expect(rehearsed).toMatchObject({ status: 0, stderr: '' });
    const { checks } = JSON.parse(run('doctor', '--json').stdout) as {
      checks: { id: string; state: string }[];
    };
    const stateOf = (id: string) => checks.find((check) => check.id === id)?.state;
    expect(['settings', 'data-write', 'data-mode', 'port'].map(stateOf)).toEqual([
      'ok',
      'ok',
      'ok',
      'warn',
    ]);
    expect(new Set(owners())).toEqual(new Set([UID]));
    const other = run('restore', `${file}-2`, '--settings', join(machine, 'site.env'), '--add');
    expect(other.stdout).toContain('4 others were here already');
    const { ALERT_COMMAND } = parseSettingsFile(readFileSync(join(machine, 'site.env'), 'utf8'));
    expect(ALERT_COMMAND).toBe(value);
    writeFileSync(join(etc, 'gis-site.env'), Buffer.from('SITE_URL=x', 'utf16le'));
    expect(run('doctor')).toMatchObject({
      status: 1,
      stderr: '/etc/gis-site.env is not UTF-8: save it as UTF-8\n',
    });
  },
);
