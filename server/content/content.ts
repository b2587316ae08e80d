import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import programTexts from '../../client/hindi-texts.json' with { type: 'json' };
import { CAMPUSES, perCampus, type Campus } from '../../shared/campuses.ts';
import { siteSchema } from '../../shared/content.ts';
import { PROSE_NAMES, type Prose, type ProseName } from '../../shared/prose.ts';
import type { AddedPage, Content, LocalContent } from '../../shared/content.ts';
import { textIn, type Texts } from '../../shared/fill-text.ts';
import { nameFindings, pageFiller, type Fill } from './page-values.ts';
import { pageKey, readPages, shownKey, type ReadPages } from './page-files.ts';
import { parseInWords } from './content-words.ts';
import { translated } from './hindi.ts';
import { readDocuments } from './documents.ts';
import { unlessMissing } from '../system-errors.ts';
import { decodeText } from './decode-text.ts';
import { fileNames } from './file-names.ts';
import { placedIn, placeIn } from './json-place.ts';
import { mentionsIn } from './mentions.ts';
import { repeatedKeys } from './repeated-keys.ts';
import { readOffice } from './office/read-office.ts';
import { lostLetters } from './text-findings.ts';
import { atPlace, formatProblem, inFile, warning, type Finding, type Problem } from './problem.ts';

export class ContentError extends Error {
  readonly errors: readonly Problem[];

  constructor(errors: readonly Problem[]) {
    super(`content/ has ${errors.length} errors:\n${errors.map(formatProblem).join('\n')}`);
    this.name = 'ContentError';
    this.errors = errors;
  }
}

/** Pages of it replace those that a school's folder lacks. The bundle has the same depth as this file. */
const RELEASE = fileURLToPath(new URL('../../content', import.meta.url));

type HindiFiles = ReadPages & { texts: Texts };

/**
 * @param read what is in the folder, if it is read already
 * @throws {ContentError} with every error. check-content.ts checks the files that the content names.
 */
export async function loadContent(folder: string, read?: ReadContent): Promise<Content> {
  const { site, disclosure, office, staff, pages, addedPages, hindi, errors } =
    read ?? (await readContent(folder));
  if (site === null || disclosure === null || errors.length > 0) throw new ContentError(errors);
  const content = {
    site,
    disclosure,
    office,
    staff,
    addedPages,
    documents: await readDocuments(folder, { site, disclosure, office }),
    prose: selectProse(pages),
  };
  const hindiContent = hindi && inHindi(content, hindi, pages);
  return { ...filled(content, pageFiller(content)), hindi: hindiContent };
}

export type ReadContent = Awaited<ReturnType<typeof readContent>>;

/** `site` and `disclosure` are null if their file has errors, `hindi` where there is no folder content/hi. */
export async function readContent(folder: string) {
  const errors: Problem[] = [];
  const [site, { office, staff, disclosure, hindi: texts, mentions, files, problems: ofTables }] =
    await Promise.all([
      loadJson(folder, 'site.json', { schema: siteSchema, errors }),
      readOffice(folder),
    ]);
  const english = await loadPages(folder, 'pages');
  const hindi = await readHindi(folder, texts);
  const { pages, addedPages } = english;
  const missing = PROSE_NAMES.filter((name) => !pages.has(name));
  await addReleasePages(missing, 'pages', pages);
  if (hindi !== null) await addReleasePages(missing, 'hi/pages', hindi.pages);
  const problems = [...ofTables, ...english.problems, ...(hindi?.problems ?? [])];
  errors.push(...problems.filter(({ level }) => level === 'error'));
  if (site.value !== null) {
    const fill = pageFiller({ site: site.value, office });
    errors.push(...unknownNames(english, 'pages', fill));
    if (hindi !== null) errors.push(...unknownNames(hindi, 'hi/pages', fill));
  }
  return {
    site: site.value,
    disclosure,
    office,
    staff,
    /** The fields of site.json and the cells of the tables, also those with errors. */
    mentions: [
      ...mentionsIn(site.json).map(({ at, text }) => ({
        file: 'site.json',
        at: placeIn(site.json, at),
        text,
      })),
      ...mentions,
    ],
    files,
    pages,
    addedPages,
    hindi,
    /** Those in Word documents, by their keys. */
    pictures: new Map([...english.pictures, ...(hindi?.pictures ?? [])]),
    errors: errors.sort(inOrderOfFiles),
    warnings: [
      ...problems.filter(({ level }) => level === 'warning'),
      ...missing.map((name) =>
        warning(`pages/${name}.md`, {
          text: 'is missing: the site shows the text of the release; write your own',
        }),
      ),
    ],
  };
}

function unknownNames({ pages, addedPages }: ReadPages, at: string, fill: Fill): Problem[] {
  const ofSite = [...pages].map(([key, page]) => ({
    ...page,
    campuses: CAMPUSES.filter((campus) => shownKey(pages, key.replace(/\..*/, ''), campus) === key),
  }));
  const added = addedPages.map((page) => ({ ...page, campuses: [page.campus] }));
  return [...ofSite, ...added].flatMap(({ file, campuses, ...page }) =>
    inFile(`${at}/${file}`, nameFindings(page, { campuses, fill })),
  );
}

