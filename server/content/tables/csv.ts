import { decodeText } from '../decode-text.ts';
import type { Finding } from '../problem.ts';
import type { Reading } from './kind.ts';
import { cleanText, TABLE_LIMITS, type SheetRow } from './sheet.ts';

/** Of two that fit, the one that texts hold more often stands last. */
const SEPARATORS = ['\t', ';', ','] as const;
/** Excel writes and reads it as a first line: `sep=;`. */
const SEPARATOR_LINE = /^sep=(.)(?:\n|$)/i;
const MERGE_MARK = /^(?:<{7}|={7}|>{7})(?: .*)?$/m;

/**
 * Reads RFC 4180 as Excel and LibreOffice write it, with commas, semicolons or tabs. Rows are counted as they count
 * them: one with a line break in a cell is one, and empty ones count too.
 */
export function readCsv(bytes: Uint8Array): Reading<SheetRow[]> {
  const { text: decoded, encoding } = decodeText(bytes);
  if (encoding === 'other') return SAVE_AS;
  const text = decoded.replace(/\r\n?/g, '\n');
  const mark = MERGE_MARK.exec(text);
  if (mark !== null)
    return {
      place: `line ${text.slice(0, mark.index).split('\n').length}`,
      text: 'has a mark of a merge: keep one of the versions and remove the marks',
      found: mark[0],
    };
  const [line = '', chosen] = SEPARATOR_LINE.exec(text) ?? [];
  const readings = (chosen === undefined ? SEPARATORS : [chosen]).map((separator) =>
    splitRows(text.slice(line.length), separator),
  );
  const [read] = readings.flatMap((each) => ('rows' in each ? [each] : [])).toSorted(byFit);
  if (read === undefined) return readings.find((each) => 'text' in each) ?? NO_TEXT;
  if (read.rows.length === 0) return NO_TEXT;
  if (read.rows.length > TABLE_LIMITS.rows)
    return { text: 'has more than {most} rows', values: { most: String(TABLE_LIMITS.rows) } };
  const before = line === '' ? 1 : 2;
  return {
    value: read.rows.map(({ index, cells }) => ({
      number: index + before,
      cells: cells.map(cleanText),
    })),
  };
}

const NO_TEXT: Finding = { text: 'is empty' };

const SAVE_AS: Finding = {
  text: 'is in an encoding that loses Hindi: save it as "CSV UTF-8", or as .xlsx',
};

/**
 * The right separator makes rows of one length; a wrong one, that is in texts only, does not. One that is in a text of
 * each row, such as `29,700`, makes fewer columns.
 */
function byFit(one: Records, other: Records): number {
  const [a, b] = [fit(one), fit(other)];
  return b.rows - a.rows || b.columns - a.columns;
}

function fit({ rows: records }: Records): { rows: number; columns: number } {
  const counts = new Map<number, number>();
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  counts.delete(1);
  const rows = Math.max(0, ...counts.values());
  const lengths = [...counts].flatMap(([length, count]) => (count === rows ? [length] : []));
  return { rows, columns: Math.max(0, ...lengths) };
}

/** Rows that are not empty, with their places from 0. */
type Records = { rows: { index: number; cells: string[] }[] };

/** @returns a finding where a quotation mark has no pair */
function splitRows(text: string, separator: string): Records | Finding {
  const plain = `\\u${separator.charCodeAt(0).toString(16).padStart(4, '0')}`;
  // A cell in quotes, in which a quote is written twice, or one without; then a separator or the end of the line.
  const cell = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^"\n${plain}]*))(${plain}|\n|$)`, 'y');
  const rows: Records['rows'] = [];
  let record: string[] = [];
  let index = 0;
  while (cell.lastIndex < text.length && rows.length <= TABLE_LIMITS.rows) {
    const start = cell.lastIndex;
    const match = cell.exec(text);
    if (match === null) {
      const line = text.slice(0, start).split('\n').length;
      return { place: `line ${line}`, text: 'has a quotation mark without its pair' };
    }
    const [, quoted, unquoted = '', end] = match;
    record.push(quoted?.replaceAll('""', '"') ?? unquoted);
    if (end === separator) {
      if (cell.lastIndex === text.length) record.push('');
      else continue;
    }
    if (record.some((each) => each.trim() !== '')) rows.push({ index, cells: record });
    index += 1;
    record = [];
  }
  return { rows };
}
