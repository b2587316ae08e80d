import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { SOON } from '../../support/effort.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

function run(environment: Readonly<Record<string, string>>, ...args: string[]) {
  const env = { PATH: process.env['PATH'], ...environment };
  return spawnSync(process.execPath, args, { encoding: 'utf8', env, timeout: SOON.timeout });
}

test('R4: the server names all wrong settings without their values, and exits with 1', () => {
  const settings = { PORT: 'http', PROVIDER_TOKEN: 'planted secret', SECRET: 'planted' };
  const { status, stdout, stderr } = run(settings, 'dist/server/main.js');
  expect(status).toBe(1);
  for (const name of Object.keys(settings)) expect(stderr).toContain(`  ${name} must`);
  expect(stdout + stderr).not.toContain('planted');
});

test('R4: a data folder that cannot be made, or has data of a newer release, prevents the start', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'outbox.db');
  const newer = new DatabaseSync(file);
  newer.exec('pragma user_version = 99');
  newer.close();
  const before = readFileSync(file);
  for (const [DATA_DIR, error] of [
    [join(file, 'data'), 'DATA_DIR cannot be made: ENOTDIR\n'],
    [folder, 'DATA_DIR holds data of a newer release (format 99, '],
  ] as const) {
    const { status, stderr } = run({ DATA_DIR }, 'dist/server/main.js');
    expect(status).toBe(1);
    expect(stderr).toContain(`Settings are wrong:\n  ${error}`);
  }
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('check:public lists the remaining tasks before going public, and exits with 1', () => {
  const { status, stdout } = run({}, 'dist/server/doctor.js', '--public');
  expect([status, stdout]).toEqual([1, expect.stringMatching(/\n\d+ left to do\.\n$/)]);
  const wrong = run({ PORT: 'x', SECRET: 'short' }, 'dist/server/doctor.js', '--public', '--json');
  expect([wrong.status, JSON.parse(wrong.stdout)]).toEqual([
    1,
    { left: [expect.stringMatching(/^PORT must/), expect.stringMatching(/^SECRET must/)] },
  ]);
});

test('a release holds React, and nothing of the development server', () => {
  const files = ['dist/assets', 'dist/server'].flatMap((folder) =>
    readdirSync(folder).map((file) => join(folder, file)),
  );
  const holders = files.filter((file) =>
    /\/_dev\b|from ?"react/.test(readFileSync(file, 'latin1')),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(holders).toEqual([]);
});

test('a server that has a provider never loads the sample: no built file imports it statically', () => {
  const files = readdirSync('dist/server').filter((name) => name.endsWith('.js'));
  const textOf = (name: string) => readFileSync(join('dist/server', name), 'utf8');
  const sample = files.filter((name) => textOf(name).includes('GIS-2024-001'));
  expect([sample.length, sample.some((name) => textOf(name).includes('PROVIDER_URL'))]).toEqual([
    1,
    false,
  ]);
  expect(files.filter((name) => textOf(name).includes(`from "./${sample[0]}"`))).toEqual([]);
});
