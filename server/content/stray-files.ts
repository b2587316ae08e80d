import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { PDF_NAME } from '../../shared/content-fields.ts';
import { PROSE_NAMES } from '../../shared/prose.ts';
import { fileNames, kindOfName, type FileKind } from './file-names.ts';
import { keyOfFile, pageFileName } from './page-files.ts';
import { problemAt, type Finding, type Problem } from './problem.ts';
import { plainName } from './plain-name.ts';
import { isIgnored } from '../publication/ignored-files.ts';
import { nameWithin, nearest } from './tables/nearest.ts';
import { tableName } from './tables/table-files.ts';
import { TABLES } from './tables/tables.ts';

type Known = { folders: readonly string[]; files: readonly string[]; tables: readonly string[] };

/** What is read where, beside pages, pictures and PDFs. */
const KNOWN: Readonly<Record<string, Known>> = {
  '': {
    folders: ['pages', 'pictures', 'files', 'hi'],
    files: ['site.schema.json', 'site.json', 'README.md', 'RESULT.txt'],
    tables: tablesIn(undefined),
  },
  hi: { folders: ['pages'], files: ['README.md'], tables: tablesIn('hi') },
};

/** Where files of a kind belong; of pages and tables those of the same language. */
const FOLDERS: Readonly<Record<FileKind, string>> = {
  pdf: 'files',
  picture: 'pictures',
  page: 'pages',
  table: '',
};

/** Folders whose files have checks of their own. */
const LEAVES = ['pages', 'pictures', 'files', 'hi/pages'];

/** Files and folders that nothing reads, with the name that may be meant; names of files/ that are no names of PDFs. */
export async function strayFiles(folder: string): Promise<Problem[]> {
  const stray = [
    ...Object.entries(KNOWN).map(([at, known]) => strayIn(folder, at, known)),
    ...LEAVES.map((at) => strayFolders(folder, at, [])),
    ...['pages', 'hi/pages'].map((at) => strayBesidePages(folder, at)),
    strayHindi(folder),
  ];
  const pdfs = await fileNames(join(folder, 'files'));
  return [
    ...(await Promise.all(stray)).flat(),
    ...pdfs
      .filter((name) => !PDF_NAME.test(name))
      .map((name) =>
        problemAt(
          { file: `files/${name}` },
          {
            text: 'must have a name of small letters, digits and hyphens, then .pdf: save it as {name}',
            values: { name: pdfName(name) },
          },
        ),
      ),
  ];
}

/** A name that a PDF may have. */
export function pdfName(file: string): string {
  return `${plainName(file) || 'document'}.pdf`;
}

function tablesIn(folder: 'hi' | undefined): string[] {
  const tables = Object.values(TABLES).filter((table) => table.folder === folder);
  return [...new Set(tables.flatMap(({ name, book = name }) => [name, book]))];
}

async function strayIn(
  folder: string,
  at: string,
  { folders, files, tables }: Known,
): Promise<Problem[]> {
  const names = await fileNames(join(folder, at));
  const isKnown = (name: string) => files.includes(name) || tables.includes(tableName(name) ?? '');
  // `fees.json.txt` is meant to be `fees`.
  const meant = new Map([
    ...tables.map((table) => [table, `${table}.xlsx`] as const),
    ...files.map((file) => [withoutEnd(file), file] as const),
  ]);
  const stray = names.filter((name) => !isKnown(name));
  return [
    ...stray.map((name) => {
      const file = pathIn(at, name);
      const written = withoutEnd(name).replace(/[\s_]+/g, '-');
      const isTable = meant.has(written) && kindOfName(name) === 'page';
      const place = isTable ? null : placeOf(name, at);
      if (place !== null) return problemAt({ file }, misplaced(place));
      const found = nameWithin(written, tables) ?? nearest(written, [...meant.keys()]);
      const present = names.find((other) => found !== null && tableName(other) === found);
      return problemAt(
        { file },
        present === undefined
          ? unread(found === null ? null : (meant.get(found) ?? null))
          : {
              text: 'is read by nothing, as {name} is there: keep copies outside of this folder',
              values: { name: present },
            },
      );
    }),
    ...(await strayFolders(folder, at, folders)),
  ];
}

async function strayFolders(
  folder: string,
  at: string,
  known: readonly string[],
): Promise<Problem[]> {
  const entries = await readdir(join(folder, at), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && !isIgnored(entry.name) && !known.includes(entry.name))
    .map(({ name }) => {
      const meant = nearest(name, known);
      return problemAt(
        { file: pathIn(at, name) },
        meant === null
          ? { text: 'is a folder that nothing reads: move its files up, or remove it' }
          : unread(meant),
      );
    });
}

/** Files that are no pages, and are no files of another name of one. */
async function strayBesidePages(folder: string, at: string): Promise<Problem[]> {
  const names = await fileNames(join(folder, at));
  return names.flatMap((name) => {
    const place = placeOf(name, at);
    return place === null ? [] : problemAt({ file: pathIn(at, name) }, misplaced(place));
  });
}

/** Hindi of pages that are not there. That of a page of the release is shown also without the school's own. */
async function strayHindi(folder: string): Promise<Problem[]> {
  const keysIn = async (at: string) => {
    const names = await fileNames(join(folder, at));
    const pages = names.filter((name) => kindOfName(name) === 'page');
    return new Map(pages.map((name) => [keyOfFile(pageFileName(name)), name]));
  };
  const [english, hindi] = await Promise.all([keysIn('pages'), keysIn('hi/pages')]);
  const bases = new Set([...english.keys()].map(baseOf));
  const isRead = (key: string) => {
    if (english.has(key)) return true;
    const isOfRelease = PROSE_NAMES.some((name) => name === baseOf(key));
    return isOfRelease ? !english.has(baseOf(key)) : bases.has(baseOf(key));
  };
  const untranslated = [...english.keys()].filter((key) => !hindi.has(key));
  return [...hindi]
    .filter(([key]) => !isRead(key))
    .map(([key, name]) => {
      const meant = nearest(key, untranslated);
      const end = extname(name);
      return problemAt(
        { file: `hi/pages/${name}` },
        meant === null
          ? {
              text: 'is read by nothing, as there is no {page}: write that, or remove this',
              values: { page: `pages/${key}${end}` },
            }
          : unread(`${meant}${end}`),
      );
    });
}

/** The page of which `vision.nekpur` is that of a campus. */
function baseOf(key: string): string {
  return key.replace(/\..*/, '');
}

/** Where a file is read; null for one that is there, and of a kind that is read nowhere. */
function placeOf(name: string, at: string): string | null {
  const kind = kindOfName(name);
  if (kind === undefined) return null;
  const isHindi = at.startsWith('hi') && (kind === 'page' || kind === 'table');
  const target = [isHindi ? 'hi' : '', FOLDERS[kind]].filter(Boolean).join('/');
  if (target === at) return null;
  return pathIn(target, nameOfKind(kind, name));
}

function nameOfKind(kind: FileKind, name: string): string {
  if (kind === 'pdf') return pdfName(name);
  return kind === 'page' ? pageFileName(name) : name;
}

function misplaced(name: string): Finding {
  return { text: 'is read by nothing here: move it to {name}', values: { name } };
}

function unread(meant: string | null): Finding {
  return meant === null
    ? { text: 'is read by nothing: remove it' }
    : { text: 'is read by nothing; did you mean {name}?', values: { name: meant } };
}

function pathIn(at: string, name: string): string {
  return at === '' ? name : `${at}/${name}`;
}

function withoutEnd(name: string): string {
  return name.replace(/\..*$/, '').toLowerCase();
}
