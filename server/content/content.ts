import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { CAMPUSES, type Campus } from '../../shared/campuses.ts';
import { disclosureSchema, PROSE_NAMES, siteSchema, textsSchema } from '../../shared/content.ts';
import type {
  AddedPage,
  Content,
  Disclosure,
  LocalContent,
  Prose,
  ProseName,
  Site,
  Texts,
} from '../../shared/content.ts';
import { readAddedPage } from './added-pages.ts';
import { parseInWords } from './content-words.ts';
import { textIn, translatedFiles } from './hindi.ts';
import { documentsOf, measureDocuments } from './documents.ts';
import { unlessMissing } from '../system-errors.ts';
import { readMarkdown } from './markdown.ts';

/** content/ cannot be used; `faults` holds one line per fault, each with its file and field or line. */
export class ContentError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The content has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.join('\n')}`,
    );
    this.name = 'ContentError';
    this.faults = faults;
  }
}

/** content/ as far as it can be read; `site` and `disclosure` are null where their file has faults. */
type ContentFiles = {
  site: Site | null;
  disclosure: Disclosure | null;
  /** The same two as their files have them, faults and all. */
  json: { site: unknown; disclosure: unknown };
  /** By the name of the file in content/pages. */
  pages: ReadonlyMap<string, Prose>;
  addedPages: AddedPage[];
  /** Of content/hi; null where there is no such folder. */
  hindi: HindiFiles | null;
  faults: string[];
};

/** content/hi: what texts are in Hindi, and pages by the names of the English ones. */
export type HindiFiles = Pick<ContentFiles, 'pages' | 'addedPages'> & { texts: Texts };

/**
 * Reads site.json, disclosure.json and every page of a content folder.
 *
 * @throws {ContentError} that lists every fault, not only the first. Files that the content names are not
 * opened here: check-content.ts does that when the site is built.
 */
export async function loadContent(folder: string): Promise<Content> {
  const { site, disclosure, pages, addedPages, hindi, faults } = await readContent(folder);
  if (site === null || disclosure === null || faults.length > 0) throw new ContentError(faults);
  const content = {
    site,
    disclosure,
    addedPages,
    documents: await measureDocuments(folder, documentsOf(site, disclosure)),
    prose: { FARRUKHABAD: proseOf(pages, 'FARRUKHABAD'), NEKPUR: proseOf(pages, 'NEKPUR') },
  };
  return { ...content, hindi: hindi && inHindi(content, hindi, pages) };
}

/** Like {@link loadContent}, but returns the faults beside what could be read. */
export async function readContent(folder: string): Promise<ContentFiles> {
  const faults: string[] = [];
  const [site, disclosure, { pages, addedPages }] = await Promise.all([
    loadJson(folder, 'site.json', { schema: siteSchema, faults }),
    loadJson(folder, 'disclosure.json', { schema: disclosureSchema, faults }),
    loadPages(join(folder, 'pages'), { at: 'content/pages', faults }),
  ]);
  const missing = PROSE_NAMES.map((name) => pageFile(name)).filter((file) => !pages.has(file));
  faults.push(...missing.map((file) => `content/pages/${file}: is missing`));
  return {
    site: site.value,
    disclosure: disclosure.value,
    json: { site: site.json, disclosure: disclosure.json },
    pages,
    addedPages,
    hindi: await readHindi(folder, faults),
    faults: faults.sort(byFileAndLine),
  };
}

function byFileAndLine(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

type JsonTarget<Value> = { schema: z.ZodMiniType<Value>; faults: string[] };

async function loadJson<Value>(
  folder: string,
  name: string,
  { schema, faults }: JsonTarget<Value>,
): Promise<{ json: unknown; value: Value | null }> {
  const text = await readText(join(folder, name));
  if (text === null) {
    faults.push(`content/${name}: is missing`);
    return { json: null, value: null };
  }
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    faults.push(
      `content/${name}: is not valid JSON: ${error instanceof Error ? jsonFault(error.message, text) : String(error)}`,
    );
    return { json: null, value: null };
  }
  const { value, faults: found } = parseInWords(schema, json);
  faults.push(...found.map((fault) => `content/${name}: ${fault}`));
  return { json, value };
}

/** V8 tells a position in characters; an editor shows lines. */
function jsonFault(message: string, text: string): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position === undefined) return message;
  return `line ${text.slice(0, Number(position)).split('\n').length}: ${message}`;
}

type Pages = Pick<ContentFiles, 'pages' | 'addedPages'>;

type PagesTarget = { /** Where they are, in faults. */ at: string; faults: string[] };

async function loadPages(folder: string, { at, faults }: PagesTarget): Promise<Pages> {
  const pages = new Map<string, Prose>();
  const added = new Map<string, AddedPage>();
  const files = await readdir(folder).catch(() => []);
  // `transport.nekpur.md` comes after `transport.md`, whose page at Nekpur it replaces.
  const names = files.filter((name) => !name.startsWith('.')).toSorted(byLength);
  for (const file of names) {
    const markdown = (await readText(join(folder, file))) ?? '';
    const known = PAGE_FILES.has(file) ? readMarkdown(markdown) : null;
    if (known !== null) pages.set(file, known.prose);
    const read = known ?? readAddedPage(file, markdown);
    if ('pages' in read)
      for (const page of read.pages) added.set(`${page.campus} ${page.name}`, page);
    faults.push(...read.faults.map((fault) => `${at}/${file}: ${fault}`));
  }
  return { pages, addedPages: [...added.values()].toSorted(byTitle) };
}

/** A school without the folder has no Hindi pages. */
async function readHindi(folder: string, faults: string[]): Promise<HindiFiles | null> {
  if ((await unlessMissing(stat(join(folder, 'hi')))) === null) return null;
  const [texts, pages] = await Promise.all([
    loadJson(folder, 'hi/texts.json', { schema: textsSchema, faults }),
    loadPages(join(folder, 'hi/pages'), { at: 'content/hi/pages', faults }),
  ]);
  return { ...pages, texts: texts.value ?? {} };
}

/** The content in Hindi; what is not translated stays English. */
function inHindi(
  content: LocalContent,
  { texts: fileTexts, pages, addedPages }: HindiFiles,
  english: ContentFiles['pages'],
) {
  const added = new Map(addedPages.map((page) => [`${page.campus} ${page.name}`, page]));
  const translatedPage = (page: AddedPage) => added.get(`${page.campus} ${page.name}`);
  const texts = {
    ...Object.fromEntries(
      content.addedPages.map((page) => [page.title, translatedPage(page)?.title ?? page.title]),
    ),
    ...fileTexts,
  };
  return {
    texts,
    content: {
      ...content,
      ...translatedFiles(content, texts),
      addedPages: content.addedPages.map((page) => ({
        ...page,
        title: textIn(texts, page.title),
        menu: page.menu && textIn(texts, page.menu),
        blocks: translatedPage(page)?.blocks ?? page.blocks,
      })),
      documents: content.documents.map((document) => ({
        ...document,
        title: textIn(texts, document.title),
        language: textIn(texts, document.language),
      })),
      prose: {
        FARRUKHABAD: { ...content.prose.FARRUKHABAD, ...ownProse(pages, 'FARRUKHABAD', english) },
        NEKPUR: { ...content.prose.NEKPUR, ...ownProse(pages, 'NEKPUR', english) },
      },
    },
  };
}

/** The Hindi of the file that a campus has in English: of its own one, else of that of both. */
function ownProse(
  pages: ReadonlyMap<string, Prose>,
  campus: Campus,
  english: ContentFiles['pages'],
): Partial<Record<ProseName, Prose>> {
  return Object.fromEntries(
    PROSE_NAMES.flatMap((name) => {
      const file = pageFile(name, english.has(pageFile(name, campus)) ? campus : undefined);
      const prose = pages.get(file);
      return prose === undefined ? [] : [[name, prose]];
    }),
  );
}

function byLength(one: string, other: string): number {
  return one.length - other.length;
}

function byTitle(one: AddedPage, other: AddedPage): number {
  return one.title.localeCompare(other.title, 'en');
}

const proseSchema = z.record(z.enum(PROSE_NAMES), z.custom<Prose>());

function proseOf(pages: ReadonlyMap<string, Prose>, campus: Campus): Record<ProseName, Prose> {
  return proseSchema.parse(
    Object.fromEntries(
      PROSE_NAMES.map((name) => [
        name,
        pages.get(pageFile(name, campus)) ?? pages.get(pageFile(name)),
      ]),
    ),
  );
}

/** `sports.md` is every campus's text, `sports.nekpur.md` replaces it on the Nekpur campus. */
function pageFile(name: ProseName, campus: Campus = 'FARRUKHABAD'): string {
  return campus === 'FARRUKHABAD' ? `${name}.md` : `${name}.${campus.toLowerCase()}.md`;
}

const PAGE_FILES: ReadonlySet<string> = new Set(
  PROSE_NAMES.flatMap((name) => CAMPUSES.map((campus) => pageFile(name, campus))),
);

function readText(path: string): Promise<string | null> {
  return unlessMissing(readFile(path, 'utf8'));
}
