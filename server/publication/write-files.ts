import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The publisher is another user than the site, which reads. */
const FILE_MODE = 0o644;

/** Writes a file that is there whole, or as it was. */
export async function replacePublicFile(path: string, text: string): Promise<void> {
  // Hidden, so that it is no file of the folder.
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, text, { mode: FILE_MODE, flush: true });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
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
    if (entry.isDirectory()) await syncFolder(path);
    else sizes[path.slice(folder.length + 1).replaceAll('\\', '/')] = await syncFile(path);
  }
  await syncFolder(folder);
  return sizes;
}

async function syncFile(path: string): Promise<number> {
  const file = await open(path, 'r');
  try {
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

/** A rename lasts when its folder is on the disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
