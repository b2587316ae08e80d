import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeXlsx, type CellValue, type WriteSheet } from 'hucre/xlsx';
import type { CommandResult } from '../../start-command.ts';
import { isFinding } from './kind.ts';
import { day } from './kinds.ts';
import { columnLetter } from './sheet.ts';
import type { AnyTable, Column } from './table.ts';
import { TABLES } from './tables.ts';

const USAGE = 'npm run content -- templates FOLDER   an empty workbook of each table\n';

/** Rows that get the formats and lists. */
const ROWS = 500;
const DAY_FORMAT = 'dd-mm-yyyy';
const TEXT_FORMAT = '@';
const WIDTH = 22;

/** `npm run content`. */
export async function contentCommand([
  command,
  folder,
  ...more
]: readonly string[]): Promise<CommandResult> {
  if (command !== 'templates' || folder === undefined || more.length > 0)
    return { code: 2, text: USAGE };
  const files = await writeTemplates(folder);
  return { code: 0, text: files.map((file) => `${join(folder, file)}\n`).join('') };
}

/** A workbook of each table, or of the tables that share one, with headings, examples and lists of the allowed words. */
async function writeTemplates(folder: string): Promise<string[]> {
  const books = new Map<string, AnyTable[]>();
  for (const table of Object.values(TABLES)) {
    const book = join(table.folder ?? '', table.book ?? table.name);
    books.set(book, [...(books.get(book) ?? []), table]);
  }
  const files: string[] = [];
  for (const [book, tables] of books) {
    const file = `${book}.xlsx`;
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), await writeXlsx({ sheets: tables.map(sheetOf) }));
    files.push(file);
  }
  return files;
}

function sheetOf({ sheet, columns, own }: AnyTable): WriteSheet {
  const all: Pick<Column<unknown>, 'heading' | 'kind' | 'examples'>[] = [
    ...Object.values(columns),
    ...(own?.examples ?? []).map((each) => ({ ...each, kind: own?.kind ?? day })),
  ];
  const cells: NonNullable<WriteSheet['cells']> = new Map();
  for (const [column, { kind, examples }] of all.entries())
    for (let row = 1; row <= ROWS; row += 1) {
      const numFmt = kind.read === day.read ? DAY_FORMAT : TEXT_FORMAT;
      const value = row <= examples.length ? cellOf(examples[row - 1] ?? '', kind) : null;
      if (typeof value !== 'number') cells.set(`${row},${column}`, { value, style: { numFmt } });
      else cells.set(`${row},${column}`, { value });
    }
  return {
    name: sheet,
    columns: all.map(() => ({ width: WIDTH })),
    rows: [all.map(({ heading }) => heading)],
    cells,
    freezePane: { rows: 1 },
    dataValidations: all.flatMap(({ kind }, at) =>
      kind.allowed === undefined
        ? []
        : [
            {
              type: 'list' as const,
              values: [...kind.allowed],
              allowBlank: true,
              range: `${columnLetter(at)}2:${columnLetter(at)}${ROWS}`,
            },
          ],
    ),
  };
}

/** Days as a spreadsheet has them. */
function cellOf(example: string | number, { read }: Column<unknown>['kind']): CellValue {
  if (example === '') return null;
  if (read !== day.read) return example;
  const reading = day.read(example);
  return isFinding(reading) ? example : new Date(`${reading.value}T00:00:00Z`);
}
