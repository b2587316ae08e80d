import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatProblem } from '../../../../server/content/problem.ts';
import { listFolder, stateOf } from '../../../../server/publication/list-folder.ts';
import { PUBLICATION_LIMITS } from '../../../../server/publication/publication-limits.ts';
import { takeSnapshot } from '../../../../server/publication/take-snapshot.ts';
import { folderWith, temporaryFolder } from '../../../support/temporary-folder.ts';

const problemsOf = async (folder: string) =>
  (await listFolder(folder)).problems.map(
    (problem) => `${problem.level} ${formatProblem(problem)}`,
  );

test('what programs leave beside files is no content', async () => {
  const left =
    '~$fees.xlsx .~lock.fees.xlsx# .DS_Store Thumbs.db desktop.ini ._fees.xlsx ~WRD0001.tmp fees.xlsx:Zone.Identifier Icon\r fees.xlsx.sb-1a2b3c4d-AbC123 fees.xlsx.part fees.csv~ .git/config @eaDir/fees.xlsx/x.jpg RESULT.txt .syncthing.fees.xlsx.tmp prospectus.pdf.crdownload';
  const folder = folderWith('fees.xlsx', 'files/noc.pdf', ...left.split(' '));
  const listing = await listFolder(folder);
  expect(listing.problems).toEqual([]);
  expect(listing.files.map(({ path }) => path)).toEqual(['fees.xlsx', 'files/noc.pdf']);
});

test.each([
  "fees (Asha's conflicted copy 2026-11-28).xlsx",
  'fees (conflicted copy 2026-11-28 101010).xlsx',
  'fees.sync-conflict-20261128-101010-ABC1234.xlsx',
  'fees-DESKTOP-AB12CD3.xlsx',
  'fees (Case Conflict).xlsx',
  'fees.xlsx (SFConflict office@example.org 2026-11-28-10-10-10)',
  'fees_conflict-20261128-101010.xlsx',
])('a second copy that a program made is named, and not read: %s', async (copy) => {
  const folder = folderWith('fees.xlsx', copy);
  expect((await listFolder(folder)).files.map(({ path }) => path)).toEqual(['fees.xlsx']);
  expect(await problemsOf(folder)).toEqual([
    `warning ${copy}: is a second copy, as two people changed fees.xlsx at the same time: compare both, keep one`,
  ]);
});

test('a folder with the name of a file is named, also an empty one, which no copy has', async () => {
  const folder = folderWith('site.json', 'staff.csv/staff.csv', 'archive/staff.csv');
  mkdirSync(join(folder, 'fees.csv'));
  mkdirSync(join(folder, 'New folder'));
  const unread = 'is a folder that nothing reads: move its files up, or remove it';
  expect(await problemsOf(folder)).toEqual([
    `error fees.csv: ${unread}`,
    `error staff.csv: ${unread}`,
  ]);
});

test('where a program has renamed both files, none is published: the site keeps what it has', async () => {
  const copies = ['fees.xlsx.conflict1', 'fees.xlsx.conflict2'];
  const folder = folderWith('site.json', ...copies);
  expect(await problemsOf(folder)).toEqual(
    copies.map(
      (copy) =>
        `error ${copy}: is a second copy, as two people changed fees.xlsx at the same time: compare both, keep one`,
    ),
  );
});

test('links, FIFOs, huge files and deep folders are named, and never opened', async () => {
  const folder = folderWith('site.json', 'a/b/c/d/e/f/g/h/i.md', 'huge.pdf');
  symlinkSync('/etc/passwd', join(folder, 'link.csv'));
  symlinkSync('/', join(folder, 'root'));
  execFileSync('mkfifo', [join(folder, 'fifo.md')]);
  truncateSync(join(folder, 'huge.pdf'), PUBLICATION_LIMITS.fileBytes + 1);
  expect(await problemsOf(folder)).toEqual([
    'error a/b/c/d/e/f/g/h: is too deep in the folder: the website reads no folder here',
    'error fifo.md: is a link or no file: put the file itself here',
    'error huge.pdf: has more than 100 MB: make it smaller',
    'error link.csv: is a link or no file: put the file itself here',
    'error root: is a link or no file: put the file itself here',
  ]);
});

test('a name that is no UTF-8, as of an old archive, is named: no system finds its file by it', async () => {
  const folder = folderWith('fees.csv');
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9, 0x2e, 0x6d])]), '');
  expect(await problemsOf(folder)).toEqual([
    'error caf\ufffd.m: has a name with letters that are lost: rename it',
  ]);
});

test('a folder that is gone is an error, not an empty folder', async () => {
  expect(await problemsOf(join(temporaryFolder(), 'no-share'))).toEqual([
    'error .: cannot be read (ENOENT): give the publisher the right to read it',
  ]);
});

test('the state of a folder changes with each write, also of the same size and time', async () => {
  const folder = folderWith('a.md', 'b.md');
  const states = [stateOf(await listFolder(folder))];
  const change = async (how: () => void) => {
    how();
    states.push(stateOf(await listFolder(folder)));
  };
  const time = new Date('2026-11-24T04:30:00Z');
  await change(() => appendFileSync(join(folder, 'a.md'), 'x'));
  await change(() => utimesSync(join(folder, 'a.md'), time, time));
  await change(() => {
    writeFileSync(join(folder, 'a.md'), 'y.mdx');
    utimesSync(join(folder, 'a.md'), time, time);
  });
  await change(() => renameSync(join(folder, 'a.md'), join(folder, 'c.md')));
  expect(new Set(states).size).toBe(states.length);
});

test('a snapshot is the listed folder, or none: what changes meanwhile is copied another time', async () => {
  const folder = folderWith('a.md', 'pages/b.md');
  const listing = await listFolder(folder);
  const into = temporaryFolder();
  const snapshot = await takeSnapshot(folder, into, listing);
  expect(Object.keys(snapshot?.files ?? {})).toEqual(['a.md', 'pages/b.md']);
  expect(readFileSync(join(into, 'pages/b.md'), 'utf8')).toBe('pages/b.md');
  const again = await takeSnapshot(folder, temporaryFolder(), listing);
  expect(again?.source).toBe(snapshot?.source);
  appendFileSync(join(folder, 'a.md'), 'half');
  expect(await takeSnapshot(folder, temporaryFolder(), listing)).toBeNull();
  const half = await listFolder(folder);
  writeFileSync(join(folder, 'c.md'), 'of the other clerk');
  expect(await takeSnapshot(folder, temporaryFolder(), half)).toBeNull();
});

test('a link that takes the place of a listed file is not followed', async () => {
  const folder = folderWith('a.md');
  const listing = await listFolder(folder);
  renameSync(join(folder, 'a.md'), join(folder, '.a.md'));
  symlinkSync('/etc/passwd', join(folder, 'a.md'));
  expect(await takeSnapshot(folder, temporaryFolder(), listing)).toBeNull();
});
