import { readXlsx, type Cell as BookCell, type Sheet as BookSheet } from 'hucre/xlsx';
import type { Finding } from '../problem.ts';
import { readZip, ZipError } from '../zip.ts';
import { isFinding, type Reading } from './kind.ts';
import { cleanText, columnLetter, TABLE_LIMITS, type Cell, type Sheet } from './sheet.ts';

type BookRange = NonNullable<BookSheet['merges']>[number];
type Value = BookSheet['rows'][number][number];

/** What is wrong with files of other programs that are named `.xlsx`. */
const OTHER_FILES: readonly { is: (bytes: Buffer) => boolean; finding: Finding }[] = [
  {
    is: (bytes) => isOle(bytes) && bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')),
    finding: { text: 'has a password: save it without one' },
  },
  {
    is: isOle,
    finding: { text: 'is of Excel 97-2003 (.xls): save it as Excel Workbook (.xlsx)' },
  },
  {
    is: (bytes) => bytes.length === 0,
    finding: { text: 'is empty' },
  },
  {
    is: (bytes) => /^(?:\ufeff)?\s*</.test(bytes.toString('utf8', 0, 100)),
    finding: { text: 'is a web page: open it in Excel and save it as Excel Workbook (.xlsx)' },
  },
  {
    is: (bytes) => bytes.toString('latin1', 0, 2) !== 'PK',
    finding: { text: 'is no workbook: save it as Excel Workbook (.xlsx), or name a CSV file .csv' },
  },
];

function isOle(bytes: Buffer): boolean {
  return bytes.toString('hex', 0, 8) === 'd0cf11e0a1b11ae1';
}

const DAMAGED: Finding = {
  text: 'is damaged or not copied completely: save it again as Excel Workbook (.xlsx)',
};

const TOO_LARGE: Finding = {
  text: 'unpacks to more than {most} MB: copy the table into a new workbook, without pictures and formatted empty rows',
  values: { most: String(TABLE_LIMITS.unpackedBytes / 1_000_000) },
};

const TOO_LONG: Finding = {
  text: 'has more than {most} rows',
  values: { most: String(TABLE_LIMITS.rows) },
};

/** Of the parts of a ZIP file, by the first that is there. */
const OTHER_PARTS: readonly { part: string; finding: Finding }[] = [
  {
    part: 'content.xml',
    finding: { text: 'is an OpenDocument file: save it as Excel Workbook (.xlsx)' },
  },
  {
    part: 'word/document.xml',
    finding: { text: 'is a Word document: save the table as Excel Workbook (.xlsx)' },
  },
  {
    part: 'xl/workbook.bin',
    finding: { text: 'is a binary workbook (.xlsb): save it as Excel Workbook (.xlsx)' },
  },
  {
    part: 'xl/chartsheets/sheet1.xml',
    finding: {
      text: 'has a sheet that is only a chart: delete it, or move the chart into another sheet',
    },
  },
  {
    part: 'xl/vbaProject.bin',
    finding: { text: 'has macros: save it as Excel Workbook (.xlsx) without them' },
  },
];

export type Workbook = { sheets: Omit<Sheet, 'file'>[]; warnings: Finding[] };

/** Reads the visible sheets of an `.xlsx` file: the values of formulas, days as dates, merged cells of a column in each row. */
export async function readWorkbook(bytes: Buffer): Promise<Reading<Workbook>> {
  const other = OTHER_FILES.find(({ is }) => is(bytes));
  if (other !== undefined) return other.finding;
  const parts = partsOf(bytes);
  if ('text' in parts) return parts;
  const wrong = OTHER_PARTS.find(({ part }) => parts.includes(part));
  if (wrong !== undefined) return wrong.finding;
  if (!parts.includes('[Content_Types].xml')) return DAMAGED;
  const warnings: Finding[] = parts.some((name) => name.startsWith('xl/externalLinks/'))
    ? [{ text: 'has values of other workbooks, as they were when it was saved' }]
    : [];
  try {
    const book = await readXlsx(bytes);
    const sheets: Workbook['sheets'] = [];
    for (const sheet of book.sheets) {
      const last = lastRow(sheet);
      if (last === -1) continue;
      if (sheet.hidden === true || sheet.veryHidden === true) {
        warnings.push({ place: `sheet ${sheet.name}`, text: 'is hidden and is not read' });
        continue;
      }
      const read = readSheet(sheet, last);
      if (isFinding(read)) return read;
      sheets.push(read.value);
    }
    return { value: { sheets, warnings } };
  } catch (error) {
    return /^ParseError: Sheet .* spans \d+ rows/.test(String(error)) ? TOO_LONG : DAMAGED;
  }
}

/** Names of the parts. Their sizes are those of their bytes, not those that the file states. */
function partsOf(bytes: Buffer): string[] | Finding {
  const limits = { entries: TABLE_LIMITS.parts, bytes: TABLE_LIMITS.unpackedBytes };
  try {
    return [...readZip(bytes, { limits, isWanted: () => true }).keys()];
  } catch (error) {
    return error instanceof ZipError && error.kind === 'too-large' ? TOO_LARGE : DAMAGED;
  }
}

/** -1 of an empty sheet. What is formatted only has no value, nor has a cell with a blank. */
function lastRow({ rows }: BookSheet): number {
  return rows.findLastIndex((row) => row.some((value) => toCell(value, undefined) !== null));
}

function readSheet(sheet: BookSheet, last: number): Reading<Omit<Sheet, 'file'>> {
  const { name, merges = [], rowDefs, cells } = sheet;
  const place = `sheet ${name}`;
  if (last >= TABLE_LIMITS.rows) return { place, ...TOO_LONG };
  const rows = sheet.rows.slice(0, last + 1).map((values, row) => ({
    number: row + 1,
    cells: trimEnd(values.map((value, column) => toCell(value, cells?.get(`${row},${column}`)))),
  }));
  if (rows.some((row) => row.cells.length > TABLE_LIMITS.columns))
    return {
      place,
      text: 'has more than {most} columns',
      values: { most: String(TABLE_LIMITS.columns) },
    };
  for (const { startRow, endRow, startCol, endCol } of merges) {
    if (startCol !== endCol) continue;
    const first = rows[startRow]?.cells[startCol] ?? null;
    for (const { cells: own } of rows.slice(startRow + 1, endRow + 1)) {
      while (own.length < startCol) own.push(null);
      own[startCol] = first;
    }
  }
  const hiddenRows = [...(rowDefs ?? [])].flatMap(([row, { hidden }]) =>
    hidden === true ? [row + 1] : [],
  );
  return { value: { name, rows, hiddenRows, merged: merges.flatMap(acrossColumns) } };
}

function acrossColumns({ startRow, endRow, startCol, endCol }: BookRange) {
  if (startCol === endCol) return [];
  const range = `${columnLetter(startCol)}${startRow + 1}:${columnLetter(endCol)}${endRow + 1}`;
  return [{ range, first: startRow + 1, last: endRow + 1 }];
}

function toCell(value: Value | undefined, detail: BookCell | undefined): Cell {
  if (detail?.type === 'error') return { formulaError: String(value) };
  if (detail?.type === 'formula' && value === null)
    return { formulaError: `=${detail.formula ?? ''}` };
  if (typeof value === 'string') return cleanText(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value;
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function trimEnd(cells: Cell[]): Cell[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== null) + 1);
}
