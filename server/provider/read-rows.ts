import { createHash } from 'node:crypto';
import { ProviderError } from './provider-error.ts';
import {
  findFiles,
  PROBLEM_EVENTS,
  readRow,
  type FileReading,
  type ProblemEvent,
} from './read-row.ts';
import { yieldToRequests } from '../event-loop.ts';
import { CAMPUSES, perCampus, type Campus } from '../../shared/campuses.ts';
import { isUnreadTime } from '../../shared/event-times.ts';
import { isShown, withUniqueIds } from '../../shared/records/entity.ts';
import {
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
/** Memory of a list besides its rows; bounds the number of empty ones. */
export const LIST_BYTES = 1_024;
/** Memory of a row and its records besides their JSON; measured with rows of little text and both campuses. */
const ROW_BYTES = 1_024;

export type ReadRows<Name extends ListName = ListName> = {
  rows: readonly RawOf<Name>[];
  /** What each campus shows of the rows, in the provider's order. */
  records: Readonly<Record<Campus, readonly RecordOf<Name>[]>>;
  /** Changes when the content changes, and only then. */
  version: string;
  /** Estimate of the memory, from the JSON of the rows. */
  bytes: number;
  /** The provider's files in them, as `plainFile` writes them. */
  files: ReadonlySet<string>;
  problems: readonly ListProblem[];
};

/** A line of the log about what the school should correct. */
type ListProblem = {
  event: ProblemEvent;
  count: number;
  rows: number;
  examples: readonly string[];
};

/** Limits of the examples in one line of the log. */
const MAX_EXAMPLES = 5;
const MAX_EXAMPLE_LENGTH = 40;

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
  let bytes = LIST_BYTES;
  const files = new Set<string>();
  const problems = new Map(PROBLEM_EVENTS.map((event): [ProblemEvent, string[]] => [event, []]));
  /** Rows with an id, as text. */
  const known = new Set<string>();

  function addRow(candidate: unknown): void {
    const read = readRow(name, candidate, reading);
    for (const [event, examples] of problems) examples.push(...(read.problems[event] ?? []));
    const { row } = read;
    if (row === undefined) return;
    const text = `${JSON.stringify(row)},`;
    // The same record twice is one.
    if (row._id !== '' && known.has(text)) return;
    known.add(text);
    const record = rule.toRecord(row);
    rows.push(row);
    hash.update(text);
    bytes += text.length + ROW_BYTES;
    for (const file of findFiles(row)) files.add(file);
    const campuses = CAMPUSES.filter((campus) => isShown(rule, row, campus));
    for (const campus of campuses) records[campus].push(record);
    const { school, category = '' }: { school: string; category?: string } = row;
    if (campuses.length === 0) problems.get('rows-hidden')?.push(`${school} ${category}`.trim());
    const date = unreadDate(name, row, record);
    if (date !== null) problems.get('unread-dates')?.push(date);
    if ('time' in record && isUnreadTime(record.time))
      problems.get('unread-times')?.push(record.time);
  }

  for (const candidate of candidates.flatMap(rowsOfSchools)) {
    await yieldToRequests();
    try {
      addRow(candidate);
    } catch (error) {
      // No row fails the others.
      problems.get('rows-dropped')?.push(error instanceof Error ? error.name : 'unknown');
    }
  }
  if (rows.length === 0 && candidates.length > 0) throw new ProviderError('shape');
  return {
    rows,
    records: perCampus((campus) => withUniqueIds(records[campus], rule)),
    version: hash.digest('base64url').slice(0, 16),
    bytes,
    files,
    problems: [...problems].flatMap(([event, all]) =>
      all.length === 0
        ? []
        : { event, count: all.length, rows: rows.length, examples: selectExamples(all) },
    ),
  };
}

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

function selectExamples(all: readonly string[]): string[] {
  return [...new Set(all.map((one) => one.slice(0, MAX_EXAMPLE_LENGTH)))].slice(0, MAX_EXAMPLES);
}
