import { createHash } from 'node:crypto';
import { CAMPUSES, type Campus } from '../../shared/campuses.ts';
import { isExternal } from '../../shared/links.ts';
import { percentDecoded } from '../../shared/percent-decoded.ts';
import {
  hasUnreadDate,
  isHidden,
  PROVIDER_LISTS,
  recordsFor,
  recordsInSteps,
  type ListName,
  type RawOf,
  type RecordOf,
} from '../../shared/records/provider-lists.ts';
import { atOnce, type Sliced } from '../slices.ts';
import { ProviderError } from './provider.ts';
import { fileEntries, readFile, readLink } from './read-files.ts';

export type ParsedRows = {
  rows: readonly object[];
  /** Rows that the schema rejected. */
  dropped: number;
  /** Fields that caused it; `empty` when no field has a value. */
  rejectedFields: readonly string[];
  /** Pictures outside the provider, which pages cannot show. */
  pictures: number;
};

/**
 * Reads a new list. When no row is readable, it is an error in the shape of a list.
 * @throws ProviderError `shape`
 */
export function* readList(name: ListName, json: unknown, base: string): Sliced<ParsedRows> {
  const parsed = yield* readRows(name, json, base);
  if (parsed === null || (parsed.rows.length === 0 && parsed.dropped > 0))
    throw new ProviderError('shape');
  return parsed;
}

export function parseRows(name: ListName, json: unknown, base: string): ParsedRows | null {
  return atOnce(readRows(name, json, base));
}

/**
 * The rows of an array, of an object with `data`, or for an album of one object. Rows that the
 * schema rejects are dropped; null for any other JSON. Idempotent, so that rows may be stored.
 * @param base origin and path prefix of the provider.
 */
export function* readRows(name: ListName, json: unknown, base: string): Sliced<ParsedRows | null> {
  const candidates = rowsOf(name, json);
  if (candidates === null) return null;
  const schema = PROVIDER_LISTS[name].row;
  const rows: object[] = [];
  const rejectedFields = new Set<string>();
  let pictures = 0;
  for (const candidate of candidates) {
    const resolved = yield* withAddresses(name, candidate, base);
    pictures += resolved.pictures;
    const result = schema.safeParse(resolved.row);
    if (result.success) rows.push(result.data);
    else
      for (const issue of result.error.issues)
        rejectedFields.add(issue.path[0] === undefined ? 'row' : String(issue.path[0]));
    yield;
  }
  const dropped = candidates.length - rows.length;
  return { rows, dropped, rejectedFields: [...rejectedFields], pictures };
}

function rowsOf(name: ListName, json: unknown): readonly unknown[] | null {
  if (Array.isArray(json)) return json;
  if (typeof json !== 'object' || json === null) return null;
  const isAlbum = name === 'subGallery';
  if ('data' in json) return isAlbum && json.data === null ? [] : rowsOf(name, json.data);
  if (!isAlbum) return null;
  return ['title', 'attachments', '_id'].some((field) => field in json) ? [json] : [];
}

function* withAddresses(
  name: ListName,
  candidate: unknown,
  base: string,
): Sliced<{ row: unknown; pictures: number }> {
  if (typeof candidate !== 'object' || candidate === null || Array.isArray(candidate))
    return { row: candidate, pictures: 0 };
  const list = PROVIDER_LISTS[name];
  const fields = new Map<string, unknown>(Object.entries(candidate));
  let pictures = 0;
  for (const [field, use] of Object.entries(list.files)) {
    const usable: string[] = [];
    for (const entry of fileEntries(fields.get(field))) {
      const file = readFile(entry, base);
      if (file !== null && use === 'picture' && isExternal(file)) pictures += 1;
      else if (file !== null) usable.push(file);
      yield;
    }
    fields.set(field, usable);
  }
  if ('link' in list && list.link !== undefined)
    fields.set(list.link, readLink(fields.get(list.link), base) ?? '');
  fields.set('_id', idOf(fields.get('_id')) || idOf(fields.get('id')));
  return { row: Object.fromEntries(fields), pictures };
}

/** Also MongoDB's `{ "$oid": … }`. */
function idOf(value: unknown): string | number | undefined {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null || !('$oid' in value)) return undefined;
  return typeof value.$oid === 'string' ? value.$oid : undefined;
}

