import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { endProcess } from '../support/child-process.ts';
import { SOON } from '../support/effort.ts';
import { copyRelease, type Release } from '../support/release.ts';

const OTHER_PDF = readFileSync('content/files/pta.pdf');

function startPublisher({ root, folder }: Release, ...args: string[]) {
  return spawn(process.execPath, ['dist/server/publish.js', ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], CONTENT_DIR: folder, LOG_FORMAT: 'json' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function published(release: Release): Promise<void> {
  const { code, errors } = await release.publish();
  expect([code, errors]).toEqual([0, '']);
}

test('K1: a publisher that is killed at any moment leaves what was published before, whole', async () => {
  const release = copyRelease();
  release.writeSite({ tagline: 'Before' });
  await published(release);
  for (const afterMs of [50, 400, 900, 1_500, 2_500]) {
    release.writeSite({ tagline: `After ${afterMs}` });
    const child = startPublisher(release, '--once');
    await setTimeout(afterMs);
    await endProcess(child, 'SIGKILL');
    const site = await release.start();
    expect((await fetch(`${site.url}/Vision`)).status).toBe(200);
    await endProcess(site.child, 'SIGKILL');
  }
  await published(release);
  const left = (name: string) => existsSync(join(release.dist, 'publications', name));
  expect(left('current.json')).toBe(true);
});

test('two publishers at once: one publishes, the other waits for it, and nothing is lost', async () => {
  const release = copyRelease();
  release.writeSite({ tagline: 'Of two publishers' });
  const results = await Promise.all([release.publish(), release.publish()]);
  expect(results.map(({ code }) => code)).toEqual([0, 0]);
  const site = await release.start();
  expect(await (await fetch(`${site.url}/HomeFr`)).text()).toContain('Of two publishers');
});

test('the publisher waits until both clerks have saved, publishes once, and tells what runs the instances', async () => {
  const release = copyRelease();
  await published(release);
  const notify = join(release.root, 'restart');
  const times = ['--still', '3', '--poll', '0.2'];
  const child = startPublisher(release, ...times, '--notify', notify);
  onTestFinished(() => void child.kill('SIGKILL'));
  let log = '';
  child.stdout.on('data', (bytes: Buffer) => (log += bytes.toString()));
  // One copies a PDF in pieces, the other saves a page meanwhile.
  const pdf = OTHER_PDF;
  const path = join(release.folder, 'files/noc.pdf');
  writeFileSync(path, '');
  for (let at = 0; at < pdf.length; at += Math.ceil(pdf.length / 6)) {
    appendFileSync(path, pdf.subarray(at, at + Math.ceil(pdf.length / 6)));
    release.write('pages/mission.md', `# Mission\n\nOf the second clerk, ${at}.\n`);
    await setTimeout(500);
  }
  await vi.waitUntil(() => log.includes('"content-published"'), SOON);
  expect(log.match(/content-published|content-rejected/g)).toEqual(['content-published']);
  await vi.waitUntil(() => existsSync(notify), SOON);
  const site = await release.start();
  expect(await (await fetch(`${site.url}/Mission`)).text()).toContain('Of the second clerk');
  const served = Buffer.from(await (await fetch(`${site.url}/files/noc.pdf`)).arrayBuffer());
  expect(served.equals(pdf)).toBe(true);
});
