import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureKey } from '../../shared/pictures.ts';

/** Reads a picture of the school. */
export type ReadPicture = () => Promise<Buffer>;

/** The pictures of a content folder, by their keys. */
export async function readPictures(folder: string): Promise<Map<string, ReadPicture>> {
  const names = await readdir(join(folder, 'pictures')).catch(() => []);
  return new Map(
    names
      .filter((name) => !name.startsWith('.'))
      .map((name) => [pictureKey(name), () => readFile(join(folder, 'pictures', name))]),
  );
}
