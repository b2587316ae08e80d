import { readdir } from 'node:fs/promises';
import { isIgnored } from '../publication/ignored-files.ts';

/** Files of a folder, without what programs leave there; none where it is missing. */
export async function fileNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !isIgnored(entry.name))
    .map(({ name }) => name)
    .toSorted();
}
