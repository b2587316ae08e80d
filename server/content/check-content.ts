import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import programTexts from '../../client/hindi-texts.json' with { type: 'json' };
import { createAddresses, pageAt as builtInPageAt } from '../../client/addresses.ts';
import { menuPlaces, resolveTarget } from '../../shared/menu-entries.ts';
import { PDF_NAME, PICTURE_NAME } from '../../shared/content-fields.ts';
import { campusBases, CAMPUSES, campusPath, type Campus } from '../../shared/campuses.ts';
import { PAGE_NAME, type AddedPage, type Site } from '../../shared/content.ts';
import { safeLink } from '../../shared/links.ts';
import { readContent } from './content.ts';
import { strayFiles } from './stray-files.ts';
import { findTexts, needsHindi } from './hindi.ts';
import { keyOfFile } from './page-files.ts';
import { documentErrors } from './document-errors.ts';
import { readDocuments } from './documents.ts';
import { fileKind } from '../images/file-kind.ts';
import { checkPictures, pictureNames } from './school-pictures.ts';
import { pictureKey } from '../../shared/pictures.ts';
import { mentionsIn, type Mentioned } from './mentions.ts';
import { formatProblem, inFile, type Finding, type Problem } from './problem.ts';

/** Titles of the ERP page's pop-ups. */
const POPUP_TITLES = ['Manage Data', 'Parent Portal', 'Communication Portal'];

const FILES_PATH = '/files/';

/**
 * All errors of a content folder: those of `loadContent`, pictures and PDFs that are missing or of another kind, links
 * without a page, and changed titles of R-153.
 */
export async function checkContent(folder: string): Promise<Problem[]> {
  const {
    site,
    disclosure,
    office,
    files,
    mentions: written,
    pages,
    addedPages,
    errors,
  } = await readContent(folder);
  const documents =
    site === null || disclosure === null
      ? []
      : await readDocuments(folder, { site, disclosure, office });
  const { pageAt } = createAddresses({ addedPages, documents, hindi: null });
  const isPage = (path: string) => pageAt(path) !== undefined;
  // These are read from the files themselves: an error in one field does not hide those of others.
  const mentions = [
    ...written,
    ...[...pages.values()].flatMap(pageMentions),
    ...addedPages.flatMap(pageMentions),
  ];
  const found = [
    ...errors,
    ...(site === null ? [] : siteErrors(site, isPage)),
    ...(await fileErrors(folder, mentions)),
    ...(await checkPictures(folder)),
    ...linkErrors(mentions, isPage),
    ...(await strayFiles(folder)),
    ...(await documentErrors(folder, { site, disclosure, office, files })),
    ...addedPageErrors(addedPages, site),
  ];
  // A page of several campuses has its errors several times.
  return [...new Map(found.map((problem) => [formatProblem(problem), problem])).values()];
}

/** Texts without Hindi, with the place for it, and Hindi without a text. Empty without content/hi, and while the content has errors. */
export async function hindiWarnings(folder: string): Promise<Problem[]> {
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
  } = await readContent(folder);
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
      .flatMap((file) =>
        inFile(
          `hi/pages/${file}`,
          [
            {
              text: 'write the Hindi of {page}; until then it is shown in English',
              values: { page: `pages/${file}` },
            },
          ],
          'warning',
        ),
      ),
  ];
}

/** The pictures and links of a page. */
function pageMentions({ file, blocks }: Pick<AddedPage, 'file' | 'blocks'>): Mentioned[] {
  return mentionsIn(blocks)
    .filter(({ at }) => /\.(?:picture|href)$/.test(at))
    .map(({ text }) => ({ file: `pages/${file}`, at: '', text }));
}

function siteErrors(site: Site, isPage: (path: string) => boolean): Problem[] {
  const links = [
    ...site.menu.flatMap((entry, index) => [
      { at: `menu.${index}.to`, ...entry },
      ...(entry.links ?? []).map((link, number) => ({
        ...link,
        at: `menu.${index}.links.${number}.to`,
        campus: entry.campus ?? link.campus,
      })),
    ]),
    ...site.footerLinks.map((link, index) => ({ ...link, at: `footerLinks.${index}.to` })),
    ...site.tiles.map(({ href }, index) => ({
      at: `tiles.${index}.href`,
      to: href,
      campus: undefined,
    })),
  ];
  const errors: Finding[] = links.flatMap(({ at, to, campus }) =>
    CAMPUSES.filter((each) => to !== undefined && (campus ?? each) === each)
      .map((each) => resolveTarget(to ?? '', each).replace(/#.*$/, ''))
      .filter((path) => PAGE_NAME.test(to ?? '') && !isPage(path))
      .map((path): Finding => ({
        place: at,
        text: 'there is no page at {path}',
        values: { path },
      })),
  );
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
  return inFile('site.json', errors);
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

async function fileErrors(folder: string, mentions: readonly Mentioned[]): Promise<Problem[]> {
  // Compared by name: some disks ignore letter case, and the server's does not.
  const files = await namesIn(join(folder, 'files'));
  const pictures = new Set((await pictureNames(folder)).map(pictureKey));
  const errors = mentions.map(async ({ file, at, text }): Promise<Problem[]> => {
    const place = at === '' ? undefined : at;
    const wrong = (finding: Finding) =>
      inFile(file, [place === undefined ? finding : { place, ...finding }]);
    if (PICTURE_NAME.test(text))
      return pictures.has(pictureKey(text))
        ? []
        : wrong({
            text: '{name} is not in the folder {folder}',
            values: { name: text, folder: 'pictures' },
          });
    const name = text.startsWith(FILES_PATH) ? text.slice(FILES_PATH.length) : text;
    if (!PDF_NAME.test(name)) return [];
    if (!files.has(name))
      return wrong({
        text: '{name} is not in the folder {folder}',
        values: { name, folder: 'files' },
      });
    return fileKind(await readFile(join(folder, 'files', name))) === 'pdf'
      ? []
      : wrong({ text: '{name} is not a PDF (it must start with %PDF-)', values: { name } });
  });
  return (await Promise.all(errors)).flat();
}

async function namesIn(folder: string): Promise<ReadonlySet<string>> {
  return new Set(await readdir(folder).catch(() => []));
}

function linkErrors(mentions: readonly Mentioned[], isPage: (path: string) => boolean): Problem[] {
  return mentions.flatMap(({ file, at, text }) => {
    if (!text.startsWith('/') || safeLink(text) === null) return [];
    const path = text.replace(/[?#].*$/, '');
    const isKnown = path.startsWith(FILES_PATH)
      ? PDF_NAME.test(path.slice(FILES_PATH.length))
      : isPage(path);
    return isKnown
      ? []
      : inFile(file, [
          {
            ...(at === '' ? {} : { place: at }),
            text: '{link} leads to no page of this site',
            values: { link: text },
          },
        ]);
  });
}
