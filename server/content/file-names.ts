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

const KINDS = {
  pdf: /\.pdf$/i,
  picture: /\.(?:svg|jpe?g|jfif|png|webp|avif|hei[cf]|gif|bmp|tiff?)$/i,
  table: /\.(?:xlsx|csv)$/i,
  page: /\.(?:md|docx)$/i,
} as const;

export type FileKind = keyof typeof KINDS;

/** What a file is by the end of its name. */
export function kindOfName(name: string): FileKind | undefined {
  return (['pdf', 'picture', 'table', 'page'] as const).find((kind) => KINDS[kind].test(name));
}
