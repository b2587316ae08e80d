import { spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SOON } from '../support/effort.ts';

const REQUIREMENT = 'This website needs Node.js 20.19 or newer, and this is Node.js ';

// Node 18 fails at newer functions, Node 16 already at newer syntax.
describe.each(['18', '16'])('Node %s', (major) => {
  let node: string | null = null;

  beforeAll(() => {
    const { status, stdout } = spawnSync(
      'npx',
      ['--yes', '--package', `node@${major}`, '--', 'node', '-p', 'process.execPath'],
      { encoding: 'utf8', timeout: SOON.timeout },
    );
    node = status === 0 ? stdout.trim() : null;
  });

  beforeEach(({ skip }) => {
    skip(node === null, `Node ${major} is not available from the npm registry`);
  });

  test.each([
    ['node', ['dist/server/main.js']],
    ['node', ['dist/server/outbox.js', 'list']],
    ['node', ['build.mjs']],
    ['npm', ['start']],
    ['npm', ['run', 'dev']],
  ])('%s %j prints the required version and exits with 1', (command, args) => {
    const PATH = `${dirname(node ?? '')}${delimiter}${process.env['PATH']}`;
    const { status, stderr } = spawnSync(command, args, {
      encoding: 'utf8',
      env: { ...process.env, PATH },
    });
    const lines = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('npm '));
    expect([status, lines]).toEqual([1, [expect.stringMatching(`^${REQUIREMENT}${major}\\.`)]]);
  });
});
