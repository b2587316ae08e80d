import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFolder } from '../../../../server/publication/list-folder.ts';
import { removeRetired } from '../../../../server/publication/publish.ts';
import { Publisher } from '../../../../server/publication/publisher.ts';
import { takeSnapshot } from '../../../../server/publication/take-snapshot.ts';
import { VERSION } from '../../../../server/version.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { silentLog } from '../../../support/test-log.ts';

const LONG_AGO = '2020-01-01T00:00:00.000Z';

/** A build with publications of these ids, and the school's folder. */
function newBuild(...ids: string[]) {
  const [dist, folder] = [temporaryFolder(), temporaryFolder()];
  const publications = join(dist, 'publications');
  for (const id of ids) mkdirSync(join(publications, id), { recursive: true });
  const current = join(publications, 'current.json');
  function pointer(id: string, { at = new Date().toISOString(), source = '' } = {}): string {
    return JSON.stringify({ id, at, release: VERSION, source, samples: [], files: {} });
  }
  function switchTo(id: string, facts: { at?: string; source?: string } = {}): void {
    writeFileSync(`${current}.next`, pointer(id, facts));
    renameSync(`${current}.next`, current);
  }
  const notifyFile = join(folder, '..', 'restart');
  const poll = (stillMs: number) =>
    new Publisher({ folder, dist, log: silentLog, stillMs, pollMs: 1, notifyFile }).poll();
  return { dist, folder, publications, current, pointer, switchTo, notifyFile, poll };
}

test('what another process publishes meanwhile is not removed with the publication before', async () => {
  const { dist, publications, current, pointer, switchTo } = newBuild('old', 'new');
  // A reader waits for what the test writes.
  execFileSync('mkfifo', [current]);
  const removed = removeRetired(dist);
  const reader = await open(current, 'w');
  switchTo('new');
  await reader.writeFile(pointer('old', { at: LONG_AGO }));
  await reader.close();
  await removed;
  expect(existsSync(join(publications, 'new'))).toBe(true);
});

test('a publisher that was killed after it published: the next one has the instances restart, once', async () => {
  const { switchTo, notifyFile, poll } = newBuild('one', 'two');
  switchTo('one');
  await poll(Infinity);
  expect(existsSync(notifyFile)).toBe(false);
  switchTo('two');
  await poll(Infinity);
  expect(readFileSync(notifyFile, 'utf8')).toBe('two');
  writeFileSync(notifyFile, 'taken');
  await poll(Infinity);
  expect(readFileSync(notifyFile, 'utf8')).toBe('taken');
});

test('a publisher that was killed before it told: the next one says that the folder is published', async () => {
  const { folder, switchTo, poll } = newBuild('one');
  writeFileSync(join(folder, 'page.md'), '# Page');
  const snapshot = await takeSnapshot(folder, temporaryFolder(), await listFolder(folder));
  switchTo('one', { source: snapshot?.source ?? '' });
  const result = join(folder, 'RESULT.txt');
  writeFileSync(result, '\ufeffNOT PUBLISHED: please correct this folder');
  await poll(0);
  expect(readFileSync(result, 'utf8')).toMatch(/^\ufeffPUBLISHED: /);
});
