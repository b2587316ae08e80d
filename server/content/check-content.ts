import { open } from 'node:fs/promises';
import { join } from 'node:path';
import programTexts from '../../client/hindi-texts.json' with { type: 'json' };
import { createAddresses, pageAt as builtInPageAt } from '../../client/addresses.ts';
import { menuPlaces } from '../../shared/menu-entries.ts';
import { PDF_NAME, PICTURE_NAME } from '../../shared/content-fields.ts';
import { campusBases, CAMPUSES, campusPath, type Campus } from '../../shared/campuses.ts';
import type { AddedPage, Site } from '../../shared/content.ts';
import { readContent, type ReadContent } from './content.ts';
import { strayFiles } from './stray-files.ts';
import { findTexts, needsHindi } from './hindi.ts';
import { keyOfFile } from './page-files.ts';
import { pageFiller } from './page-values.ts';
import { documentErrors } from './document-errors.ts';
import { linkedFile, readDocuments } from './documents.ts';
import { fileNames } from './file-names.ts';
import { placedIn } from './json-place.ts';
import { linkErrors, pageLinks, sectionWarnings } from './link-problems.ts';
import { fileKind } from '../images/file-kind.ts';
import { checkPictures, pictureNames } from './school-pictures.ts';
import { pictureKey } from '../../shared/pictures.ts';
import { pageMentions, type Mentioned } from './mentions.ts';
import {
  formatProblem,
  inFile,
  problemAt,
  warning,
  type Finding,
  type Problem,
} from './problem.ts';

/** Titles of the ERP page's pop-ups. */
const POPUP_TITLES = ['Manage Data', 'Parent Portal', 'Communication Portal'];

/**
 * All errors of a content folder: those of `loadContent`, pictures and PDFs that are missing or of another kind, links
 * without a page, and changed titles of R-153. Links without a section are warnings.
 * @param read what is in the folder, if it is read already
 */
export async function checkContent(folder: string, read?: ReadContent): Promise<Problem[]> {
  const {
    site,
    disclosure,
    office,
    files,
    mentions: written,
    pages,
    addedPages,
    hindi,
    errors,
  } = read ?? (await readContent(folder));
  const documents =
    site === null || disclosure === null
      ? []
      : await readDocuments(folder, { site, disclosure, office });
  const { pageAt } = createAddresses({ addedPages, documents, hindi: null });
  // These are read from the files themselves: an error in one field does not hide those of others.
  const mentions = [
    ...written,
    ...pageMentions({ pages, addedPages }, 'pages'),
    ...(hindi === null ? [] : pageMentions(hindi, 'hi/pages')),
  ];
  const links = pageLinks(site, mentions);
  const found = [
    // A file with another name is missing for others.
    ...(await strayFiles(folder)),
    ...errors,
    ...(site === null ? [] : siteErrors(site)),
    ...(await fileErrors(folder, mentions)),
    ...(await checkPictures(folder)),
    ...linkErrors(links, pageAt),
    ...(site === null || errors.length > 0
      ? []
      : sectionWarnings(links, { pages, addedPages, fill: pageFiller({ site, office }), pageAt })),
    ...(await documentErrors(folder, { site, disclosure, office, files })),
    ...addedPageErrors(addedPages, site),
  ];
  // A page of several campuses has its errors several times.
  return [...new Map(found.map((problem) => [formatProblem(problem), problem])).values()];
}

/** Texts without Hindi, with the place for it, and Hindi without a text. Empty without content/hi, and while the content has errors. */
export async function hindiWarnings(folder: string, read?: ReadContent): Promise<Problem[]> {
  const {
    errors,
    site,
    disclosure,
    office,
    staff,
    files: tables,
    pages,
    addedPages,
    hindi,
  } = read ?? (await readContent(folder));
  if (errors.length > 0 || hindi === null || site === null || disclosure === null) return [];
  const texts = findTexts({ site, disclosure, office, staff, addedPages });
  const titles = new Set(addedPages.map(({ title }) => title));
  const missing = [...texts].filter(
    (text) => needsHindi(text) && !titles.has(text) && !Object.hasOwn(hindi.texts, text),
  );
  // A leader's message is one of the platform: it has tags.
  const unused = Object.keys(hindi.texts).filter(
    (text) => !Object.hasOwn(programTexts, text) && !texts.has(text) && !text.includes('<'),
  );
  const files = [...pages.values(), ...addedPages].map(({ file }) => file);
  const known = new Set(
    [...hindi.pages.values(), ...hindi.addedPages].map(({ file }) => keyOfFile(file)),
  );
  return [
    ...inFile(
      tables.hindi,
      [
        ...missing.map((text): Finding => ({
          text: 'add {english} with its Hindi; until then it is shown in English',
          values: { english: JSON.stringify(text) },
        })),
        ...unused.map((text): Finding => ({
          text: 'nothing has the text {english}: correct it, or remove its row',
          values: { english: JSON.stringify(text) },
        })),
      ],
      'warning',
    ),
    ...[...new Set(files)]
      .filter((file) => !known.has(keyOfFile(file)))
      .map((file) =>
        warning(`hi/pages/${file}`, {
          text: 'write the Hindi of {page}; until then it is shown in English',
          values: { page: `pages/${file}` },
        }),
      ),
  ];
}

