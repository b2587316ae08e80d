import { foldText } from '../../../shared/fold-text.ts';
import { problemAt, type Finding, type Problem } from '../problem.ts';
import type { Mentioned } from '../mentions.ts';
import { hasLostLetters } from '../text-findings.ts';
import { isFinding, type Kind, type Reading } from './kind.ts';
import { readHead, requiredHeadings, type Head, type Place } from './read-head.ts';
import { cellText, isFormulaError, TABLE_LIMITS, type Cell, type Sheet } from './sheet.ts';
import type { AnyTable, TableRow } from './table.ts';

type Read = {
  rows: TableRow[];
  problems: Problem[];
  /** The cells of the rows, also of those with errors. */
  mentions: Mentioned[];
};

/** Reads the rows of a table from all its sheets. */
export function readRows(table: AnyTable, sheets: readonly Sheet[]): Read {
  const read = sheets.map((sheet) => readSheet(table, sheet));
  const rows = read.flatMap((each) => each.rows);
  const problems = read.flatMap((each) => each.problems);
  return {
    rows,
    problems: [...problems, ...duplicates(table, rows)],
    mentions: read.flatMap((each) => each.mentions),
  };
}

function readSheet(table: AnyTable, sheet: Sheet): Read {
  const at = sheet.name === null ? '' : `sheet ${sheet.name}`;
  const inSheet = { file: sheet.file, place: at };
  const head = readHead(table, sheet.rows);
  const problems = (head?.findings ?? [noHeadings(table)]).map((each) => problemAt(inSheet, each));
  if (head === undefined) return { rows: [], problems, mentions: [] };
  const data = sheet.rows.filter(
    ({ number, cells }) => number > head.row && cells.some((cell) => cell !== null),
  );
  const findings: Finding[] = sheet.merged
    .filter(({ last }) => last >= head.row)
    .map(({ range }) => ({
      place: `cell ${range}`,
      text: 'is merged: undo "Merge Cells" and write each cell',
    }));
  if (data.length > TABLE_LIMITS.rows)
    findings.push({ text: 'has more than {most} rows', values: { most: `${TABLE_LIMITS.rows}` } });
  problems.push(...findings.map((each) => problemAt(inSheet, each)));
  // An error of the headings would come again with each row.
  if (problems.length > 0) return { rows: [], problems, mentions: [] };
  const hidden = sheet.hiddenRows.filter((row) => data.some(({ number }) => number === row));
  if (hidden.length > 0)
    problems.push(
      problemAt(
        inSheet,
        {
          text: 'has hidden rows, which are read too: {rows}',
          values: { rows: hidden.join(', ') },
        },
        'warning',
      ),
    );
  const mentions: Mentioned[] = [];
  const rows = data.flatMap(({ number, cells }) => {
    const place = [at, `row ${number}`].filter(Boolean).join(', ');
    for (const [index, cell] of cells.entries())
      if (cell !== null)
        mentions.push({
          file: sheet.file,
          at: `${place}, ${head.places[index] ?? ''}`,
          text: cellText(cell),
        });
    const { row, findings: wrong } = readRow(table, { head, cells });
    problems.push(...wrong.map((each) => problemAt({ file: sheet.file, place }, each)));
    return row === null ? [] : [{ ...row, file: sheet.file, place }];
  });
  if (data.length === 0) problems.push(problemAt(inSheet, { text: 'has no rows' }, 'warning'));
  return { rows, problems, mentions };
}

function noHeadings(table: AnyTable): Finding {
  return {
    text: 'has no row with the headings {headings}',
    values: { headings: requiredHeadings(table).join(', ') },
  };
}

function readRow(
  table: AnyTable,
  { head, cells }: { head: Head; cells: readonly Cell[] },
): { row: Pick<TableRow, 'values' | 'own'> | null; findings: Finding[] } {
  const findings: Finding[] = [];
  function read<Value>(at: Place | undefined, kind: Kind<Value>): Value | null {
    const cell = at === undefined ? null : (cells[at.index] ?? null);
    const reading = readCell(cell, kind);
    if (!isFinding(reading)) return reading.value;
    findings.push({ ...reading, ...(at !== undefined && { place: at.place }) });
    return null;
  }
  const entries = Object.entries(table.columns).map(
    ([key, { kind }]) => [key, read(head.columns.get(key), kind)] as const,
  );
  const { own: ownColumns } = table;
  const own =
    ownColumns === undefined
      ? []
      : head.own.flatMap((at) => {
          const value = read(at, ownColumns.kind);
          return [{ heading: at.heading, value }];
        });
  if (findings.length > 0) return { row: null, findings };
  const values = Object.fromEntries(entries);
  const wrong = table.check?.(values);
  if (wrong === undefined || wrong === null) return { row: { values, own }, findings };
  const { column, ...finding } = wrong;
  const at = head.columns.get(column);
  return { row: null, findings: [{ ...finding, ...(at !== undefined && { place: at.place }) }] };
}

function readCell<Value>(cell: Cell, kind: Kind<Value>): Reading<Value> {
  if (cell === null) return kind.empty ?? { text: 'must not be empty' };
  if (isFormulaError(cell))
    return {
      text: 'has a formula without a value: correct it, or write the value',
      found: cellText(cell),
    };
  if (typeof cell === 'string' && hasLostLetters(cell))
    return {
      text: 'has lost its Hindi letters: type it again, and save the file as .xlsx or "CSV UTF-8"',
      found: cell,
    };
  return kind.read(cell);
}

/** Rows with the same values of the key; one of several campuses is a duplicate of one of any of them. */
function duplicates({ key, isKeyExact }: AnyTable, rows: readonly TableRow[]): Problem[] {
  const places = new Map<string, string>();
  const plain = (value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify([value]);
    return isKeyExact === true ? text : foldText(text).replace(/\s+/g, ' ');
  };
  return rows.flatMap((row) => {
    const keys = key.reduce<string[]>(
      (all, column) => {
        const value: unknown = row.values[column];
        const parts = (Array.isArray(value) && value.length > 0 ? value : [value]).map(plain);
        return all.flatMap((start) => parts.map((part) => `${start}\n${part}`));
      },
      // A table in two files is an error of its own: their rows are not compared.
      [row.file],
    );
    const first = keys.map((each) => places.get(each)).find((place) => place !== undefined);
    for (const each of keys) places.set(each, places.get(each) ?? row.place);
    return first === undefined
      ? []
      : [problemAt(row, { text: 'is the same as {row}: remove one', values: { row: first } })];
  });
}
