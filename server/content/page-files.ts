import type { AddedPage } from '../../shared/content.ts';
import {
  ALL_CAMPUSES,
  CAMPUS_TABLE,
  CAMPUSES,
  MAIN_CAMPUS,
  type Campus,
} from '../../shared/campuses.ts';
import { pictureKey } from '../../shared/pictures.ts';
import { PROSE_NAMES, type Prose } from '../../shared/prose.ts';
import { addedPages, readHeadingBlock, type AddedFile } from './added-pages.ts';
import { decodeText } from './decode-text.ts';
import { kindOfName } from './file-names.ts';
import { readMarkdown } from './markdown.ts';
import { inFile, twinProblem, type Finding, type Problem } from './problem.ts';
import { plainName } from './plain-name.ts';
import { nearest } from './tables/nearest.ts';
import { readWordPage } from './word/word-page.ts';

/** `transport.md`, or `transport.nekpur.docx` for Nekpur's own version. */
const FILE_NAME = /^([a-z0-9]+(?:-[a-z0-9]+)*)(\.[a-z]+)?\.(?:md|docx)$/;

/** Pages that every site has, by their file names without extension. */
const KNOWN: ReadonlySet<string> = new Set(
  PROSE_NAMES.flatMap((name) => CAMPUSES.map((campus) => pageKey(name, campus))),
);

export type ReadPages = {
  /** Those that every site has, by {@link pageKey}. */
  pages: Map<string, Prose & { file: string }>;
  addedPages: AddedPage[];
  /** Those in Word documents, by their keys. */
  pictures: ReadonlyMap<string, Buffer>;
  problems: Problem[];
};

/** `sports.nekpur` replaces `sports` on its campus. The main campus has files without a suffix only. */
export function pageKey(name: string, campus: Campus): string {
  return campus === MAIN_CAMPUS ? name : `${name}.${campus.toLowerCase()}`;
}

/** The key of the page that a campus shows: its own file, else the common one. */
export function shownKey(pages: ReadPages['pages'], name: string, campus: Campus): string {
  const own = pageKey(name, campus);
  return pages.has(own) ? own : name;
}

/** The name of a page's file without its extension. */
export function keyOfFile(file: string): string {
  return file.replace(/\.(?:md|docx)$/, '');
}

/** Reads the files of a folder of pages, Markdown and Word. @param at `pages` or `hi/pages` */
export async function readPages(
  files: ReadonlyMap<string, Buffer>,
  at: string,
): Promise<ReadPages> {
  const pages = new Map<string, Prose & { file: string }>();
  const added = new Map<string, AddedPage>();
  const pictures = new Map<string, Buffer>();
  const problems: Problem[] = [];
  // Those of other kinds are stray.
  const names = [...files.keys()].filter((file) => (kindOfName(file) ?? 'page') === 'page');
  // `transport.nekpur.md` replaces the Nekpur page of `transport.md`, so it comes later.
  for (const file of names.toSorted((one, other) => one.length - other.length)) {
    const path = `${at}/${file}`;
    const page = await readPage(file, files.get(file) ?? Buffer.alloc(0), at);
    problems.push(...inFile(path, page.errors), ...inFile(path, page.warnings, 'warning'));
    const twin = names.find((other) => other < file && keyOfFile(other) === keyOfFile(file));
    if (twin !== undefined) problems.push(twinProblem(path, `${at}/${twin}`));
    if (KNOWN.has(keyOfFile(file))) pages.set(keyOfFile(file), { ...page.prose, file });
    else for (const one of page.added) added.set(`${one.campus} ${one.name}`, one);
    for (const [key, bytes] of page.pictures) pictures.set(key, bytes);
  }
  const byTitle = (one: AddedPage, other: AddedPage) => one.title.localeCompare(other.title, 'en');
  return { pages, addedPages: [...added.values()].toSorted(byTitle), pictures, problems };
}

type ReadPage = {
  prose: Prose;
  /** Empty for a page that every site has. */
  added: AddedPage[];
  pictures: ReadonlyMap<string, Buffer>;
  errors: Finding[];
  warnings: Finding[];
};

const NO_PAGE = { prose: { title: '', blocks: [] }, added: [], pictures: new Map(), warnings: [] };

