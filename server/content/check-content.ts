import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAddresses, pageAt as builtInPageAt } from '../../client/addresses.ts';
import { menuPlaces, resolveTarget } from '../../shared/menu-entries.ts';
import { PDF_NAME, PICTURE_NAME } from '../../shared/content-fields.ts';
import { CAMPUSES, campusPath } from '../../shared/campuses.ts';
import { PAGE_NAME, type AddedPage, type Disclosure, type Site } from '../../shared/content.ts';
import { safeLink } from '../../shared/links.ts';
import { readContent } from './content.ts';
import { findTexts } from './hindi.ts';
import { readDocuments } from './documents.ts';
import { fileKind } from '../images/file-kind.ts';
import { pictureErrors } from './picture-errors.ts';

/** Titles of the ERP page's pop-ups (R-153). */
const POPUP_TITLES = ['Manage Data', 'Parent Portal', 'Communication Portal'];

const FILES_PATH = '/files/';

/** `at` is file and field: `content/site.json: logo`. */
type Mention = { at: string; text: string };

/**
 * All errors of a content folder: those of `loadContent`, pictures and PDFs that are missing or of another kind, links
 * without a page, and changed titles of R-153.
 */
export async function checkContent(folder: string): Promise<string[]> {
  const { site, disclosure, office, json, pages, addedPages, errors } = await readContent(folder);
  const documents =
    site === null || disclosure === null
      ? []
      : await readDocuments(folder, { site, disclosure, office });
  const { pageAt } = createAddresses({ addedPages, documents, hindi: null });
  const isPage = (path: string) => pageAt(path) !== undefined;
  // These are read from the files themselves: an error in one field does not hide those of others.
  const mentions = [
    ...Object.entries(json).flatMap(([file, value]) => mentionsIn(value, `content/${file}: `)),
    ...[...pages].flatMap(([file, { blocks }]) => pageMentions({ file, blocks })),
    ...addedPages.flatMap(pageMentions),
  ];
  // A page of both campuses has its errors twice.
  return [
    ...new Set([
      ...errors,
      ...(site === null ? [] : siteErrors(site, isPage)),
      ...(site === null || disclosure === null ? [] : disclosureErrors(disclosure, site)),
      ...(await fileErrors(folder, mentions)),
      ...(await publishedPictureErrors(folder)),
      ...linkErrors(mentions, isPage),
      ...addedPageErrors(addedPages, site),
    ]),
  ];
}

/** Texts without Hindi, with the place for it. Empty without content/hi, and while the content has errors. */
export async function missingHindi(folder: string): Promise<string[]> {
  const { errors, site, disclosure, office, staff, pages, addedPages, hindi } =
    await readContent(folder);
  if (errors.length > 0 || hindi === null || site === null || disclosure === null) return [];
  const texts = findTexts({ site, disclosure, office, staff }).filter(
    (text) => !Object.hasOwn(hindi.texts, text),
  );
  const files = [...pages.keys(), ...addedPages.map(({ file }) => file)];
  const known = new Set([...hindi.pages.keys(), ...hindi.addedPages.map(({ file }) => file)]);
  return [
    ...texts.map((text) => `content/hi/texts.json: add ${JSON.stringify(text)} with its Hindi`),
    ...[...new Set(files)]
      .filter((file) => !known.has(file))
      .map((file) => `content/hi/pages/${file}: write the Hindi of content/pages/${file}`),
  ];
}

/** Texts, figures and marks of a file, each with its field. @param at ends with `: ` for the file itself */
export function mentionsIn(value: unknown, at: string): Mention[] {
  if (typeof value !== 'object' || value === null) return [{ at, text: String(value) }];
  const separator = at.endsWith(': ') ? '' : '.';
  return Object.entries(value).flatMap(([key, inner]) =>
    mentionsIn(inner, `${at}${separator}${key}`),
  );
}

/** Pictures and links. */
function pageMentions({ file, blocks }: Pick<AddedPage, 'file' | 'blocks'>): Mention[] {
  return mentionsIn(blocks, '')
    .filter(({ at }) => /\.(?:picture|href)$/.test(at))
    .map(({ text }) => ({ at: `content/pages/${file}`, text }));
}

