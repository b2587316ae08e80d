import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadContent } from '../content/content.ts';
import { pictureNames } from '../content/school-pictures.ts';
import { pictureKey } from '../../shared/pictures.ts';

/** Reads a picture of the school. */
export type ReadPicture = () => Promise<Buffer>;

/** The pictures of a content folder and of its Word documents, by their keys. */
export async function readPictures(
  folder: string,
  { pictures }: Pick<ReadContent, 'pictures'>,
): Promise<Map<string, ReadPicture>> {
  const names = await pictureNames(folder);
  return new Map([
    ...names.map(
      (name) => [pictureKey(name), () => readFile(join(folder, 'pictures', name))] as const,
    ),
    ...[...pictures].map(([key, bytes]) => [key, () => Promise.resolve(bytes)] as const),
  ]);
}
