import { rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from '../replace-file.ts';

/** Folders of 1.1.0, whose files have the same names. */
const FORMER_FOLDERS = ['originals', 'variants'];

/** Another process may move them at the same time, and one of the former release may still write there. */
export async function moveFormerFiles(folder: string): Promise<void> {
  for (const former of FORMER_FOLDERS) {
    const from = join(folder, former);
    for (const name of namesIn(from))
      await rename(join(from, name), join(folder, name)).catch(() => undefined);
    await rmdir(from).catch(() => undefined);
  }
}
