import { expect, test } from 'vitest';
import { contentWarnings } from '../../../../server/content/content-warnings.ts';
import { formatProblem } from '../../../../server/content/problem.ts';
import { unusedFiles } from '../../../../server/content/unused-files.ts';
import { folderWith } from '../../../support/temporary-folder.ts';

test('a picture that nothing names and a PDF that nothing links are warnings, with the name that is missing', async () => {
  const folder = folderWith(
    'pictures/portrait-princpal.svg',
    'pictures/IMG_1.JPG',
    'pictures/bus.png',
    'files/new.pdf',
    'files/noc.pdf',
    'files/fees.pdf',
  );
  const texts = ['portrait-principal.svg', 'Bus.png', 'noc.pdf', '/files/fees.pdf#page=2'];
  const problems = await unusedFiles(folder, texts);
  expect(problems.map(({ level }) => level)).toEqual(['warning', 'warning', 'warning']);
  expect(problems.map(formatProblem)).toEqual([
    'pictures/portrait-princpal.svg: is named by nothing; did you mean portrait-principal.svg?',
    'pictures: nothing names IMG_1.JPG: name it in site.json or a page, or remove it',
    'files: nothing links new.pdf: add a row to the table disclosure, or a link in site.json or a page',
  ]);
});

test('each picture and PDF of the sample is used', async () => {
  const problems = await contentWarnings('content', { today: '2026-05-01', texts: {} });
  expect(problems.filter(({ file }) => /^(?:pictures|files)/.test(file))).toEqual([]);
});