function siteErrors(site: Site): Problem[] {
  const errors: Finding[] = [];
  POPUP_TITLES.forEach((title, index) => {
    if (site.vendor.popups[index]?.title !== title)
      errors.push({
        place: `vendor.popups.${index}.title`,
        text: 'must be "{title}"',
        values: { title },
      });
  });
  errors.push(
    ...repeated('menu', site.menu),
    ...repeated('tiles', site.tiles),
    ...repeated('disclosureDocuments', site.disclosureDocuments),
  );
  return inFile('site.json', placedIn(site, errors));
}

function repeated(
  list: string,
  entries: readonly { label: string; campus?: Campus | undefined }[],
): Finding[] {
  return entries.flatMap(({ label, campus }, index) =>
    entries
      .slice(0, index)
      .some((each) => each.label === label && (each.campus ?? campus) === (campus ?? each.campus))
      ? [{ place: `${list}.${index}.label`, text: '"{label}" is there twice', values: { label } }]
      : [],
  );
}

/** First parts of addresses that are not pages. */
const TAKEN = new Set([
  'api',
  'assets',
  'files',
  'healthz',
  'hi',
  'readyz',
  ...CAMPUSES.flatMap(campusBases).map((path) => path.slice(1).toLowerCase()),
]);

function addedPageErrors(added: readonly AddedPage[], site: Site | null): Problem[] {
  return added.flatMap(({ file, name, campus, menu }) => {
    const address = campusPath(campus, name);
    const places = site === null ? [] : menuPlaces(campus, site);
    const findings: Finding[] = [
      ...(TAKEN.has(name) || builtInPageAt(address) !== undefined
        ? [
            {
              text: 'the site has something else at {address}; give the file another name' as const,
              values: { address },
            },
          ]
        : []),
      ...(menu === undefined || site === null || places.includes(menu)
        ? []
        : [
            {
              place: 'heading block, menu',
              text: 'must be one of {allowed}' as const,
              values: { allowed: places.map((place) => `"${place}"`).join(', ') },
              found: `"${menu}"`,
            },
          ]),
    ];
    return inFile(`pages/${file}`, findings);
  });
}

/** Bytes with the first of which a file shows its kind. */
const HEAD_BYTES = 2_048;

async function isPdf(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES);
    return fileKind(buffer.subarray(0, bytesRead)) === 'pdf';
  } finally {
    await file.close();
  }
}

async function fileErrors(folder: string, mentions: readonly Mentioned[]): Promise<Problem[]> {
  // Compared by name: some disks ignore letter case, and the server's does not.
  const files = new Set(await fileNames(join(folder, 'files')));
  const pictures = new Set((await pictureNames(folder)).map(pictureKey));
  const notPdfs = new Set<string>();
  for (const name of new Set(mentions.map(({ text }) => linkedFile(text) ?? text)))
    if (PDF_NAME.test(name) && files.has(name) && !(await isPdf(join(folder, 'files', name))))
      notPdfs.add(name);
  return mentions.flatMap(({ file, at, text }): Problem[] => {
    const wrong = (finding: Finding) => [problemAt({ file, place: at }, finding)];
    if (PICTURE_NAME.test(text))
      return pictures.has(pictureKey(text))
        ? []
        : wrong({
            text: '{name} is not in the folder {folder}',
            values: { name: text, folder: 'pictures' },
          });
    const name = linkedFile(text) ?? text;
    if (!PDF_NAME.test(name)) return [];
    if (!files.has(name))
      return wrong({
        text: '{name} is not in the folder {folder}',
        values: { name, folder: 'files' },
      });
    return notPdfs.has(name)
      ? wrong({ text: '{name} is not a PDF (it must start with %PDF-)', values: { name } })
      : [];
  });
}
