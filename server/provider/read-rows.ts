import { createHash } from 'node:crypto';
import { ProviderError } from './provider-error.ts';
import { fileEntries, isFileData, readFile, readLink } from './read-files.ts';
import { yieldToRequests } from '../event-loop.ts';
import { CAMPUSES, perCampus, type Campus } from '../../shared/campuses.ts';
import { isUnreadTime } from '../../shared/event-times.ts';
import { isDocument } from '../../shared/documents.ts';
import { isExternal, type FileId } from '../../shared/links.ts';
import { percentDecoded } from '../../shared/percent-decoded.ts';
import { isUnreadText } from '../../shared/provider-values.ts';
import { isShown, withUniqueIds } from '../../shared/records/entity.ts';
import {
  fieldNames,
  PROVIDER_LISTS,
  ruleOf,
  unreadDate,
  type ListName,
  type RawOf,
  type RecordOf,
} from '../../shared/records/provider-lists.ts';

/** docs/promises.md#c10. */
const MAX_ROWS = 20_000;
/** Limit of nested objects with `data`. */
const MAX_ENVELOPES = 4;
/** Limit of nested lists in the field of a row. */
const MAX_NESTING = 3;
/** Memory of a row and its records besides their JSON; measured with rows of little text and both campuses. */
export const ROW_BYTES = 1_024;

export type ReadRows = {
  rows: readonly RawOf<ListName>[];
  /** What each campus shows of the rows, in the provider's order. */
  records: Readonly<Record<Campus, readonly RecordOf<ListName>[]>>;
  /** Changes when the content changes, and only then. */
  version: string;
  /** Length of the JSON of the rows, in characters. */
  bytes: number;
  /** The provider's files in them, as `plainFile` writes them. */
  files: ReadonlySet<string>;
  problems: readonly ListProblem[];
};

/** A line of the log about what the school should correct. */
export type ListProblem = { count: number; rows: number } & (
  | { event: 'rows-dropped'; fields: readonly string[] }
  | { event: 'rows-hidden'; schools: readonly string[]; categories: readonly string[] }
  | { event: 'unread-dates' | 'unread-times' | 'unread-texts'; examples: readonly string[] }
  | { event: 'foreign-pictures' | 'pasted-files' }
);

/** How the files of a row are read. */
export type FileReading = { base: string; isDocument?: ((file: FileId) => boolean) | undefined };

/** Limits of the schools, categories and unread values in one line of the log. */
const MAX_NAMES = 5;
const MAX_EXAMPLES = 3;
const MAX_NAME = 40;

/**
 * Reads a response, or stored rows. When no row is readable, it is an error in the shape of a list.
 * @throws ProviderError `shape`, `too-large`
 */
export async function readList(
  name: ListName,
  json: unknown,
  reading: FileReading,
): Promise<ReadRows> {
  const candidates = findRows(name, json);
  if (candidates === null) throw new ProviderError('shape');
  if (candidates.length > MAX_ROWS) throw new ProviderError('too-large');
  const rule = ruleOf(name);
  const rows: RawOf<ListName>[] = [];
  const records = perCampus((): RecordOf<ListName>[] => []);
  const hash = createHash('sha1');
  let bytes = 2;
  const files = new Set<string>();
  const wrongFields = new Set<string>();
  const hidden: RawOf<ListName>[] = [];
  const unread: Unread = { dates: [], times: [], texts: [] };
  const counts = { dropped: 0, foreignPictures: 0, pastedFiles: 0 };
  /** Rows with an id, as text. */
  const known = new Set<string>();

  function addRow(candidate: unknown): void {
    const read = readRow(name, candidate, reading);
    counts.foreignPictures += read.foreignPictures;
    counts.pastedFiles += read.pastedFiles;
    unread.texts.push(...read.unreadTexts);
    for (const field of read.wrongFields) wrongFields.add(field);
    const { row } = read;
    if (row === undefined) {
      counts.dropped += 1;
      return;
    }
    const text = `${JSON.stringify(row)},`;
    // The same record twice is one.
    if (row._id !== '' && known.has(text)) return;
    known.add(text);
    const record = rule.toRecord(row);
    rows.push(row);
    hash.update(text);
    bytes += text.length;
    for (const file of findFiles(row)) files.add(file);
    const campuses = CAMPUSES.filter((campus) => isShown(rule, row, campus));
    for (const campus of campuses) records[campus].push(record);
    if (campuses.length === 0) hidden.push(row);
    const date = unreadDate(name, row, record);
    if (date !== null) unread.dates.push(date);
    if ('time' in record && isUnreadTime(record.time)) unread.times.push(record.time);
  }

  for (const candidate of candidates.flatMap(rowsOfSchools)) {
    await yieldToRequests();
    try {
      addRow(candidate);
    } catch (error) {
      // No row fails the others.
      counts.dropped += 1;
      wrongFields.add(error instanceof Error ? error.name : 'unknown');
    }
  }
  if (rows.length === 0 && candidates.length > 0) throw new ProviderError('shape');
  const problems = [
    {
      event: 'rows-dropped' as const,
      count: counts.dropped,
      fields: [...wrongFields],
    },
    {
      event: 'rows-hidden' as const,
      count: hidden.length,
      schools: limitNames(hidden.map(({ school }) => school)),
      categories: limitNames(hidden.flatMap((row) => ('category' in row ? row.category : []))),
    },
    ...(['dates', 'times', 'texts'] as const).map((what) => ({
      event: `unread-${what}` as const,
      count: unread[what].length,
      examples: limitNames(unread[what]).slice(0, MAX_EXAMPLES),
    })),
    { event: 'foreign-pictures' as const, count: counts.foreignPictures },
    { event: 'pasted-files' as const, count: counts.pastedFiles },
  ];
  return {
    rows,
    records: perCampus((campus) => withUniqueIds(records[campus], rule)),
    version: hash.digest('base64url').slice(0, 16),
    bytes,
    files,
    problems: problems
      .filter(({ count }) => count > 0)
      .map((problem) => ({ ...problem, rows: rows.length })),
  };
}

