import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { parseSchoolManifest } from '../../../../server/http/assets.ts';
import { hasMetadata } from '../../../../server/images/render-picture.ts';
import { documentTexts, DOCUMENT_TEXTS } from '../../../../server/publication/document-texts.ts';
import { makePublication } from '../../../../server/publication/make-publication.ts';
import { formatProblem } from '../../../../server/content/problem.ts';
import { smallFolder } from '../../../support/release.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const FACTS = { id: 'a', at: '2026-11-24T00:00:00.000Z', source: 'a' };
const AUTHOR = '/Author (A. Sharma)';

/** A school's folder with a photo of a phone, and a PDF that names its author. */
async function schoolFolder(): Promise<string> {
  const folder = smallFolder();
  const create = { width: 1_200, height: 800, channels: 3, background: '#208060' } as const;
  const place = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '27/1 23/1 0/1' } };
  const photo = sharp({ create }).withExif(place).withMetadata({ orientation: 6 });
  await photo.jpeg().toFile(join(folder, 'pictures', 'IMG_2024 (1).JPG'));
  const pdf = await readFile(join(folder, 'files/noc.pdf'), 'latin1');
  await writeFile(
    join(folder, 'files/noc.pdf'),
    pdf.replace('/Title', `${AUTHOR} /Title`),
    'latin1',
  );
  return folder;
}

async function publish(snapshot: string, previous: string | null) {
  const target = temporaryFolder();
  const { problems } = await makePublication({ snapshot, target, previous, facts: FACTS });
  return { target, errors: problems.filter(({ level }) => level === 'error').map(formatProblem) };
}

let school: string;
/** The first publication of it. */
let first: Awaited<ReturnType<typeof publish>>;

beforeAll(async () => {
  school = await schoolFolder();
  first = await publish(school, null);
});

async function copyOfSchool(): Promise<string> {
  const folder = temporaryFolder();
  await cp(school, folder, { recursive: true });
  return folder;
}

test('no picture and no PDF of a publication tells a place or a person, the first time and later', async () => {
  const written = await readFile(join(school, 'files/noc.pdf'), 'latin1');
  expect(written).toContain(AUTHOR);
  for (const { target, errors } of [first, await publish(school, first.target)]) {
    expect(errors).toEqual([]);
    const pdf = await readFile(join(target, 'files/noc.pdf'), 'latin1');
    expect(pdf).not.toContain('Sharma');
    expect(pdf).toHaveLength(written.length);
    const manifest = parseSchoolManifest(
      JSON.parse(await readFile(join(target, 'manifest.json'), 'utf8')),
    );
    const picture = manifest?.pictures['img_2024 (1).jpg'];
    expect(picture).toMatchObject({ width: 800, height: 1_200 });
    for (const { src } of [{ src: picture?.src ?? '' }, ...(picture?.avif ?? [])]) {
      const bytes = await readFile(join(target, src));
      expect([src, hasMetadata(bytes)]).toEqual([src, false]);
    }
  }
});

test('folders with the names of files prevent a publication by their names', async () => {
  const folder = await copyOfSchool();
  const wrong = ['files/noc-2.pdf', 'pages/old.md', 'pictures/2026', 'hi/texts.xlsx', 'staff.xlsx'];
  for (const path of wrong) {
    await mkdir(join(folder, path));
    await writeFile(join(folder, path, 'file'), '');
  }
  const { errors } = await publish(folder, first.target);
  const unread = 'is a folder that nothing reads: move its files up, or remove it';
  expect(errors.toSorted()).toEqual(wrong.toSorted().map((path) => `${path}: ${unread}`));
});

test('a PDF that is cut, and one that is noise, prevent a publication by their names', async () => {
  const folder = await copyOfSchool();
  const pdf = await readFile(join(folder, 'files/pta.pdf'));
  await writeFile(join(folder, 'files/pta.pdf'), pdf.subarray(0, -30));
  await writeFile(join(folder, 'files/smc.pdf'), `%PDF-1.4\n${'x'.repeat(5_000)}`);
  const { target, errors } = await publish(folder, first.target);
  const damaged = 'is a PDF that is cut or damaged, and does not open: copy it again';
  expect(errors).toEqual([`files/pta.pdf: ${damaged}`, `files/smc.pdf: ${damaged}`]);
  expect(await readdir(target)).toEqual([]);
});

test('a PDF that a busy machine could not read in time is read again by the next publication', async () => {
  const { texts } = await documentTexts(school, first.target);
  const read = texts['noc.pdf'];
  expect(read?.text).toMatch(/\w/);
  const warnings = [{ text: 'takes too long to be read: the search does not find its text' }];
  const previous = temporaryFolder();
  const path = join(previous, DOCUMENT_TEXTS);
  await writeFile(path, JSON.stringify({ ...texts, 'noc.pdf': { ...read, text: '', warnings } }));
  expect((await documentTexts(school, previous)).texts['noc.pdf']).toEqual(read);
});
