import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** A new folder; the run removes it at its end (folder-setup.ts). */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'gis-test-'));

/** One with these files; each has its path as its text. */
export function folderWith(...files: string[]): string {
  const folder = temporaryFolder();
  for (const file of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), file);
  }
  return folder;
}

/** One that other users reach: outside of the folder of the run, which goes with it. */
export const reachableFolder = (): string => mkdtempSync(`/tmp/${basename(tmpdir())}-`);

/** How often a folder is emptied in which something is still being written. */
const MAX_ATTEMPTS = 100;

/**
 * Removes a folder and what is in it, also while a process that is about to end still writes there:
 * `maxRetries` of Node looks for what is in a folder only once.
 *
 * @throws the last error, when files keep coming.
 */
export function removeFolder(folder: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
