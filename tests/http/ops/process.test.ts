import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProcess } from '../../support/process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('R-260, R3: without settings the site starts, is healthy and ready, and logs that its content is a sample', async () => {
  const dataDir = join(temporaryFolder(), 'new/data');
  const { url, port, child, lines, ...site } = await startProcess({ DATA_DIR: dataDir });
  for (const path of ['healthz', 'readyz'])
    expect((await fetch(`${url}/${path}`)).status).toBe(200);
  expect(lines.find(({ event }) => event === 'sample-content')).toMatchObject({ level: 'warn' });
  const about = { port, pid: child.pid, provider: 'sample', node: process.version };
  const line = await site.logged('listening');
  expect(line).toMatchObject({ url: `http://localhost:${port}`, ...about });
  // With a commit of this repository, which later commits of other files need not repeat.
  const [version, commit = ''] = String(line['version']).split('+');
  expect(readFileSync('package.json', 'utf8')).toContain(`"version": "${version}"`);
  const type = execFileSync('git', ['cat-file', '-t', commit], { encoding: 'utf8' });
  expect([commit.length, type]).toEqual([7, 'commit\n']);
  expect(await (await fetch(`${url}/HomeFr`)).text()).toContain('Sample content');
  expect(await site.logged('sample-left')).toMatchObject({
    level: 'warn',
    count: expect.toSatisfy((count) => count > 9),
  });
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(lines.filter(({ event }) => event === 'data-readable')).toEqual([]);
});
