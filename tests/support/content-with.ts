import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** A copy of content/, with more or other files in it. */
export function contentWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  cpSync('content', folder, { recursive: true });
  mkdirSync(join(folder, 'fonts'), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}
