import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSettings, SETTING_NAMES } from '../../server/config.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { scripts } from '../../package.json' with { type: 'json' };

const UNIT = 'deploy/gis-site@.service';
/** The most that `systemd-analyze security` may say, of 10. */
const MAX_EXPOSURE = 2;
const PUBLISHING = [
  'gis-site-publish.service',
  'gis-site-restart.path',
  'gis-site-restart.service',
];
/** What a stop takes at most, in seconds (docs/promises.md#r1). */
const STOP_SECONDS = 12;

const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;

/** All values of a key of a unit, in order. */
function valuesOf(key: string, unit = UNIT): string[] {
  return [...readFileSync(unit, 'utf8').matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(
    ([, value = '']) => value,
  );
}

test('systemd-analyze finds no error in the units, and a low exposure', ({ skip }) => {
  skip(!hasAnalyze, 'systemd-analyze is missing (Debian: apt-get install systemd)');
  const folder = temporaryFolder();
  const instance = join(folder, 'gis-site@3001.service');
  cpSync(UNIT, instance);
  const backup = ['service', 'timer'].map((end) => `deploy/gis-site-backup.${end}`);
  // The release is not here as on a server.
  const publishing = PUBLISHING.map((name) => {
    const text = readFileSync(`deploy/${name}`, 'utf8');
    const unit = join(folder, name);
    writeFileSync(unit, text.replaceAll('/srv/gis-site/current', process.cwd()));
    return unit;
  });
  for (const units of [[instance], backup, publishing]) {
    const args = ['verify', ...units];
    const { status, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  }
  for (const unit of [
    instance,
    'deploy/gis-site-publish.service',
    'deploy/gis-site-restart.service',
    'deploy/gis-site-backup.service',
    'deploy/gis-site-backup-failed.service',
  ]) {
    const args = ['security', '--offline=true', unit];
    const { stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
    expect([unit, Number(exposure)]).toEqual([unit, expect.toSatisfy((is) => is <= MAX_EXPOSURE)]);
  }
});

test('R1: systemd starts what npm does, waits longer than a stop takes, and never gives up starting', () => {
  expect(valuesOf('ExecStart')[0]?.endsWith(` /usr/bin/${scripts.start}`)).toBe(true);
  expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(STOP_SECONDS);
  expect(valuesOf('StartLimitIntervalSec')).toEqual(['0']);
  expect(valuesOf('StateDirectoryMode')).toEqual(['0700']);
});

test('a restart after a publication is repeated until all instances have it, and outlasts its publisher', () => {
  expect(valuesOf('Restart', 'deploy/gis-site-restart.service')).toEqual(['on-failure']);
  expect(valuesOf('StartLimitIntervalSec', 'deploy/gis-site-restart.service')).toEqual(['0']);
  // The publisher's file waits for a restart in progress.
  expect(valuesOf('RuntimeDirectoryPreserve', 'deploy/gis-site-publish.service')).toEqual(['yes']);
});

test('the sample of the settings has settings only, and starts', () => {
  const lines = readFileSync('.env.example', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  // As systemd reads it: no quotes, no `export`, no comment behind a value.
  for (const line of lines) expect(line).toMatch(/^[A-Z_]+=[^\s"'#]*$/);
  const sample = Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2)));
  const names = Object.keys(sample).filter((name) => name !== 'POSTGRES_PASSWORD');
  expect(names.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
  expect(loadSettings(sample)).toMatchObject({ trustProxy: 1, providerUrl: null });
});

test('the script of the rolling restart is well written', ({ skip }) => {
  const script = 'deploy/rolling-restart.sh';
  expect(spawnSync('sh', ['-n', script]).status).toBe(0);
  const { error, stdout } = spawnSync('shellcheck', [script], { encoding: 'utf8' });
  skip(error !== undefined, 'shellcheck is missing (Debian: apt-get install shellcheck)');
  expect(stdout).toBe('');
});

test('logrotate reads that logs are deleted after 180 days', ({ skip }) => {
  const { error, status, stderr } = spawnSync('logrotate', ['--debug', 'deploy/logrotate.conf'], {
    encoding: 'utf8',
  });
  skip(error !== undefined, 'logrotate is missing (Debian: apt-get install logrotate)');
  expect(stderr).not.toMatch(/^error:/m);
  expect(stderr).toMatch(/after 1 days \(180 rotations\)/);
  expect(status).toBe(0);
});
