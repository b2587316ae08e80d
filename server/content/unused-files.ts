import { join } from 'node:path';
import { PDF_NAME, PICTURE_NAME } from '../../shared/content-fields.ts';
import { pictureKey } from '../../shared/pictures.ts';
import { linkedFile } from './documents.ts';
import { fileNames } from './file-names.ts';
import { warning, type Finding, type Problem } from './problem.ts';
import { pictureNames } from './school-pictures.ts';
import { nearest } from './tables/nearest.ts';

/** Pictures that pages have without a text that names them. */
const OF_PROGRAM = ['favicon.svg', 'not-found.svg', 'share.jpg'];

/** Names that a finding lists. */
const LISTED = 20;

/** Pictures and PDFs that no text of the folder names. @param texts what its files name */
export async function unusedFiles(folder: string, texts: readonly string[]): Promise<Problem[]> {
  const pictures = await pictureNames(folder);
  const wanted = new Set(
    [...texts.filter((text) => PICTURE_NAME.test(text)), ...OF_PROGRAM].map(pictureKey),
  );
  const present = new Set(pictures.map(pictureKey));
  const missing = [...wanted].filter((key) => !present.has(key));
  const unused = pictures.filter((name) => !wanted.has(pictureKey(name)));
  const misspelt = unused.flatMap((name) => {
    const meant = nearest(pictureKey(name), missing);
    return meant === null ? [] : [{ name, meant }];
  });
  const others = unused.filter((name) => misspelt.every((each) => each.name !== name));
  const linked = new Set(texts.map((text) => linkedFile(text) ?? text));
  const pdfs = (await fileNames(join(folder, 'files'))).filter((name) => PDF_NAME.test(name));
  return [
    ...misspelt.map(({ name, meant }) =>
      warning(`pictures/${name}`, {
        text: 'is named by nothing; did you mean {name}?',
        values: { name: meant },
      }),
    ),
    ...listed(
      'pictures',
      others,
      'nothing names {names}: name it in site.json or a page, or remove it',
    ),
    ...listed(
      'files',
      pdfs.filter((name) => !linked.has(name)),
      'nothing links {names}: add a row to the table disclosure, or a link in site.json or a page',
    ),
  ];
}

function listed(folder: string, names: readonly string[], text: Finding['text']): Problem[] {
  if (names.length === 0) return [];
  const more = names.length > LISTED ? ', …' : '';
  const values = { names: names.slice(0, LISTED).join(', ') + more };
  return [warning(folder, { text, values })];
}
