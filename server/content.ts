import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { CAMPUSES, type Campus } from '../shared/campuses.ts';
import { disclosureSchema, PROSE_NAMES, siteSchema } from '../shared/content.ts';
import type { Content, Disclosure, Prose, ProseName, Site } from '../shared/content.ts';
import { readMarkdown } from './markdown.ts';

// Without a locale zod/mini says "Invalid input" for every fault.
z.config(z.locales.en());

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
export type ContentFiles = {
  site: Site | null;
  disclosure: Disclosure | null;
  /** By the name of the file in content/pages. */
  pages: ReadonlyMap<string, Prose>;
  faults: string[];
};

/**
 * Reads site.json, disclosure.json and every page of a content folder.
 *
 * @throws {ContentError} that lists every fault, not only the first. Files that the content names are not
 * opened here: check-content.ts does that when the site is built.
 */
export async function loadContent(folder: string): Promise<Content> {
  const { site, disclosure, pages, faults } = await readContent(folder);
  if (site === null || disclosure === null || faults.length > 0) throw new ContentError(faults);
  return {
    site,
    disclosure,
    prose: { FARRUKHABAD: proseOf(pages, 'FARRUKHABAD'), NEKPUR: proseOf(pages, 'NEKPUR') },
  };
}

/** Like {@link loadContent}, but returns the faults beside what could be read. */
export async function readContent(folder: string): Promise<ContentFiles> {
  const faults: string[] = [];
  const [site, disclosure, pages] = await Promise.all([
    loadJson(folder, 'site.json', { schema: siteSchema, faults }),
    loadJson(folder, 'disclosure.json', { schema: disclosureSchema, faults }),
    loadPages(folder, faults),
  ]);
  return { site, disclosure, pages, faults: faults.sort(byFileAndLine) };
}

function byFileAndLine(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

type JsonTarget<Value> = { schema: z.ZodMiniType<Value>; faults: string[] };

async function loadJson<Value>(
  folder: string,
  name: string,
  { schema, faults }: JsonTarget<Value>,
): Promise<Value | null> {
  const text = await readText(join(folder, name));
  if (text === null) {
    faults.push(`content/${name}: is missing`);
    return null;
  }
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    faults.push(
      `content/${name}: is not valid JSON: ${error instanceof Error ? jsonFault(error.message, text) : String(error)}`,
    );
    return null;
  }
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  faults.push(
    ...result.error.issues
      .flatMap((issue) => describeIssue(issue))
      .map((fault) => `content/${name}: ${fault}`),
  );
  return null;
}

/** V8 tells a position in characters; an editor shows lines. */
function jsonFault(message: string, text: string): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position === undefined) return message;
  return `line ${text.slice(0, Number(position)).split('\n').length}: ${message}`;
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const field = issue.path.map(String).join('.');
  const message =
    issue.code === 'invalid_union' ? describeAlternatives(issue.errors) : issue.message;
  return field === '' ? message : `${field}: ${message}`;
}

/** What is wrong with a value that fits none of several shapes, shape by shape. */
function describeAlternatives(alternatives: readonly (readonly z.core.$ZodIssue[])[]): string {
  const described = alternatives.map((issues) => issues.map(describeIssue).join(' and '));
  return [...new Set(described)].join(', or ');
}

async function loadPages(folder: string, faults: string[]): Promise<Map<string, Prose>> {
  const pages = new Map<string, Prose>();
  const load = async (file: string): Promise<void> => {
    const markdown = await readText(join(folder, 'pages', file));
    if (markdown === null) return;
    const { prose, faults: found } = readMarkdown(markdown);
    pages.set(file, prose);
    faults.push(...found.map((fault) => `content/pages/${file}: ${fault}`));
  };
  await Promise.all(PAGE_FILES.map(load));
  const missing = PROSE_NAMES.map((name) => pageFile(name)).filter((file) => !pages.has(file));
  faults.push(...missing.map((file) => `content/pages/${file}: is missing`));
  faults.push(
    ...(await strayPages(folder)).map(
      (file) => `content/pages/${file}: no page of the site has this name`,
    ),
  );
  return pages;
}

function proseOf(pages: ReadonlyMap<string, Prose>, campus: Campus): Record<ProseName, Prose> {
  const get = (name: ProseName): Prose => {
    const prose = pages.get(pageFile(name, campus)) ?? pages.get(pageFile(name));
    if (prose === undefined)
      throw new ContentError([`content/pages/${pageFile(name)}: is missing`]);
    return prose;
  };
  return {
    'about-us': get('about-us'),
    vision: get('vision'),
    mission: get('mission'),
    'safety-security': get('safety-security'),
    infrastructure: get('infrastructure'),
    'extra-curricular-activity': get('extra-curricular-activity'),
    sports: get('sports'),
    'life-at-gis': get('life-at-gis'),
    'erp-software': get('erp-software'),
    'chairman-message': get('chairman-message'),
    'chairperson-message': get('chairperson-message'),
    'academic-head-message': get('academic-head-message'),
    'principal-message': get('principal-message'),
  };
}

/** `sports.md` is every campus's text, `sports.nekpur.md` replaces it on the Nekpur campus. */
function pageFile(name: ProseName, campus: Campus = 'FARRUKHABAD'): string {
  return campus === 'FARRUKHABAD' ? `${name}.md` : `${name}.${campus.toLowerCase()}.md`;
}

const PAGE_FILES = PROSE_NAMES.flatMap((name) => CAMPUSES.map((campus) => pageFile(name, campus)));

/** A misspelt page would otherwise be ignored without a word. */
async function strayPages(folder: string): Promise<string[]> {
  const files = await readdir(join(folder, 'pages')).catch(() => []);
  return files.filter((file) => !PAGE_FILES.includes(file) && !file.startsWith('.'));
}

async function readText(path: string): Promise<string | null> {
  return await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
}
