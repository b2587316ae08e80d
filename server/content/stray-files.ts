import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PDF_NAME } from '../../shared/content-fields.ts';
import { fileNames } from './file-names.ts';
import { inFile, type Finding, type Problem } from './problem.ts';
import { plainName } from './plain-name.ts';
import { isIgnored } from '../publication/ignored-files.ts';
import { nearest } from './tables/nearest.ts';
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

/** Folders whose files have checks of their own. */
const LEAVES = ['pages', 'pictures', 'files', 'hi/pages'];

/** Files and folders that nothing reads, with the name that may be meant; names of files/ that are no names of PDFs. */
export async function strayFiles(folder: string): Promise<Problem[]> {
  const stray = [
    ...Object.entries(KNOWN).map(([at, known]) => strayIn(folder, at, known)),
    ...LEAVES.map((at) => strayFolders(folder, at, [])),
  ];
  const pdfs = await fileNames(join(folder, 'files'));
  return [
    ...(await Promise.all(stray)).flat(),
    ...pdfs
      .filter((name) => !PDF_NAME.test(name))
      .flatMap((name) =>
        inFile(`files/${name}`, [
          {
            text: 'must have a name of small letters, digits and hyphens, then .pdf: save it as {name}',
            values: { name: pdfName(name) },
          },
        ]),
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
    ...stray.flatMap((name) => {
      const found = nearest(withoutEnd(name).replace(/[\s_]+/g, '-'), [...meant.keys()]);
      const present = names.find((other) => found !== null && tableName(other) === found);
      return inFile(pathIn(at, name), [
        present === undefined
          ? unread(found === null ? null : (meant.get(found) ?? null))
          : {
              text: 'is read by nothing, as {name} is there: keep copies outside of this folder',
              values: { name: present },
            },
      ]);
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
    .flatMap(({ name }) => {
      const meant = nearest(name, known);
      return inFile(pathIn(at, name), [
        meant === null
          ? { text: 'is a folder that nothing reads: move its files up, or remove it' }
          : unread(meant),
      ]);
    });
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
