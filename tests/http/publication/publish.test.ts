import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { publish } from '../../../server/publication/publish.ts';
import { copyRelease, type Release } from '../../support/release.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const HALF_PDF = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(2_000, 'x')]);

const OTHER_PDF = readFileSync('content/files/pta.pdf');

const pictureIn = (html: string) => /src="(\/assets\/vision-[^"]+)"/.exec(html)?.[1] ?? '';

async function stop({ child, exited }: Awaited<ReturnType<Release['start']>>): Promise<void> {
  child.kill('SIGKILL');
  await exited;
}

/** As the command does, which waits until nobody has written to the folder for two seconds. */
async function published({ folder, dist }: Release): Promise<void> {
  expect(await publish({ folder, dist })).toMatchObject({ kind: 'published' });
}

let base: Release;

beforeAll(async () => {
  base = copyRelease();
  await published(base);
});

/** A release whose folder is published. */
function publishedRelease(): Release {
  const folder = temporaryFolder();
  cpSync(base.folder, folder, { recursive: true });
  return copyRelease(folder, base.root);
}

test('K1: what is wrong leaves what was published before, also over a restart, and is told in the folder', async () => {
  const release = publishedRelease();
  release.writeSite({ tagline: 'The first tagline' });
  const { code: first, errors: none } = await release.publish();
  expect([first, none]).toEqual([0, '']);
  expect(release.result()).toMatch(/^\ufeffPUBLISHED: /);
  release.write('site.json', '{ "name": "a comma is missing" "tagline": "Wrong" }');
  release.write('files/noc.pdf', HALF_PDF);
  const { code, errors } = await release.publish();
  expect([code, errors]).toEqual([1, expect.stringContaining('NOT PUBLISHED')]);
  expect(release.result()).toMatch(/site\.json: line 1: is not valid JSON[^]*प्रकाशित नहीं हुआ/);
  const site = await release.start();
  const home = await (await fetch(`${site.url}/HomeFr`)).text();
  expect(home).toContain('The first tagline');
  const pdf = Buffer.from(await (await fetch(`${site.url}/files/noc.pdf`)).arrayBuffer());
  expect(pdf.equals(readFileSync('content/files/noc.pdf'))).toBe(true);
});

test('of a folder that is published already, a result that is missing is written, with what the check warns of', async () => {
  const release = publishedRelease();
  rmSync(join(release.folder, 'pages/vision.md'));
  await published(release);
  const warning = /Please look at this:[^]*pages\/vision\.md: is missing[^]*Nothing .* has changed/;
  expect(await release.publish()).toMatchObject({ code: 0, out: 'Nothing has changed.\n' });
  expect(release.result()).toMatch(warning);
  rmSync(join(release.folder, 'RESULT.txt'));
  mkdirSync(join(release.folder, 'RESULT.txt'));
  expect(await release.publish()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/RESULT\.txt could not be written: EISDIR|ENOTEMPTY/) as string,
  });
});

test('K1: a start reads nothing of the folder', async () => {
  const release = publishedRelease();
  rmSync(release.folder, { recursive: true });
  const site = await release.start();
  expect((await fetch(`${site.url}/HomeFr`)).status).toBe(200);
});

/** What is shown. */
function pointerOf({ dist }: Release) {
  const path = join(dist, 'publications/current.json');
  const facts = JSON.parse(readFileSync(path, 'utf8')) as { id: string; release: string };
  return { path, facts, folder: join(dist, 'publications', facts.id) };
}

test('a start without a publication, or with one that is not complete, says what to do', async () => {
  const release = publishedRelease();
  truncateSync(join(pointerOf(release).folder, 'files/noc.pdf'), 10);
  expect((await release.start()).errors()).toMatch(/incomplete: files\/noc\.pdf: npm run build/);
  rmSync(join(release.dist, 'publications'), { recursive: true });
  expect((await release.start()).errors()).toMatch(/no texts of the school: npm run build/);
});

test('a picture and a PDF that are removed are gone after the next publication; caches keep them a minute', async () => {
  const release = publishedRelease();
  release.write(
    'pages/vision.md',
    '# Vision\n\n[Leaflet](/files/leaflet.pdf)\n\n![Our aim](vision.svg)\n',
  );
  release.write('files/leaflet.pdf', OTHER_PDF);
  const documents = readFileSync(join(release.folder, 'documents.csv'), 'utf8');
  release.write('documents.csv', `${documents}leaflet.pdf,01-11-2026,,,,\n`);
  await published(release);
  const before = await release.start();
  const address = pictureIn(await (await fetch(`${before.url}/Vision`)).text());
  const picture = await fetch(before.url + address);
  expect([picture.status, picture.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=3600, s-maxage=60',
  ]);
  expect((await fetch(`${before.url}/files/leaflet.pdf`)).status).toBe(200);
  await stop(before);
  for (const page of ['pages/vision.md', 'hi/pages/vision.md'])
    release.write(page, '# Vision\n\nOur aim.\n');
  for (const file of ['pictures/vision.svg', 'files/leaflet.pdf'])
    rmSync(join(release.folder, file));
  release.write('documents.csv', documents);
  expect((await release.publish()).code).toBe(0);
  expect(release.result()).toMatch(
    /Pictures: 1 removed: vision\.svg\r\n - PDFs: 1 removed: leaflet/,
  );
  const after = await release.start();
  expect((await fetch(after.url + address)).status).toBe(404);
  expect((await fetch(`${after.url}/files/leaflet.pdf`)).status).toBe(404);
});

test('a publication that is not complete any more is published anew, and takes nothing of the damaged one', async () => {
  const release = publishedRelease();
  const { folder } = pointerOf(release);
  const picture =
    readdirSync(join(folder, 'assets')).find((name) => /^vision-.*svg$/.test(name)) ?? '';
  const bytes = readFileSync(join(folder, 'assets', picture));
  truncateSync(join(folder, 'assets', picture), 10);
  await published(release);
  const repaired = pointerOf(release).folder;
  expect(repaired).not.toBe(folder);
  expect(readFileSync(join(repaired, 'assets', picture)).equals(bytes)).toBe(true);
});

test('an instance of a container stops for a new publication, and not for one of the next release', async () => {
  const release = publishedRelease();
  const site = await release.start({ RESTART_AFTER: '1' });
  const { path, facts } = pointerOf(release);
  // It looks again after the first.
  for (const ofRelease of ['999.0.0', facts.release]) {
    rmSync(path);
    // Who opens it waits for the other side.
    execFileSync('mkfifo', [path]);
    const look = await open(path, 'w');
    await look.writeFile(JSON.stringify({ ...facts, id: 'next', release: ofRelease }));
    await look.close();
  }
  expect(await site.exited).toEqual([0, null]);
});
