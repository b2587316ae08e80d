import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runMake } from '../../server/publication/run-make.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A child that does something else. */
async function endOf(code: string) {
  const dist = temporaryFolder();
  mkdirSync(join(dist, 'server'));
  writeFileSync(join(dist, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(dist, 'server/make-publication.js'), code);
  const facts = { id: 'x', at: '2026-11-24T04:30:00.000Z', source: '' };
  return runMake({ dist, work: dist, snapshot: dist, target: dist, previous: null, facts });
}

test('a child that ends without a report is a failure with its cause, and the publisher goes on', async () => {
  expect(await endOf('throw new Error("planted")')).toMatchObject({
    failure: 'crash',
    cause: expect.stringContaining('Error: planted') as string,
  });
  // As the kernel does when memory is short.
  expect(await endOf('process.kill(process.pid, "SIGKILL")')).toMatchObject({ failure: 'memory' });
});

test('a child that needs more memory than it may have is ended', async () => {
  const grow = 'const kept = []; for (;;) kept.push(new Array(1e6).fill(Math.random()));';
  expect(await endOf(grow)).toMatchObject({ failure: 'memory' });
});