async function readPage(file: string, bytes: Buffer, at: string): Promise<ReadPage> {
  const [, name, suffix = ''] = FILE_NAME.exec(file) ?? [];
  const only = CAMPUSES.find((campus) => pageKey('', campus) === suffix);
  if (name === undefined || only === undefined) return readMisnamed(file, bytes, at);
  const target = KNOWN.has(keyOfFile(file))
    ? null
    : { file, name, only: suffix === '' ? null : only };
  return file.endsWith('.docx')
    ? readDocument(target, bytes, `${at}/${file}`)
    : readMarkdownPage(target, bytes);
}

/** Reads it as the page that it is meant to be: the name may not be its only error. */
async function readMisnamed(file: string, bytes: Buffer, at: string): Promise<ReadPage> {
  const name = pageFileName(file);
  const errors = kindOfName(file) === 'page' ? (await readPage(name, bytes, at)).errors : [];
  return { ...NO_PAGE, errors: [nameFinding(name), ...errors] };
}

/** A page that the school adds; null for one that every site has. */
type Target = AddedFile | null;

async function readDocument(target: Target, bytes: Buffer, path: string): Promise<ReadPage> {
  const page = await readWordPage(bytes, (number) => pictureKey(`${path}-${number}`));
  const { pictures, errors, warnings } = page;
  const prose = { title: page.title ?? '', blocks: page.blocks };
  const { fields } = page;
  if (target === null || page.title === null)
    return { prose, added: [], pictures, errors, warnings };
  if (fields['campus'] === undefined && fields['menu'] === undefined)
    errors.push({
      text: 'no page of the site has this name; a page of your own has a line "Campus: {all}" below its title',
      values: { all: ALL_CAMPUSES },
    });
  const head = addedPages(target, {
    fields: { title: page.title, ...fields },
    blocks: prose.blocks,
  });
  return { prose, added: head.pages, pictures, errors: [...errors, ...head.errors], warnings };
}

function readMarkdownPage(target: Target, bytes: Buffer): ReadPage {
  const { text, encoding } = decodeText(bytes);
  if (encoding !== 'UTF-8') return { ...NO_PAGE, errors: [encodingFinding(encoding)] };
  if (target === null) return { ...NO_PAGE, ...readMarkdown(text) };
  const head = readHeadingBlock(text);
  if (!('body' in head))
    return {
      ...NO_PAGE,
      errors: [head, ...(text.startsWith('---') ? [] : readMarkdown(text).errors)],
    };
  const { prose, errors } = readMarkdown(head.body);
  const { pages, errors: headErrors } = addedPages(target, {
    fields: head.fields,
    blocks: prose.blocks,
  });
  return { ...NO_PAGE, prose, added: pages, errors: [...head.errors, ...headErrors, ...errors] };
}

function encodingFinding(encoding: 'UTF-16' | 'other'): Finding {
  return encoding === 'UTF-16'
    ? { text: 'is saved as UTF-16: in Notepad choose Save as, and the encoding UTF-8' }
    : { text: 'must be saved as UTF-8' };
}

function nameFinding(name: string): Finding {
  return {
    text: 'the name of a page is small letters, digits and hyphens, then .docx or .md: save it as {name}',
    values: { name },
  };
}

/** `Sports Day.Nekpurr.DOCX` as `sports-day.nekpur.docx`. */
export function pageFileName(file: string): string {
  const kind = /\.md$/i.test(file) ? 'md' : 'docx';
  const stem = file.toLowerCase().replace(/\.\w+$/, '');
  const [, base = stem, word = ''] = /^(.+)\.([^.]+)$/.exec(stem) ?? [];
  const campus = campusNamed(word);
  const name = plainName(`${campus === undefined ? stem : base}.`) || 'my-page';
  return `${campus === undefined ? name : pageKey(name, campus)}.${kind}`;
}

function campusNamed(word: string): Campus | undefined {
  const names = CAMPUSES.flatMap((campus): (readonly [string, Campus])[] => {
    const { name, otherNames } = CAMPUS_TABLE[campus];
    return [name, ...otherNames].map((each) => [each, campus]);
  });
  const meant = nearest(
    word,
    names.map(([name]) => name),
  );
  return names.find(([name]) => name === meant)?.[1];
}
