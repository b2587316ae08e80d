import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { listFolder } from '../../../../server/publication/list-folder.ts';
import { publishWhenStill } from '../../../../server/publication/publish-for-build.ts';
import { publish, removeRetired } from '../../../../server/publication/publish.ts';
import { withPublisherLock } from '../../../../server/publication/publisher-lock.ts';
import { Publisher } from '../../../../server/publication/publisher.ts';
import { takeSnapshot } from '../../../../server/publication/take-snapshot.ts';
import { VERSION } from '../../../../server/version.ts';
import { holdMoment } from '../../../support/moments.ts';
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
  const newPublisher = (stillMs: number) =>
    new Publisher({ folder, dist, log: silentLog, stillMs, pollMs: 1, notifyFile });
  const poll = (stillMs: number) => newPublisher(stillMs).poll();
  return { dist, folder, publications, current, pointer, switchTo, notifyFile, newPublisher, poll };
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

/** A build that has published its folder as `id`, and what was written to RESULT.txt before. */
async function publishedBuild(
  id: string,
  { told, others = [] }: { told: string; others?: string[] },
) {
  const build = newBuild(...others, id);
  const { folder, switchTo } = build;
  writeFileSync(join(folder, 'page.md'), '# Page');
  const snapshot = await takeSnapshot(folder, temporaryFolder(), await listFolder(folder));
  switchTo(id, { source: snapshot?.source ?? '' });
  const result = join(folder, 'RESULT.txt');
  writeFileSync(result, told);
  return { ...build, result: () => readFileSync(result, 'utf8') };
}

const REJECTED = '\ufeffNOT PUBLISHED: please correct this folder';

test('a publisher that was killed before it told: the next one says what was published last, and its changes', async () => {
  const before = '\ufeffPUBLISHED: one. What has changed: a holiday';
  const { publications, poll, result } = await publishedBuild('two', { told: before });
  const last = '\ufeffPUBLISHED: two. What has changed: the fees';
  writeFileSync(join(publications, 'two', 'RESULT.txt'), last);
  await poll(0);
  expect(result()).toBe(last);
});

test('a publisher that was killed before it told: the next one says that the folder is published, and reads it once', async () => {
  const { folder, newPublisher, result } = await publishedBuild('one', { told: REJECTED });
  const publisher = newPublisher(0);
  await publisher.poll();
  expect(result()).toMatch(/^\ufeffPUBLISHED: /);
  rmSync(join(folder, 'RESULT.txt'));
  await publisher.poll();
  expect(existsSync(join(folder, 'RESULT.txt'))).toBe(false);
});

/** Makes a folder whose path is longer than the system takes (PATH_MAX). */
const DEEPEN = `const name = 'x'.repeat(250);
  for (let at = 0; at < 20; at += 1) { fs.mkdirSync(name); process.chdir(name); }`;

test('what cannot be removed prevents no publication', async () => {
  const others = ['1', '2', '3'];
  const { publications, poll, result } = await publishedBuild('4', { told: REJECTED, others });
  execFileSync(process.execPath, ['-e', DEEPEN], { cwd: join(publications, '1') });
  onTestFinished(() => void execFileSync('rm', ['-rf', join(publications, '1')]));
  await poll(0);
  expect(result()).toMatch(/^\ufeffPUBLISHED: /);
  // Instances may run the one before.
  expect(['2', '3', '4'].map((id) => existsSync(join(publications, id)))).toEqual([
    false,
    true,
    true,
  ]);
});

test('a working folder that cannot be removed hides no outcome', async () => {
  const { dist, folder, publications } = newBuild();
  mkdirSync(join(dist, 'server'));
  mkdirSync(publications);
  writeFileSync(join(folder, 'page.md'), '# Page');
  const script = `process.chdir(path.dirname(process.argv[2])); ${DEEPEN} process.exit(1);`;
  writeFileSync(
    join(dist, 'server/make-publication.js'),
    `const [fs, path] = ['fs', 'path'].map(require); ${script}`,
  );
  onTestFinished(() => void execFileSync('rm', ['-rf', publications]));
  expect(await publish({ dist, folder })).toMatchObject({ kind: 'rejected' });
});

test('a build that meets another publisher waits for it', async () => {
  const { dist, folder, publications } = await publishedBuild('one', { told: '' });
  const { wait, release } = holdMoment();
  const other = withPublisherLock(publications, wait);
  const published = publishWhenStill({ folder, dist });
  // The folder is still by then.
  await Promise.race([published, setTimeout(3_000)]);
  release();
  await other;
  expect(await published).toMatchObject({ kind: 'unchanged' });
});
