import { createHash } from 'node:crypto';
import { CAMPUSES, type Campus } from '../../shared/campuses.ts';
import { isExternal } from '../../shared/links.ts';
import { percentDecoded } from '../../shared/percent-decoded.ts';
import { campusRecords, isShown, withUniqueIds } from '../../shared/records/entity.ts';
import {
  hasUnreadDate,
  isHidden,
  PROVIDER_LISTS,
  ruleOf,
  type ListName,
  type RawOf,
  type RecordOf,
} from '../../shared/records/provider-lists.ts';
import { atOnce, type Sliced } from '../slices.ts';
import { ProviderError } from './provider.ts';
import { fileEntries, readFile, readLink } from './read-files.ts';

export type ReadRows = {
  rows: readonly RawOf<ListName>[];
  /** Changes when the content changes, and only then. */
  version: string;
  /** Length of their JSON. */
  bytes: number;
  /** The provider's files in them, as `plainFile` writes them. */
  files: ReadonlySet<string>;
  problems: readonly ListProblem[];
};

/** For the school to correct, as a line of the log. */
export type ListProblem = { count: number; rows: number } & (
  | { event: 'rows-dropped'; fields: readonly string[] }
  | { event: 'rows-hidden'; schools: readonly string[]; categories: readonly string[] }
  | { event: 'unread-dates' | 'foreign-pictures' }
);

/** Of schools or categories in one line of the log. */
const MAX_NAMES = 5;
const MAX_NAME = 40;

/**
 * Reads a new list. When no row is readable, it is an error in the shape of a list.
 * @throws ProviderError `shape`
 */
export function* readList(name: ListName, json: unknown, base: string): Sliced<ReadRows> {
  const read = yield* readRows(name, json, base);
  const isDropped = read?.problems.some(({ event }) => event === 'rows-dropped');
  if (read === null || (read.rows.length === 0 && isDropped)) throw new ProviderError('shape');
  return read;
}

export function parseRows(name: ListName, json: unknown, base: string): ReadRows | null {
  return atOnce(readRows(name, json, base));
}

/**
 * The rows of an array, of an object with `data`, or for an album of one object. Rows that the
 * schema rejects are dropped; null for any other JSON. Idempotent, so that rows may be stored.
 * @param base origin and path prefix of the provider.
 */
function* readRows(name: ListName, json: unknown, base: string): Sliced<ReadRows | null> {
  const candidates = rowsOf(name, json);
  if (candidates === null) return null;
  const rule = ruleOf(name);
  const rows: RawOf<ListName>[] = [];
  const records: Record<Campus, RecordOf<ListName>[]> = { FARRUKHABAD: [], NEKPUR: [] };
  const hash = createHash('sha1');
  const files = new Set<string>();
  const fields = new Set<string>();
  const hidden: RawOf<ListName>[] = [];
  let bytes = 2;
  let undated = 0;
  let pictures = 0;
  for (const candidate of candidates) {
    const resolved = yield* withAddresses(name, candidate, base);
    pictures += resolved.pictures;
    const { data, error } = PROVIDER_LISTS[name].row.safeParse(resolved.row);
    for (const { path } of error?.issues ?? []) fields.add(String(path[0] ?? 'row'));
    yield;
    if (data === undefined) continue;
    // Checked by the list's schema.
    const row = data as RawOf<ListName>;
    rows.push(row);
    for (const campus of CAMPUSES)
      if (isShown(rule, row, campus)) records[campus].push(rule.to(row));
    const text = `${JSON.stringify(row)},`;
    hash.update(text);
    bytes += text.length;
    for (const file of filesOf(row)) files.add(file);
    if (isHidden(name, row)) hidden.push(row);
    if (hasUnreadDate(name, row)) undated += 1;
    yield;
  }
  const problems = [
    { event: 'rows-dropped' as const, count: candidates.length - rows.length, fields: [...fields] },
    {
      event: 'rows-hidden' as const,
      count: hidden.length,
      schools: namesOf(hidden.map(({ school }) => school)),
      categories: namesOf(hidden.flatMap((row) => ('category' in row ? row.category : []))),
    },
    { event: 'unread-dates' as const, count: undated },
    { event: 'foreign-pictures' as const, count: pictures },
  ].filter(({ count }) => count > 0);
  derived.set(rows, {
    FARRUKHABAD: withUniqueIds(records.FARRUKHABAD, rule),
    NEKPUR: withUniqueIds(records.NEKPUR, rule),
  });
  return {
    rows,
    version: hash.digest('base64url').slice(0, 16),
    bytes,
    files,
    problems: problems.map((problem) => ({ ...problem, rows: rows.length })),
  };
}

/** Whether the list has rows of which neither campus shows any. */
export function isAllHidden(problems: readonly ListProblem[]): boolean {
  return problems.some(({ event, count, rows }) => event === 'rows-hidden' && count === rows);
}

function namesOf(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.slice(0, MAX_NAME)))].slice(0, MAX_NAMES);
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
  const fields = new Map<string, unknown>(Object.entries(candidate));
  let pictures = 0;
  for (const [field, type] of Object.entries(PROVIDER_LISTS[name].fields)) {
    if (type === 'link') fields.set(field, readLink(fields.get(field), base) ?? '');
    if (type !== 'pictures' && type !== 'documents') continue;
    const usable: string[] = [];
    for (const entry of fileEntries(fields.get(field))) {
      const file = readFile(entry, base);
      // Pages load no picture from another origin (`img-src 'self'`); a document there gets a link.
      if (file !== null && type === 'pictures' && isExternal(file)) pictures += 1;
      else if (file !== null) usable.push(file);
      yield;
    }
    fields.set(field, usable);
  }
  fields.set('_id', idOf(fields.get('_id')) || idOf(fields.get('id')));
  return { row: Object.fromEntries(fields), pictures };
}

/** Also MongoDB's `{ "$oid": … }`. */
function idOf(value: unknown): string | number | undefined {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null || !('$oid' in value)) return undefined;
  return typeof value.$oid === 'string' ? value.$oid : undefined;
}

/** A link to a file of ours in a text or a message. */
const FILE_LINK = /(?:^|[\s"'=(])\/api\/image\/([^\s"'<>?#)]+)/g;

/** The provider's files that a row names in its lists of files, and by links in its texts. */
export function filesOf(row: object): string[] {
  return Object.values(row)
    .flatMap((value: unknown) => (typeof value === 'string' ? linkedFiles(value) : value))
    .filter((id) => typeof id === 'string')
    .filter((id) => !isExternal(id))
    .map(plainFile);
}

function linkedFiles(text: string): string[] {
  return [...text.matchAll(FILE_LINK)].flatMap(([, path = '']) => percentDecoded(path) ?? []);
}

/** The id of a provider's file, or its path without empty segments, not encoded. */
export function plainFile(id: string): string {
  return id.split('/').filter(Boolean).join('/');
}

const derived = new WeakMap<object, Readonly<Record<Campus, readonly object[]>>>();

/** The records that a campus shows, in the provider's order; those of rows that were read are cached. */
export function recordsOfCampus<Name extends ListName>(
  name: Name,
  rows: readonly RawOf<Name>[],
  campus: Campus,
): RecordOf<Name>[] {
  const records = derived.get(rows)?.[campus] ?? campusRecords(ruleOf(name), rows, campus);
  // Rows belong to one list.
  return records as RecordOf<Name>[];
}
