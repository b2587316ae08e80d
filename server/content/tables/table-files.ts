import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileNames } from '../file-names.ts';
import { inFile, problemAt, type Finding, type Problem } from '../problem.ts';
import { readCsv } from './csv.ts';
import { isFinding, type Reading } from './kind.ts';
import { TABLE_LIMITS, type Sheet } from './sheet.ts';
import { foldHeading, type AnyTable } from './table.ts';
import { readWorkbook, type Workbook } from './workbook.ts';

const TABLE_FILE = /^(.+)\.(xlsx|csv)$/i;

type TableFile = { file: string; name: string; folder: AnyTable['folder']; isBook: boolean };

/** The sheets of each table that the folder has. */
export async function readSheets(
  folder: string,
  tables: readonly AnyTable[],
): Promise<{ sheets: Map<AnyTable, Sheet[]>; problems: Problem[] }> {
  const files = [...(await tableFiles(folder)), ...(await tableFiles(folder, 'hi'))].filter(
    (each) => tablesOf(each, tables).length > 0,
  );
  const sheets = new Map<AnyTable, Sheet[]>();
  const problems = twice(files);
  for (const each of files) {
    const read = await readTableFile(folder, each);
    if (isFinding(read)) {
      problems.push(problemAt(each, read));
      // The table is there: its rows are not missing.
      for (const table of tablesOf(each, tables)) sheets.set(table, []);
      continue;
    }
    problems.push(...inFile(each.file, read.value.warnings, 'warning'));
    for (const sheet of read.value.sheets) {
      const table = tableOf({ file: each, sheet: sheet.name }, tables);
      if (isFinding(table)) problems.push(problemAt(each, table));
      else
        sheets.set(table.value, [
          ...(sheets.get(table.value) ?? []),
          { ...sheet, file: each.file },
        ]);
    }
  }
  for (const [table, of] of sheets) problems.push(...ofTwoFiles(table, of));
  return { sheets, problems };
}

/** `School Days.xlsx` is `school-days`. Null for what is no table file. */
export function tableName(file: string): string | null {
  const [, name] = TABLE_FILE.exec(file) ?? [];
  return name === undefined ? null : name.toLowerCase().replace(/[\s_]+/g, '-');
}

async function tableFiles(content: string, folder?: AnyTable['folder']): Promise<TableFile[]> {
  const names = await fileNames(join(content, folder ?? ''));
  return names.flatMap((file) => {
    const name = tableName(file);
    const isBook = file.toLowerCase().endsWith('.xlsx');
    const path = folder === undefined ? file : `${folder}/${file}`;
    return name === null ? [] : [{ file: path, name, folder, isBook }];
  });
}

function tablesOf({ name, folder }: TableFile, tables: readonly AnyTable[]): AnyTable[] {
  return tables.filter(
    (table) => table.folder === folder && (table.name === name || table.book === name),
  );
}

function twice(files: readonly TableFile[]): Problem[] {
  return files.flatMap(({ file, name, folder }, at) => {
    const other = files.slice(0, at).find((each) => each.name === name && each.folder === folder);
    return other === undefined ? [] : problemAt({ file }, besides(other.file));
  });
}

/** `hours.csv` beside `school-days.xlsx` with a sheet of hours. */
function ofTwoFiles({ name }: AnyTable, sheets: readonly Sheet[]): Problem[] {
  const [first, ...others] = [...new Set(sheets.map(({ file }) => file))];
  return others
    .filter((file) => tableName(file) !== name || tableName(first ?? '') !== name)
    .map((file) => problemAt({ file }, besides(first ?? '')));
}

function besides(other: string): Finding {
  return { text: 'is there beside {other}: keep one of the two', values: { other } };
}

async function readTableFile(
  folder: string,
  { file, isBook }: TableFile,
): Promise<Reading<Workbook>> {
  const path = join(folder, file);
  const found = await stat(path);
  if (found.size > TABLE_LIMITS.fileBytes)
    return {
      text: 'is larger than {most} MB',
      values: { most: String(TABLE_LIMITS.fileBytes / 1_000_000) },
    };
  const bytes = await readFile(path);
  if (isBook) {
    const book = await readWorkbook(bytes);
    return isFinding(book) || book.value.sheets.length > 0 ? book : { text: 'is empty' };
  }
  const rows = readCsv(bytes);
  if (isFinding(rows)) return rows;
  const sheet = { name: null, rows: rows.value, merged: [], hiddenRows: [] };
  return { value: { sheets: [sheet], warnings: [] } };
}

/** A sheet is of the table whose name it has, else of the one that the file is named for. */
function tableOf(
  { file, sheet }: { file: TableFile; sheet: string | null },
  tables: readonly AnyTable[],
): Reading<AnyTable> {
  const candidates = tablesOf(file, tables);
  const wanted = foldHeading(sheet ?? file.name);
  const named = candidates.find((table) =>
    [table.sheet, table.name].some((name) => foldHeading(name) === wanted),
  );
  const found = named ?? candidates.find(({ name }) => name === file.name);
  if (found !== undefined) return { value: found };
  if (sheet === null)
    return {
      text: 'has several tables: save it as .xlsx, or each sheet as a CSV file: {files}',
      values: { files: candidates.map(({ name }) => `${name}.csv`).join(', ') },
    };
  return {
    place: `sheet ${sheet}`,
    text: 'must be named {sheets}, or be hidden',
    values: { sheets: candidates.map((table) => table.sheet).join(', ') },
  };
}
