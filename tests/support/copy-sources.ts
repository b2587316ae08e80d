import { cpSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

const SOURCES = [
  'build.mjs',
  'package.json',
  'THIRD-PARTY-NOTICES.md',
  'client',
  'content',
  'sample',
  'server',
  'shared',
];

/** A copy of all that a build reads, which a test may change. */
export function copySources(): string {
  const folder = temporaryFolder();
  for (const name of SOURCES) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}
