import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FILE_MODE, FOLDER_MODE } from './storage.ts';

/** A temporary file older than this is of a process that died. */
export const ABANDONED_MS = 60 * 60 * 1_000;

/** Empty for an unreadable folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Removes what a process that died has left under such names. Never rejects: the disk may be read-only. */
export async function removeAbandoned(folder: string, names: RegExp): Promise<void> {
  for (const name of namesIn(folder).filter((each) => names.test(each))) {
    const path = join(folder, name);
    try {
      const { mtimeMs } = await stat(path);
      // Another process may be writing now.
      if (Date.now() - mtimeMs > ABANDONED_MS) await rm(path, { recursive: true });
    } catch {
      // It stays until the next time.
    }
  }
}

/** Writes a file atomically and makes its folder. Several processes may write the same file. A crash leaves `.tmp` files. */
export async function replaceFile(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
  await renameInto(path, content, { temporary: `${path}.${randomUUID()}.tmp`, mode: FILE_MODE });
}

/** The file is there whole, or as it was. */
export async function renameInto(
  path: string,
  content: string | Buffer,
  { temporary, mode }: { temporary: string; mode: number },
): Promise<void> {
  try {
    // Without `flush` a power cut may leave a file of empty blocks.
    await writeFile(temporary, content, { mode, flush: true });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}
