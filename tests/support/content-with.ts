import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import specified from './fixtures/specified-site.json' with { type: 'json' };
import { temporaryFolder } from './temporary-folder.ts';

/**
 * A copy of content/ with more or other files in it. Its menus, tiles and documents are those of the specification, as
 * the school may change its own.
 */
export function contentWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  cpSync('content', folder, { recursive: true });
  const site: object = JSON.parse(readFileSync('content/site.json', 'utf8'));
  const written = { 'site.json': JSON.stringify({ ...site, ...specified }), ...files };
  for (const [file, text] of Object.entries(written)) writeFileSync(join(folder, file), text);
  return folder;
}
