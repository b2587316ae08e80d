import { ProviderError } from './provider.ts';
import type { Sliced } from '../slices.ts';

/** Limits of a response of the provider, besides its bytes (docs/promises.md#c15). */
export const JSON_LIMITS = {
  rows: 20_000,
  /** Commas, colons and opening brackets of one row, and before and behind the rows: one `JSON.parse` each. */
  marksOfRow: 60_000,
  marks: 1_000_000,
  depth: 64,
};

/** Field of the outermost objects that holds the array of rows. */
const ROWS_FIELD = 'data';
const ROWS_NAME = Buffer.from(`"${ROWS_FIELD}"`);

/** Bytes that are scanned, and that are parsed, in one turn of the event loop. */
const SCAN_BYTES = 64 * 1024;
const PIECE_BYTES = 64 * 1024;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Memory of a row and its records besides their JSON; measured with rows of little text and both campuses. */
export const ROW_BYTES = 1_024;

/** Offsets of the array of rows: behind its bracket, the commas between its rows, and its closing bracket. */
type Rows = { start: number; commas: number[]; end: number };

/**
 * `JSON.parse` of a large array, or of objects around one, in slices. Without limits a few kilobytes
 * of gzip hold millions of rows, and block the process for half a minute.
 * @throws SyntaxError for invalid JSON, ProviderError `too-large` past the limits, `no-capacity` for
 * more than `capacityBytes` of memory: several lists of many short rows at once would else fill the heap.
 */
export function* readJson(bytes: Buffer, capacityBytes = Infinity): Sliced<unknown> {
  const rows = yield* findRows(bytes);
  const count = rows?.commas.length ?? 0;
  if (bytes.length + count * ROW_BYTES > capacityBytes) throw new ProviderError('no-capacity');
  const decoder = new TextDecoder();
  if (rows === null) return JSON.parse(decoder.decode(bytes).trim());
  // Everything around the rows, with an empty array in their place.
  const before = decoder.decode(bytes.subarray(0, rows.start));
  const around: unknown = JSON.parse((before + decoder.decode(bytes.subarray(rows.end))).trim());
  const list = emptyListIn(around);
  for (const row of yield* parseParts(bytes, rows)) list.push(row);
  return around;
}

/** Finds the array of rows without parsing; null when there is none. */
function* findRows(bytes: Buffer): Sliced<Rows | null> {
  const rows: Rows = { start: -1, commas: [], end: -1 };
  let depth = 0;
  /** Depth of the rows while their array is open, else -1. */
  let rowsDepth = -1;
  /** How many of the open containers are objects of which the next is the field of rows. */
  let pathDepth = 0;
  let isRowsField = false;
  /** Start of the string that is being read, else -1. */
  let stringStart = -1;
  /** Whether the last string is the name of the field of rows. */
  let isRowsName = false;
  let marks = 0;
  /** In the current row, or before or behind the rows. */
  let marksOfRow = 0;
  let pauseAt = SCAN_BYTES;

  for (let at = 0; at < bytes.length; at += 1) {
    if (at >= pauseAt) {
      pauseAt = at + SCAN_BYTES;
      yield;
    }
    const byte = bytes[at];
    if (stringStart >= 0) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) {
        isRowsName = ROWS_NAME.equals(bytes.subarray(stringStart, at + 1));
        stringStart = -1;
      }
    } else if (byte === QUOTE) stringStart = at;
    else if (byte === COMMA) {
      count();
      if (depth === rowsDepth) {
        rows.commas.push(at);
        if (rows.commas.length >= JSON_LIMITS.rows) throw new ProviderError('too-large');
        marksOfRow = 0;
      } else if (depth === pathDepth) isRowsField = false;
    } else if (byte === COLON) {
      count();
      if (depth === pathDepth) isRowsField = isRowsName;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      count();
      const isOnPath = rows.start < 0 && depth === pathDepth && (depth === 0 || isRowsField);
      depth += 1;
      if (depth > JSON_LIMITS.depth) throw new ProviderError('too-large');
      if (isOnPath && byte === OPEN_OBJECT) pathDepth = depth;
      if (isOnPath && byte === OPEN_ARRAY) {
        rows.start = at + 1;
        rowsDepth = depth;
        marksOfRow = 0;
      }
      isRowsField = false;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
      if (depth === rowsDepth) {
        if (byte !== CLOSE_ARRAY) throw new SyntaxError('the rows do not end with a bracket');
        rows.end = at;
        rowsDepth = -1;
        marksOfRow = 0;
      }
      depth -= 1;
      pathDepth = Math.min(pathDepth, depth);
    }
  }
  if (rowsDepth >= 0) throw new SyntaxError('the rows have no end');
  return rows.start < 0 ? null : rows;

  function count(): void {
    marks += 1;
    marksOfRow += 1;
    if (marks > JSON_LIMITS.marks || marksOfRow > JSON_LIMITS.marksOfRow)
      throw new ProviderError('too-large');
  }
}

/** Parses the rows, several at once while they are short. */
function* parseParts(bytes: Buffer, { start, commas, end }: Rows): Sliced<unknown[]> {
  const parsed: unknown[] = [];
  let from = start;
  let count = 0;
  for (const comma of [...commas, end]) {
    count += 1;
    if (comma - from < PIECE_BYTES && comma !== end) continue;
    const some = JSON.parse(`[${bytes.toString('utf8', from, comma)}]`) as unknown[];
    const isEmptyList = commas.length === 0 && some.length === 0;
    // Finds a comma too many.
    if (some.length !== count && !isEmptyList) throw new SyntaxError('a row is missing');
    for (const row of some) parsed.push(row);
    from = comma + 1;
    count = 0;
    yield;
  }
  return parsed;
}

function emptyListIn(around: unknown): unknown[] {
  let value = around;
  while (typeof value === 'object' && value !== null && !Array.isArray(value))
    value = new Map<string, unknown>(Object.entries(value)).get(ROWS_FIELD);
  // A repeated field may have another value.
  return Array.isArray(value) && value.length === 0 ? value : [];
}

/** `JSON.stringify` of some rows, in pieces. */
export function* writeJson(rows: readonly object[]): Generator<string> {
  let piece = '[';
  for (const [index, row] of rows.entries()) {
    piece += (index === 0 ? '' : ',') + JSON.stringify(row);
    if (piece.length < PIECE_BYTES) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}]`;
}