async function loadJson<Value>(
  folder: string,
  name: string,
  { schema, errors }: { schema: z.ZodMiniType<Value>; errors: Problem[] },
): Promise<{ json: unknown; value: Value | null }> {
  const failed = (finding: Finding) => {
    errors.push(...inFile(name, [finding]));
    return { json: null, value: null };
  };
  const bytes = await unlessMissing(readFile(join(folder, name)));
  if (bytes === null) return failed({ text: 'is missing' });
  const { text, encoding } = decodeText(bytes);
  if (encoding !== 'UTF-8') return failed(NOT_UTF8);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return failed(jsonError(text));
  }
  const { value, errors: found } = parseInWords(schema, json);
  const lost = mentionsIn(json).flatMap(({ at, text: written }) =>
    lostLetters(written).map((finding) => atPlace(at, finding)),
  );
  errors.push(...inFile(name, [...repeatedKeys(text), ...placedIn(json, [...found, ...lost])]));
  return { json, value };
}

const NOT_UTF8: Finding = { text: 'must be saved as UTF-8' };

/** What is wrong, in the words of a clerk. */
function jsonError(text: string): Finding {
  if (text.includes('\ufffd') || text.includes('\0')) return NOT_UTF8;
  const lines = text.split('\n');
  const wrong = lines.findIndex(
    (_line, at) => !isStartOfJson(`${lines.slice(0, at + 1).join('\n')}\n`),
  );
  if (wrong === -1) return { text: 'its end is missing: each { and [ needs its } and ]' };
  return {
    place: `line ${wrong + 1}`,
    text: 'is not valid JSON: texts and days stand between straight quotation marks ("), numbers without them and without commas (7000), and one comma between two entries, at the end of the line before',
  };
}

function isStartOfJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = String(error);
    // V8 names no place for a sign that cannot be there.
    const position = /at position (\d+)/.exec(message)?.[1];
    return Number(position) === text.length || message.includes('end of JSON input');
  }
}

async function loadPages(folder: string, at: string): Promise<ReadPages> {
  const names = await fileNames(join(folder, at));
  const files = names.map(async (name) => [name, await readFile(join(folder, at, name))] as const);
  return readPages(new Map(await Promise.all(files)), at);
}

/** A page that a later release has added is shown with its text there. */
async function addReleasePages(
  missing: readonly ProseName[],
  folder: string,
  pages: ReadPages['pages'],
): Promise<void> {
  if (missing.length === 0) return;
  const release = await loadPages(RELEASE, folder);
  for (const key of missing.flatMap((name) => CAMPUSES.map((campus) => pageKey(name, campus)))) {
    const page = release.pages.get(key);
    if (page !== undefined && !pages.has(key)) pages.set(key, page);
  }
}

/** Returns null without the folder. */
async function readHindi(folder: string, texts: Texts): Promise<HindiFiles | null> {
  if ((await unlessMissing(stat(join(folder, 'hi')))) === null) return null;
  const pages = await loadPages(folder, 'hi/pages');
  return { ...pages, texts: { ...programTexts, ...texts } };
}

/** The same with the values that its pages take by name. */
function filled(content: LocalContent, fill: Fill): LocalContent {
  const proseOf = (campus: Campus) =>
    PROSE_NAMES.map((name) => {
      const page = content.prose[campus][name];
      return [name, { ...page, blocks: fill(page.blocks, campus) }] as const;
    });
  return {
    ...content,
    addedPages: content.addedPages.map((page) => ({
      ...page,
      blocks: fill(page.blocks, page.campus),
    })),
    prose: proseOfCampuses(proseOf),
  };
}

/** Texts without a translation stay English. */
function inHindi(
  content: LocalContent,
  { texts: fileTexts, pages, addedPages }: HindiFiles,
  english: ReadPages['pages'],
) {
  const added = new Map(addedPages.map((page) => [`${page.campus} ${page.name}`, page]));
  const translatedPage = (page: AddedPage) => added.get(`${page.campus} ${page.name}`);
  const texts = {
    ...Object.fromEntries(
      content.addedPages.map((page) => [page.title, translatedPage(page)?.title ?? page.title]),
    ),
    ...fileTexts,
  };
  const hindi = {
    site: translated(content.site, texts),
    disclosure: translated(content.disclosure, texts),
    office: translated(content.office, texts),
    staff: translated(content.staff, texts),
    documents: translated(content.documents, texts),
    addedPages: content.addedPages.map((page) => ({
      ...page,
      title: textIn(texts, page.title),
      menu: page.menu && textIn(texts, page.menu),
      blocks: translatedPage(page)?.blocks ?? page.blocks,
    })),
    prose: selectProse(english, pages),
  };
  return { texts, content: filled(hindi, pageFiller(hindi, texts)) };
}

const proseSchema = z.record(z.enum(CAMPUSES), z.record(z.enum(PROSE_NAMES), z.custom<Prose>()));

/** The campus's own file, else the common one, in Hindi as far as that is written. */
function selectProse(
  english: ReadPages['pages'],
  hindi?: ReadPages['pages'],
): LocalContent['prose'] {
  const campusProse = (campus: Campus) =>
    PROSE_NAMES.map((name) => {
      const key = shownKey(english, name, campus);
      return [name, hindi?.get(key) ?? english.get(key)] as const;
    });
  return proseOfCampuses(campusProse);
}

function proseOfCampuses(
  proseOf: (campus: Campus) => (readonly [ProseName, Prose | undefined])[],
): LocalContent['prose'] {
  return proseSchema.parse(perCampus((campus) => Object.fromEntries(proseOf(campus))));
}

function inOrderOfFiles(one: Problem, other: Problem): number {
  return formatProblem(one).localeCompare(formatProblem(other), 'en', { numeric: true });
}
