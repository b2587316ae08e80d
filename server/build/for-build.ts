import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { pictureKey } from '../../shared/pictures.ts';
import { readContent } from '../content/content.ts';
import { pictureNames } from '../content/school-pictures.ts';
import { siteSchema } from '../../shared/content.ts';

// What the build needs of the server.
export { pictureStyles } from '../../client/parts/Picture.tsx';
export { THEME_COLOURS } from '../../client/styles/theme-colours.ts';
export { carouselStyles } from '../../client/scripts/motion/carousel-views.ts';
export { checkContent, missingHindi } from '../content/check-content.ts';
export { largePictures } from '../content/school-pictures.ts';
export { PICTURE_RECIPE, renderSchoolPicture } from '../content/render-school-picture.ts';
export { contentWarnings } from '../content/content-warnings.ts';
export { pictureKey } from '../../shared/pictures.ts';
export { formatProblem } from '../content/problem.ts';
export { dayInIndia } from '../../shared/dates.ts';
export { logEventsDocument } from '../log/log-events.ts';

/** JSON schemas (draft 2020-12), for editors. */
export function contentSchemas(): Record<string, object> {
  return {
    'site.schema.json': z.toJSONSchema(siteSchema, { io: 'input' }),
  };
}

/** Reads a picture of the school. */
type ReadPicture = () => Promise<Buffer>;

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
