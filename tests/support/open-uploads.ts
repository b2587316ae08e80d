import { existsSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Files of CVs that are not in a row yet: the modes of open ones without a name, and names, which none should have. */
export function openUploads(folder: string, pid = process.pid): string[] {
  const descriptors = `/proc/${pid}/fd`;
  const paths = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
    : [];
  const named = paths.filter((path) => path.endsWith('.tmp'));
  // Only Linux has it.
  if (!existsSync(descriptors)) return named;
  const unnamed = readdirSync(descriptors).flatMap((name) => {
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
  return [...named, ...unnamed];
}
