import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureKey } from '../../shared/pictures.ts';
import { fileNames } from './file-names.ts';
import { checkPicture } from './picture-errors.ts';
import { inFile, twinProblem, warning, type Problem } from './problem.ts';

/** A picture or PDF that is larger is slow on a phone. */
export const LARGE_FILE_BYTES = 500_000;

/** The names of the folder of pictures. */
export function pictureNames(folder: string): Promise<string[]> {
  return fileNames(join(folder, 'pictures'));
}

/** All pictures of the folder, also those that no text names. */
export async function checkPictures(folder: string): Promise<Problem[]> {
  const names = await pictureNames(folder);
  const problems: Problem[] = [];
  for (const name of names) {
    const file = `pictures/${name}`;
    const twin = names.find((other) => other < name && pictureKey(other) === pictureKey(name));
    if (twin !== undefined) problems.push(twinProblem(file, `pictures/${twin}`));
    // One after the other: a photo of a phone takes 150 MB while it is decoded.
    const bytes = await readFile(join(folder, file));
    const { errors, warnings } = await checkPicture(name, bytes);
    problems.push(...inFile(file, errors), ...inFile(file, warnings, 'warning'));
  }
  return problems;
}

/** Published pictures that are still too large. @param pictures the largest file of each, by its key */
export function largePictures(pictures: Readonly<Record<string, { bytes: number }>>): Problem[] {
  return Object.entries(pictures).flatMap(([key, { bytes }]) =>
    bytes <= LARGE_FILE_BYTES
      ? []
      : warning(`pictures/${key}`, {
          text: 'is {size} KB on the website, which is slow on a phone: save a drawing as PNG or JPEG, or make it smaller',
          values: { size: String(Math.round(bytes / 1_000)) },
        }),
  );
}
