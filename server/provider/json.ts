import { randomUUID } from 'node:crypto';
import { ProviderError } from './provider.ts';
import type { Sliced } from '../slices.ts';

/** Limits of a response of the provider, besides its bytes (docs/promises.md#c15). */
export const JSON_LIMITS = {
  rows: 20_000,
  /** Commas, colons and opening brackets of one row, and of all around the rows: one `JSON.parse` each. */
  marksOfRow: 60_000,
  marks: 1_000_000,
  depth: 64,
};

/** Bytes that are scanned, and that are parsed, in one turn of the event loop. */
const SLICE_BYTES = 64 * 1024;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Memory of a row and its records besides their JSON; measured with rows of little text and both campuses. */
export const ROW_BYTES = 1_024;

/** Stands for the rows while the JSON around them is parsed. */
const PLACE_OF_ROWS = randomUUID();

/** An array that is in no other array: offsets behind its bracket, of commas in it, and of its closing bracket. */
type Rows = { start: number; commas: number[]; end: number; depth: number; marks: number };

/**
 * `JSON.parse`, in slices where a response has a long array. Without limits a few kilobytes of gzip hold
 * millions of rows, and block the process for half a minute.
 * @throws SyntaxError for invalid JSON, ProviderError `too-large` past the limits, `no-capacity` for
 * more than `capacityBytes` of memory: several lists of many short rows at once would else fill the heap.
 */
export function* readJson(bytes: Buffer, capacityBytes = Infinity): Sliced<unknown> {
  const rows = yield* findRows(bytes);
  const count = rows?.commas.length ?? 0;
  if (bytes.length + count * ROW_BYTES > capacityBytes) throw new ProviderError('no-capacity');
  // Without a byte order mark, which JSON.parse rejects.
  if (rows === null) return JSON.parse(bytes.toString().trim());
  const { start, commas, end } = rows;
  const around = `${bytes.toString('utf8', 0, start)}"${PLACE_OF_ROWS}"${bytes.toString('utf8', end)}`;
  const json: unknown = JSON.parse(around.trim());
  // A repeated field may have another value.
  const parsed = placeOfRows(json) ?? [];
  parsed.length = 0;
  let from = start;
  for (const comma of [...commas, end]) {
    if (comma - from < SLICE_BYTES && comma !== end) continue;
    const piece = JSON.parse(`[${bytes.toString('utf8', from, comma)}]`) as unknown[];
    if (piece.length === 0 && commas.length > 0) throw new SyntaxError('a row is missing');
    for (const row of piece) parsed.push(row);
    from = comma + 1;
    yield;
  }
  return json;
}

/** Finds the longest array that is in no other array, without parsing; null when there is none. */
function* findRows(bytes: Buffer): Sliced<Rows | null> {
  let longest: Rows | null = null;
  let open: Rows | null = null;
  let depth = 0;
  let isInText = false;
  let marks = 0;
  /** Marks before the current row. */
  let marksBefore = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (at % SLICE_BYTES === 0) yield;
    const byte = bytes[at];
    if (byte === QUOTE) isInText = !isInText;
    else if (isInText) {
      if (byte === BACKSLASH) at += 1;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
      if (depth === open?.depth) {
        const closed: Rows = { ...open, end: at, marks: marks - open.marks };
        if (longest === null || at - closed.start > longest.end - longest.start) longest = closed;
        open = null;
      }
      depth -= 1;
    } else if (byte === COMMA || byte === COLON || byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      marks += 1;
      if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) depth += 1;
      if (byte === OPEN_ARRAY && open === null) {
        open = { start: at + 1, commas: [], end: -1, depth, marks };
        marksBefore = marks;
      } else if (byte === COMMA && depth === open?.depth) {
        open.commas.push(at);
        marksBefore = marks;
      }
      const isTooLarge =
        depth > JSON_LIMITS.depth ||
        marks > JSON_LIMITS.marks ||
        (open !== null && marks - marksBefore > JSON_LIMITS.marksOfRow) ||
        (open?.commas.length ?? 0) >= JSON_LIMITS.rows;
      if (isTooLarge) throw new ProviderError('too-large');
    }
  }
  if (open !== null) throw new SyntaxError('an array has no end');
  if (marks - (longest?.marks ?? 0) > JSON_LIMITS.marksOfRow) throw new ProviderError('too-large');
  return longest;
}

/** A reviver of JSON.parse would take five times as long. */
function placeOfRows(json: unknown): unknown[] | null {
  if (typeof json !== 'object' || json === null) return null;
  if (Array.isArray(json)) return json[0] === PLACE_OF_ROWS ? json : null;
  for (const value of Object.values(json)) {
    const place = placeOfRows(value);
    if (place !== null) return place;
  }
  return null;
}

/** `JSON.stringify` of some rows, in slices. */
export function* writeJson(rows: readonly object[]): Sliced<string> {
  const texts: string[] = [];
  for (const row of rows) {
    texts.push(JSON.stringify(row));
    yield;
  }
  return `[${texts.join(',')}]`;
}