export type RowsContent = {
  /** Changes when the content changes, and only then. */
  version: string;
  /** Length of their JSON. */
  bytes: number;
  /** The provider's files in them, as `plainFile` writes them. */
  files: ReadonlySet<string>;
};

export function* readContent(rows: readonly object[]): Sliced<RowsContent> {
  const hash = createHash('sha1').update('[');
  let bytes = 2;
  const files = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const json = (index === 0 ? '' : ',') + JSON.stringify(row);
    hash.update(json);
    bytes += json.length;
    for (const value of Object.values(row)) {
      if (Array.isArray(value)) addFileIds(files, value);
      else if (typeof value === 'string' && value.includes('/api/image/')) addLinks(files, value);
    }
    yield;
  }
  return { version: hash.update(']').digest('base64url').slice(0, 16), bytes, files };
}

/** A link to a file of ours in a text or a message. */
const FILE_LINK = /(?:^|[\s"'=(])\/api\/image\/([^\s"'<>?#)]+)/g;

/** The id of a provider's file, or its path without empty segments, not encoded. */
export function plainFile(id: string): string {
  return id.split('/').filter(Boolean).join('/');
}

function addFileIds(files: Set<string>, ids: readonly unknown[]): void {
  for (const id of ids) if (typeof id === 'string' && !isExternal(id)) files.add(plainFile(id));
}

function addLinks(files: Set<string>, text: string): void {
  for (const [, path = ''] of text.matchAll(FILE_LINK)) {
    const file = percentDecoded(path);
    if (file !== null) files.add(plainFile(file));
  }
}

const derived = new WeakMap<object, Map<string, unknown>>();

/** `recordsFor`, cached as long as the rows. */
export function recordsOfCampus<Name extends ListName>(
  name: Name,
  rows: readonly RawOf<Name>[],
  campus: Campus,
): RecordOf<Name>[] {
  const ofRows = derivedOf(rows);
  const key = `${name} ${campus}`;
  if (!ofRows.has(key)) ofRows.set(key, recordsFor(name, rows, campus));
  // Stored above or by `prepareRecords`, under this list's name.
  return ofRows.get(key) as RecordOf<Name>[];
}

/** Fills the cache of `recordsOfCampus`, in slices. */
export function* prepareRecords<Name extends ListName>(
  name: Name,
  rows: readonly RawOf<Name>[],
): Sliced<void> {
  for (const campus of CAMPUSES)
    derivedOf(rows).set(`${name} ${campus}`, yield* recordsInSteps(name, rows, campus));
}

function derivedOf(rows: object): Map<string, unknown> {
  const ofRows = derived.get(rows) ?? new Map<string, unknown>();
  derived.set(rows, ofRows);
  return ofRows;
}

/** Of schools or categories in one line. */
const MAX_NAMES = 5;
const MAX_NAME = 40;

/** For the school to correct, as a line of the log. */
export type ListProblem = { count: number; rows: number } & (
  | { event: 'rows-dropped'; fields: readonly string[] }
  | { event: 'rows-hidden'; schools: readonly string[]; categories: readonly string[] }
  | { event: 'unread-dates' | 'foreign-pictures' }
);

export function* findProblems(name: ListName, parsed: ParsedRows): Sliced<ListProblem[]> {
  // readRows has checked them by this list's schema.
  const all = parsed.rows as readonly RawOf<ListName>[];
  const rows = all.length;
  const hidden: RawOf<ListName>[] = [];
  let undated = 0;
  for (const row of all) {
    if (isHidden(name, row)) hidden.push(row);
    if (hasUnreadDate(name, row)) undated += 1;
    yield;
  }
  const problems: ListProblem[] = [
    { event: 'rows-dropped', count: parsed.dropped, rows, fields: parsed.rejectedFields },
    {
      event: 'rows-hidden',
      count: hidden.length,
      rows,
      schools: namesOf(hidden.map(({ school }) => school)),
      categories: namesOf(hidden.flatMap((row) => ('category' in row ? row.category : []))),
    },
    { event: 'unread-dates', count: undated, rows },
    { event: 'foreign-pictures', count: parsed.pictures, rows },
  ];
  return problems.filter(({ count }) => count > 0);
}

export function isAllHidden(problems: readonly ListProblem[]): boolean {
  return problems.some(({ event, count, rows }) => event === 'rows-hidden' && count === rows);
}

function namesOf(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.slice(0, MAX_NAME)))].slice(0, MAX_NAMES);
}
