import { existsSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Modes of the files without a name below a folder that a process has open: CVs that are not in a row yet. */
export function openUploads(folder: string, pid = process.pid): string[] {
  const descriptors = `/proc/${pid}/fd`;
  // Only Linux has it.
  if (!existsSync(descriptors)) return [];
  return readdirSync(descriptors).flatMap((name) => {
    const path = join(descriptors, name);
    try {
      const target = readlinkSync(path);
      const isUpload = target.startsWith(folder) && target.endsWith('.tmp (deleted)');
      return isUpload ? (statSync(path).mode & 0o777).toString(8) : [];
    } catch {
      // It was closed meanwhile.
      return [];
    }
  });
}
