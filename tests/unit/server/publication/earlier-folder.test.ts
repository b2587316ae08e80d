import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { contentErrors } from '../../../support/content-errors.ts';
import { loadContent } from '../../../../server/content/content.ts';

const FOLDER = 'tests/support/fixtures/folder-of-1.2';

/** The folder of a school with 1.2, as it was; its pictures and PDFs are small. Never edited. */
async function earlierFolder(): Promise<string> {
  const folder = temporaryFolder();
  cpSync(FOLDER, folder, { recursive: true });
  const names = readFileSync(join(FOLDER, 'names.txt'), 'utf8').trim().split('\n');
  for (const name of ['pictures', 'files']) mkdirSync(join(folder, name));
  const create = { width: 8, height: 8, channels: 3, background: '#208060' } as const;
  for (const name of names) {
    const path = join(folder, name);
    if (name.endsWith('.pdf')) copyFileSync('content/files/pta.pdf', path);
    else if (name.endsWith('.svg'))
      writeFileSync(path, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"/>');
    else
      await sharp({ create })
        .toFormat(extname(name) === '.jpg' ? 'jpeg' : 'png')
        .toFile(path);
  }
  rmSync(join(folder, 'names.txt'));
  return folder;
}

test('K2: a folder of 1.2 has no error in this release, and its Hindi pages are complete', async () => {
  const folder = await earlierFolder();
  expect(await contentErrors(folder)).toEqual([]);
  const { hindi } = await loadContent(folder);
  expect(hindi?.texts['Skip to content']).toMatch(/[\u0900-\u097f]/);
});