function siteErrors(site: Site, isPage: (path: string) => boolean): string[] {
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
  const errors = links.flatMap(({ at, to, campus }) =>
    CAMPUSES.filter((each) => to !== undefined && (campus ?? each) === each)
      .map((each) => resolveTarget(to ?? '', each).replace(/#.*$/, ''))
      .filter((path) => PAGE_NAME.test(to ?? '') && !isPage(path))
      .map((path) => `${at}: there is no page at ${path}`),
  );
  POPUP_TITLES.forEach((title, index) => {
    if (site.vendor.popups[index]?.title !== title)
      errors.push(`vendor.popups.${index}.title: must be "${title}"`);
  });
  errors.push(
    ...repeated('menu', site.menu),
    ...repeated('tiles', site.tiles),
    ...repeated('disclosureDocuments', site.disclosureDocuments),
  );
  return errors.map((error) => `content/site.json: ${error}`);
}

function repeated(list: string, entries: readonly { label: string }[]): string[] {
  const labels = entries.map(({ label }) => label);
  return labels.flatMap((label, index) =>
    labels.indexOf(label) < index ? [`${list}.${index}.label: "${label}" is there twice`] : [],
  );
}

/** First parts of addresses that are not pages. */
const TAKEN = new Set(['api', 'assets', 'files', 'healthz', 'hi', 'readyz', 'nekhpur', 'nekpur']);

function addedPageErrors(added: readonly AddedPage[], site: Site | null): string[] {
  return added.flatMap(({ file, name, campus, menu }) => {
    const address = campusPath(campus, name);
    const places = site === null ? [] : menuPlaces(campus, site);
    return [
      ...(TAKEN.has(name) || builtInPageAt(address) !== undefined
        ? [
            `content/pages/${file}: the site has something else at ${address}; give the file another name`,
          ]
        : []),
      ...(menu === undefined || site === null || places.includes(menu)
        ? []
        : [
            `content/pages/${file}: heading block: menu: must be ${places.map((place) => `"${place}"`).join(' or ')}, but is "${menu}"`,
          ]),
    ];
  });
}

function disclosureErrors(disclosure: Disclosure, site: Site): string[] {
  return CAMPUSES.flatMap((campus) => {
    const tables = disclosure[campus];
    const columns = tables.flatMap((table, index) =>
      table.rows.flatMap((row, number) =>
        row.length === table.columns.length
          ? []
          : [
              `${campus}.${index}.rows.${number}: has ${row.length} cells, but the table has ${table.columns.length} columns`,
            ],
      ),
    );
    const linked = new Set(mentionsIn(tables, '').map((mention) => mention.text));
    const unlinked = site.disclosureDocuments.filter((document) => !linked.has(document.file));
    return [
      ...columns,
      ...unlinked.map(
        (document) => `${campus}: no row links ${document.file} (${document.label}); add one`,
      ),
    ];
  }).map((error) => `content/disclosure.json: ${error}`);
}

async function fileErrors(folder: string, mentions: readonly Mention[]): Promise<string[]> {
  // Compared by name: some disks ignore letter case, and the server's does not.
  const [pictures, files] = await Promise.all([
    namesIn(join(folder, 'pictures')),
    namesIn(join(folder, 'files')),
  ]);
  const errors = mentions.map(async ({ at, text }): Promise<string[]> => {
    if (PICTURE_NAME.test(text))
      return pictures.has(text) ? [] : [`${at}: ${text} is not in content/pictures`];
    const name = text.startsWith(FILES_PATH) ? text.slice(FILES_PATH.length) : text;
    if (!PDF_NAME.test(name)) return [];
    if (!files.has(name)) return [`${at}: ${name} is not in content/files`];
    return fileKind(await readFile(join(folder, 'files', name))) === 'pdf'
      ? []
      : [`${at}: content/files/${name} is not a PDF (it must start with %PDF-)`];
  });
  return (await Promise.all(errors)).flat();
}

/** All pictures are published, also those that no text names. */
async function publishedPictureErrors(folder: string): Promise<string[]> {
  const names = [...(await namesIn(join(folder, 'pictures')))].filter(
    (name) => !name.startsWith('.'),
  );
  const errors = names
    .toSorted()
    .map(async (name) =>
      (await pictureErrors(name, await readFile(join(folder, 'pictures', name)))).map(
        (error) => `content/pictures/${name}: ${error}`,
      ),
    );
  return (await Promise.all(errors)).flat();
}

async function namesIn(folder: string): Promise<ReadonlySet<string>> {
  return new Set(await readdir(folder).catch(() => []));
}

function linkErrors(mentions: readonly Mention[], isPage: (path: string) => boolean): string[] {
  return mentions.flatMap(({ at, text }) => {
    if (!text.startsWith('/') || safeLink(text) === null) return [];
    const path = text.replace(/[?#].*$/, '');
    const isKnown = path.startsWith(FILES_PATH)
      ? PDF_NAME.test(path.slice(FILES_PATH.length))
      : isPage(path);
    return isKnown ? [] : [`${at}: ${text} leads to no page of this site`];
  });
}
