import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceFile } from '../../../server/replace-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a file is written with its folder, both private; one that finds no place leaves nothing', async () => {
  const folder = join(temporaryFolder(), 'a', 'lists');
  const path = join(folder, 'news.json');
  for (const content of ['old', 'new']) await replaceFile(path, content);
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect([folder, path].map((one) => statSync(one).mode & 0o777)).toEqual([0o700, 0o600]);
  mkdirSync(join(folder, 'events.json'));
  await expect(replaceFile(join(folder, 'events.json'), 'x')).rejects.toThrow(/EISDIR|EEXIST/);
  expect(readdirSync(folder).toSorted()).toEqual(['events.json', 'news.json']);
});
