import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renameInto } from '../replace-file.ts';

/** The publisher is another user than the site, which reads. */
const FILE_MODE = 0o644;

/** The file is there whole, or as it was, also after a power cut. */
export async function replacePublicFile(path: string, text: string): Promise<void> {
  // Hidden, so that it is no file of the folder.
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  await renameInto(path, text, { temporary, mode: FILE_MODE });
  await sync(dirname(path));
}

/** A file of an earlier publication need not be written again. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await link(from, to);
  } catch {
    // Another owner, or another disk.
    await copyFile(from, to);
  }
}

/** All files below a folder, with `/`, and their bytes. Each file and folder is on the disk then. */
export async function syncAll(folder: string): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    await sync(path);
    if (!entry.isDirectory())
      sizes[path.slice(folder.length + 1).replaceAll('\\', '/')] = (await stat(path)).size;
  }
  await sync(folder);
  return sizes;
}

/** Of a file or a folder: a rename lasts when its folder is on the disk. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
