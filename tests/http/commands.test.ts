import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('R4: the server names all wrong settings without their values, and exits with 1', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/server/main.js'], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      PORT: 'http',
      PROVIDER_TOKEN: 'planted secret',
      SECRET: 'planted',
    },
  });
  expect(status).toBe(1);
  for (const name of ['PORT', 'PROVIDER_TOKEN', 'SECRET'])
    expect(stderr).toContain(`  ${name} must`);
  expect(stdout + stderr).not.toContain('planted');
});

test('check:public lists the remaining tasks before going public, and exits with 1', () => {
  const { status, stdout } = spawnSync(process.execPath, ['dist/server/doctor.js', '--public'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  expect([status, stdout]).toEqual([1, expect.stringMatching(/\n\d+ left to do\.\n$/)]);
});