type Unread = Record<'dates' | 'times' | 'texts', string[]>;

/** A row of several schools is one of each. */
function rowsOfSchools(candidate: unknown): unknown[] {
  if (typeof candidate !== 'object' || candidate === null || !('school' in candidate))
    return [candidate];
  const { school } = candidate;
  if (!Array.isArray(school) || school.length < 2 || school.length > CAMPUSES.length)
    return [candidate];
  return school.map((one: unknown) => ({ ...candidate, school: one }));
}

/** The rows of an array, of an object with `data`, or for an album of one object; null for other JSON. */
function findRows(name: ListName, json: unknown, depth = MAX_ENVELOPES): readonly unknown[] | null {
  if (Array.isArray(json)) return json;
  if (typeof json !== 'object' || json === null || depth === 0) return null;
  const isAlbum = name === 'subGallery';
  if ('data' in json) return json.data === null ? [] : findRows(name, json.data, depth - 1);
  // PHP writes an array with gaps in its keys as an object.
  if (/^(?:\d+,)+$/.test(`${Object.keys(json).join()},`)) return Object.values(json);
  if (!isAlbum) return null;
  return ['title', 'attachments', '_id'].some((field) => field in json) ? [json] : [];
}

/** Whether the list has rows of which no campus shows any. */
export function isAllHidden(problems: readonly ListProblem[]): boolean {
  return problems.some(({ event, count, rows }) => event === 'rows-hidden' && count === rows);
}

function limitNames(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.slice(0, MAX_NAME)))].slice(0, MAX_NAMES);
}

/**
 * Reads a row of a list; undefined if the schema rejects it. Idempotent, so that rows may be stored.
 * @param reading.base origin and path prefix of the provider.
 * @param reading.isDocument whether a file is known not to be a picture.
 */
export function readRow<Name extends ListName>(
  name: Name,
  candidate: unknown,
  reading: FileReading,
) {
  const { fields } = PROVIDER_LISTS[name];
  const { row, foreignPictures } = withAddresses(name, candidate, reading);
  const { data, error } = PROVIDER_LISTS[name].row.safeParse(row);
  return {
    // Checked by the list's schema.
    row: data as RawOf<Name> | undefined,
    wrongFields: (error?.issues ?? []).map(({ path }) => String(path[0] ?? 'row')),
    foreignPictures,
    pastedFiles: fieldsOf(candidate).filter(
      ([field, value]) => field in fields && [value].flat(MAX_NESTING).some(isFileData),
    ).length,
    unreadTexts: unreadTexts(fieldNames(name, 'line', 'text', 'html', 'time'), candidate, data),
  };
}

function fieldsOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** What the fields have that is no text and holds more than nothing. */
function unreadTexts(fields: readonly string[], candidate: unknown, row: unknown): string[] {
  const read = new Map(fieldsOf(row));
  return fieldsOf(candidate)
    .filter(([field]) => fields.includes(field) && read.get(field) === '')
    .filter(([, value]) => isUnreadText(value))
    .map(([, value]) => (typeof value === 'string' ? value : JSON.stringify(value)).trim());
}

function withAddresses(
  name: ListName,
  candidate: unknown,
  options: FileReading,
): { row: unknown; foreignPictures: number } {
  if (typeof candidate !== 'object' || candidate === null || Array.isArray(candidate))
    return { row: candidate, foreignPictures: 0 };
  const { base } = options;
  const fields = new Map<string, unknown>(Object.entries(candidate));
  const files = new Map<string, FileId[]>();
  let foreignPictures = 0;
  for (const [field, type] of Object.entries(PROVIDER_LISTS[name].fields)) {
    if (type === 'link') fields.set(field, readLink(fields.get(field), base) ?? '');
    if (type !== 'pictures' && type !== 'documents') continue;
    const usable: FileId[] = [];
    for (const entry of fileEntries(fields.get(field))) {
      const file = readFile(entry, base);
      // Pages load no picture from another origin (`img-src 'self'`); a document there gets a link.
      if (file !== null && type === 'pictures' && isExternal(file)) foreignPictures += 1;
      else if (file !== null) usable.push(file);
    }
    files.set(field, usable);
  }
  moveDocuments(name, files, options);
  fields.set('_id', parseId(fields.get('_id')) || parseId(fields.get('id')));
  return { row: Object.fromEntries([...fields, ...files]), foreignPictures };
}

/** A document among the pictures of a record is one of its documents. */
function moveDocuments(
  name: ListName,
  files: Map<string, FileId[]>,
  { isDocument: isKnownDocument = isDocument }: FileReading,
): void {
  const [target] = fieldNames(name, 'documents');
  if (target === undefined) return;
  for (const field of fieldNames(name, 'pictures')) {
    const all = files.get(field) ?? [];
    files.set(
      field,
      all.filter((file) => !isKnownDocument(file)),
    );
    files.set(target, [...(files.get(target) ?? []), ...all.filter(isKnownDocument)]);
  }
}

/** Accepts MongoDB's `{ "$oid": … }` too. */
function parseId(value: unknown): string | number | undefined {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null || !('$oid' in value)) return undefined;
  return typeof value.$oid === 'string' ? value.$oid : undefined;
}

/** A link to a file of ours in a text or a message. */
const FILE_LINK = /(?:^|[\s"'=(])\/api\/image\/([^\s"'<>?#)]+)/g;

/** The provider's files that a row names in its lists of files, and by links in its texts. */
export function findFiles(row: object): string[] {
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
