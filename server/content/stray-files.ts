import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PDF_NAME } from '../../shared/content-fields.ts';
import { inFile, type Finding, type Problem } from './problem.ts';
import { plainName } from './plain-name.ts';
import { isIgnored } from '../publication/ignored-files.ts';
import { nearest } from './tables/nearest.ts';
import { tableName } from './tables/table-files.ts';
import { TABLES } from './tables/tables.ts';

const OTHER_FILES = ['site.schema.json', 'site.json', 'README.md', 'RESULT.txt'];
const FOLDERS = ['pages', 'pictures', 'files', 'hi'];
const HINDI = ['pages', 'README.md'];

/** Files that nothing reads, with the name that may be meant; names of files/ that are no names of PDFs. */
export async function strayFiles(folder: string): Promise<Problem[]> {
  const [top, hindi, pdfs] = await Promise.all(
    ['', 'hi', 'files'].map((name) => namesIn(join(folder, name))),
  );
  return [
    ...strayIn(top ?? [], tablesIn(undefined), [...OTHER_FILES, ...FOLDERS]).flatMap(
      ([name, finding]) => inFile(name, [finding]),
    ),
    ...strayIn(hindi ?? [], tablesIn('hi'), HINDI).flatMap(([name, finding]) =>
      inFile(`hi/${name}`, [finding]),
    ),
    ...(pdfs ?? [])
      .filter((name) => !PDF_NAME.test(name))
      .flatMap((name) =>
        inFile(`files/${name}`, [
          {
            text: 'must have a name of small letters, digits and hyphens, then .pdf: save it as {name}',
            values: { name: `${plainName(name) || 'document'}.pdf` },
          },
        ]),
      ),
  ];
}

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = await readdir(folder).catch(() => []);
  return names.filter((name) => !isIgnored(name));
}

function tablesIn(folder: 'hi' | undefined): string[] {
  const tables = Object.values(TABLES).filter((table) => table.folder === folder);
  return [...new Set(tables.flatMap(({ name, book = name }) => [name, book]))];
}

function strayIn(
  names: readonly string[],
  tables: readonly string[],
  others: readonly string[],
): [string, Finding][] {
  const isKnown = (name: string) => others.includes(name) || tables.includes(tableName(name) ?? '');
  // `fees.json.txt` is meant to be `fees`.
  const meant = new Map([
    ...tables.map((table) => [table, `${table}.xlsx`] as const),
    ...others.map((other) => [withoutEnd(other), other] as const),
  ]);
  return names
    .filter((name) => !isKnown(name))
    .map((name) => {
      const found = nearest(withoutEnd(name).replace(/[\s_]+/g, '-'), [...meant.keys()]);
      return found === null
        ? [name, { text: 'is read by nothing: remove it' }]
        : [
            name,
            {
              text: 'is read by nothing; did you mean {name}?',
              values: { name: meant.get(found) ?? found },
            },
          ];
    });
}

function withoutEnd(name: string): string {
  return name.replace(/\..*$/, '').toLowerCase();
}
