import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test.each([
  ['20.19.0', 0],
  ['22.0.1', 0],
  ['20.18.9', 1],
  ['18.20.4', 1],
])('on Node %s a program exits with %i, and names the version of package.json', (node, code) => {
  const versions = `Object.defineProperty(process, 'versions', { value: { node: '${node}' } })`;
  const args = ['--import', `data:text/javascript,${versions}`, 'server/build/check-node.mjs'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const [, needed] = /"node": ">=([\d.]+)\.0"/.exec(readFileSync('package.json', 'utf8')) ?? [];
  const message = `needs Node.js ${needed} or newer, and this is Node.js ${node}: install`;
  expect([status, stderr.includes(message)]).toEqual([code, code === 1]);
});
