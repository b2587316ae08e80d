import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { loadPublication } from '../../server/publication/publication.ts';
import { publish } from '../../server/publication/publish.ts';
import type { CommandResult } from '../support/child-process.ts';
import { copyRelease, type Release } from '../support/release.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const HALF_PDF = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(2_000, 'x')]);

const OTHER_PDF = readFileSync('content/files/pta.pdf');
const LEAFLET_ROW = 'leaflet.pdf,01-11-2026,,,,\n';

let base: Release;
let firstPublication: CommandResult;

beforeAll(async () => {
  base = copyRelease();
  base.writeSite({ tagline: 'The first tagline' });
  base.write(
    'pages/vision.md',
    '# Vision\n\n[Leaflet](/files/leaflet.pdf)\n\n![Our aim](vision.svg)\n',
  );
  base.write('files/leaflet.pdf', OTHER_PDF);
  appendFileSync(join(base.folder, 'documents.csv'), LEAFLET_ROW);
  rmSync(join(base.folder, 'pages/mission.md'));
  firstPublication = await base.publish();
});

/** A release whose folder is published. */
function publishedRelease(): Release {
  const folder = temporaryFolder();
  cpSync(base.folder, folder, { recursive: true });
  return copyRelease(folder, base.root);
}

/** What is shown. */
function pointerOf({ dist }: Release) {
  const path = join(dist, 'publications/current.json');
  const facts = JSON.parse(readFileSync(path, 'utf8')) as { id: string; release: string };
  return { path, facts, folder: join(dist, 'publications', facts.id) };
}

/** Name of the picture of the page Vision. */
function pictureOf(release: Release): string {
  const names = readdirSync(join(pointerOf(release).folder, 'assets'));
  return names.find((name) => /^vision-.*svg$/.test(name)) ?? '';
}

test('K1: what is wrong leaves what was published before, also over a restart, and is told in the folder', async () => {
  expect([firstPublication.code, firstPublication.errors]).toEqual([0, '']);
  expect(base.result()).toMatch(/^\ufeffPUBLISHED: /);
  const release = publishedRelease();
  release.write('site.json', '{ "name": "a comma is missing" "tagline": "Wrong" }');
  release.write('files/noc.pdf', HALF_PDF);
  const { code, errors } = await release.publish();
  expect([code, errors]).toEqual([1, expect.stringContaining('NOT PUBLISHED')]);
  expect(release.result()).toMatch(/site\.json: line 1: is not valid JSON[^]*प्रकाशित नहीं हुआ/);
  const { url } = await release.start();
  const home = await (await fetch(`${url}/HomeFr`)).text();
  expect(home).toContain('The first tagline');
  const pdf = Buffer.from(await (await fetch(`${url}/files/noc.pdf`)).arrayBuffer());
  expect(pdf.equals(readFileSync('content/files/noc.pdf'))).toBe(true);
  const address = `/assets/${pictureOf(release)}`;
  expect(await (await fetch(`${url}/Vision`)).text()).toContain(`src="${address}"`);
  const picture = await fetch(url + address);
  expect([picture.status, picture.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=3600, s-maxage=60',
  ]);
  expect((await fetch(`${url}/files/leaflet.pdf`)).status).toBe(200);
});

test('of a folder that is published already, a result that is missing is written, with what the check warns of', async () => {
  const release = publishedRelease();
  rmSync(join(release.folder, 'RESULT.txt'));
  const warning =
    /Please look at this:[^]*pages\/mission\.md: is missing[^]*Nothing .* has changed/;
  expect(await release.publish()).toMatchObject({ code: 0, out: 'Nothing has changed.\n' });
  expect(release.result()).toMatch(warning);
  rmSync(join(release.folder, 'RESULT.txt'));
  mkdirSync(join(release.folder, 'RESULT.txt'));
  expect(await release.publish()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/RESULT\.txt could not be written: EISDIR|ENOTEMPTY/) as string,
  });
});

test('a start without a publication, or with one that is not complete, says what to do', async () => {
  const release = publishedRelease();
  truncateSync(join(pointerOf(release).folder, 'files/noc.pdf'), 10);
  expect((await release.start()).errors()).toMatch(/incomplete: files\/noc\.pdf: npm run build/);
  rmSync(join(release.dist, 'publications'), { recursive: true });
  expect(() => loadPublication(release.dist)).toThrow(/no texts of the school: npm run build/);
});

test('a publication that is not complete any more is published anew, and takes nothing of the damaged one', async () => {
  const release = publishedRelease();
  const { folder } = pointerOf(release);
  const picture = pictureOf(release);
  const bytes = readFileSync(join(folder, 'assets', picture));
  truncateSync(join(folder, 'assets', picture), 10);
  // As the command does, which waits until nobody has written to the folder for two seconds.
  expect(await publish(release)).toMatchObject({ kind: 'published' });
  const repaired = pointerOf(release).folder;
  expect(repaired).not.toBe(folder);
  expect(readFileSync(join(repaired, 'assets', picture)).equals(bytes)).toBe(true);
});

test('K1: a start reads nothing of the folder; removed files are gone; a container stops for a new publication of its release', async () => {
  const release = publishedRelease();
  const address = `/assets/${pictureOf(release)}`;
  for (const page of ['pages/vision.md', 'hi/pages/vision.md'])
    release.write(page, '# Vision\n\nOur aim.\n');
  for (const file of ['pictures/vision.svg', 'files/leaflet.pdf'])
    rmSync(join(release.folder, file));
  const documents = join(release.folder, 'documents.csv');
  writeFileSync(documents, readFileSync(documents, 'utf8').replace(LEAFLET_ROW, ''));
  expect((await release.publish()).code).toBe(0);
  expect(release.result()).toMatch(
    /Pictures: 1 removed: vision\.svg\r\n - PDFs: 1 removed: leaflet/,
  );
  rmSync(release.folder, { recursive: true });
  const site = await release.start({ RESTART_AFTER: '1' });
  expect((await fetch(`${site.url}/HomeFr`)).status).toBe(200);
  expect((await fetch(site.url + address)).status).toBe(404);
  expect((await fetch(`${site.url}/files/leaflet.pdf`)).status).toBe(404);
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
