import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ContentRestore, readParts } from '../../../../server/backup/content-files.ts';
import { folderWith, temporaryFolder } from '../../../support/temporary-folder.ts';

test('K2: what replaces a file after it was listed is named, and neither followed nor waited for', async () => {
  const [first, last, ...replaced] = [
    'a.csv',
    'z.csv',
    'folder.csv',
    'link.csv',
    'pipe.csv',
  ] as const;
  const folder = folderWith(first, last, ...replaced);
  const at = (name: string) => join(folder, name);
  const unread: string[] = [];
  const parts = readParts(folder, (path) => void unread.push(path));
  await parts.next();
  for (const name of replaced) rmSync(at(name));
  mkdirSync(at('folder.csv'));
  symlinkSync(at(first), at('link.csv'));
  execFileSync('mkfifo', [at('pipe.csv')]);
  const others: string[] = [];
  for await (const { path } of parts) others.push(path);
  expect([others, unread]).toEqual([[last], replaced]);
});

test('K2: what the office writes while a file is brought back stays', async () => {
  const folder = temporaryFolder();
  const restore = new ContentRestore(folder);
  await restore.add({ kind: 'file', path: 'fees.csv', at: 0, data: Buffer.from('Old') });
  writeFileSync(join(folder, 'fees.csv'), 'New');
  expect(await restore.end()).toBe(
    `content: 0 files written to ${folder}, 1 are there already and were kept\n`,
  );
  expect(readdirSync(folder)).toEqual(['fees.csv']);
  expect(readFileSync(join(folder, 'fees.csv'), 'utf8')).toBe('New');
});
