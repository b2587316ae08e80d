import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addUnreadable, listFolder, openListed, stateOf, type Listing } from './list-folder.ts';
import type { Problem } from '../content/problem.ts';
import { errorCode } from '../system-errors.ts';

const CHUNK_BYTES = 1024 * 1024;

type Snapshot = {
  /** SHA-256 of names and bytes of all files. */
  source: string;
  problems: Problem[];
  /** SHA-256 of each file, by its path. */
  files: Record<string, string>;
};

/**
 * Copies the folder. What is checked and published is the copy, which nobody changes meanwhile.
 * @returns null if the folder changed since `listing` or while it was copied
 */
export async function takeSnapshot(
  folder: string,
  into: string,
  listing: Listing,
): Promise<Snapshot | null> {
  const problems = [...listing.problems];
  const files: Record<string, string> = {};
  for (const { path, state, bytes } of listing.files) {
    try {
      const digest = await copyFile(join(folder, path), join(into, path), { state, bytes });
      if (digest === null) return null;
      files[path] = digest;
    } catch (error) {
      // Removed or replaced by a link since it was listed.
      if (['ENOENT', 'ELOOP', 'ENOTDIR', 'ESTALE'].includes(errorCode(error) ?? '')) return null;
      addUnreadable({ problems }, path, error);
    }
  }
  if (stateOf(await listFolder(folder)) !== stateOf(listing)) return null;
  // Problems of the folder itself, such as a second copy, come and go without a change of a file.
  const source = createHash('sha256')
    .update(JSON.stringify([files, problems]))
    .digest('hex');
  return { source, problems, files };
}

/** @returns the digest of its bytes; null if it is not the listed file or changed while it was read */
async function copyFile(
  from: string,
  to: string,
  { state, bytes }: { state: string; bytes: number },
): Promise<string | null> {
  const source = await openListed(from);
  try {
    if ((await stateOfFile(source)) !== state) return null;
    await mkdir(dirname(to), { recursive: true });
    const target = await open(to, 'wx');
    try {
      const hash = createHash('sha256');
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
      let copied = 0;
      for (;;) {
        const { bytesRead } = await source.read(buffer, 0, CHUNK_BYTES);
        if (bytesRead === 0) break;
        copied += bytesRead;
        // It grows while it is read.
        if (copied > bytes) return null;
        const chunk = buffer.subarray(0, bytesRead);
        hash.update(chunk);
        await target.writeFile(chunk);
      }
      return (await stateOfFile(source)) === state ? hash.digest('hex') : null;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function stateOfFile(file: Awaited<ReturnType<typeof open>>): Promise<string | null> {
  const facts = await file.stat({ bigint: true });
  const { size, mtimeNs, ctimeNs } = facts;
  return facts.isFile() ? `${size} ${mtimeNs} ${ctimeNs}` : null;
}
