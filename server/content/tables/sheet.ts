/** What a spreadsheet has in a cell. Texts have no spaces at their ends; an empty cell is null. */
export type Cell = string | number | boolean | Date | FormulaError | null;

/** A formula that failed (`#N/A`), or whose value the file does not have. */
type FormulaError = { formulaError: string };

export type SheetRow = {
  /** As the spreadsheet program counts it, from 1. */
  number: number;
  cells: readonly Cell[];
};

export type Sheet = {
  file: string;
  /** Null for CSV. */
  name: string | null;
  rows: readonly SheetRow[];
  /** Merged cells of several columns: `B5:D5` with its rows. */
  merged: readonly { range: string; first: number; last: number }[];
  hiddenRows: readonly number[];
};

/** A school's largest table has some hundred rows. */
export const TABLE_LIMITS = {
  fileBytes: 10_000_000,
  /** Of all parts of a workbook together. */
  unpackedBytes: 20_000_000,
  parts: 1000,
  rows: 5000,
  columns: 100,
} as const;

export function isFormulaError(cell: Cell): cell is FormulaError {
  return typeof cell === 'object' && cell !== null && 'formulaError' in cell;
}

/** One spelling of the letters, nothing invisible at the ends. */
export function cleanText(text: string): string | null {
  const clean = text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/^[\s\u200b\ufeff]+|[\s\u200b\ufeff]+$/g, '');
  return clean === '' ? null : clean;
}

/** A cell as a person reads it: a number without the noise of its last binary digits. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (isFormulaError(cell)) return cell.formulaError;
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)));
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : cell;
}

/** `A`, …, `Z`, `AA`. @param index from 0 */
export function columnLetter(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last;
}
