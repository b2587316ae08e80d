import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readContent } from '../content/content.ts';
import { pictureNames } from '../content/school-pictures.ts';
import { pictureKey } from '../../shared/pictures.ts';

/** Reads a picture of the school. */
export type ReadPicture = () => Promise<Buffer>;

/** The pictures of a content folder and of its Word documents, by their keys. */
export async function readPictures(folder: string): Promise<Map<string, ReadPicture>> {
  const names = await pictureNames(folder);
  const { pictures } = await readContent(folder);
  return new Map([
    ...names.map(
      (name) => [pictureKey(name), () => readFile(join(folder, 'pictures', name))] as const,
    ),
    ...[...pictures].map(([key, bytes]) => [key, () => Promise.resolve(bytes)] as const),
  ]);
}
