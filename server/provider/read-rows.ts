import { ProviderError } from './provider-error.ts';
import {
  createRowReader,
  type FileReading,
  type ListProblem,
  type ReadRows,
} from './row-reader.ts';
import { yieldToRequests } from '../event-loop.ts';
import type { ListName } from '../../shared/records/provider-lists.ts';

/** docs/promises.md#c10. */
const MAX_ROWS = 20_000;
/** Limit of nested objects with `data`. */
const MAX_ENVELOPES = 4;
/** Memory of a row and its records besides their JSON; measured with rows of little text and both campuses. */
export const ROW_BYTES = 1_024;

/**
 * Reads a response. When no row is readable, it is an error in the shape of a list.
 * @throws ProviderError `shape`, `too-large`
 */
export async function readList(
  name: ListName,
  json: unknown,
  options: FileReading,
): Promise<ReadRows> {
  const candidates = findRows(name, json);
  if (candidates === null) throw new ProviderError('shape');
  if (candidates.length > MAX_ROWS) throw new ProviderError('too-large');
  const reader = createRowReader(name, options);
  for (const candidate of candidates) {
    reader.add(candidate);
    await yieldToRequests();
  }
  const read = reader.finish();
  if (read.rows.length === 0 && candidates.length > 0) throw new ProviderError('shape');
  return read;
}

/** Reads stored rows, in one turn of the event loop; null for other JSON. */
export function parseRows(name: ListName, json: unknown, reading: FileReading): ReadRows | null {
  const candidates = findRows(name, json);
  if (candidates === null) return null;
  const reader = createRowReader(name, reading);
  for (const candidate of candidates) reader.add(candidate);
  return reader.finish();
}

/** The rows of an array, of an object with `data`, or for an album of one object; null for other JSON. */
function findRows(name: ListName, json: unknown, depth = MAX_ENVELOPES): readonly unknown[] | null {
  if (Array.isArray(json)) return json;
  if (typeof json !== 'object' || json === null || depth === 0) return null;
  const isAlbum = name === 'subGallery';
  if ('data' in json)
    return isAlbum && json.data === null ? [] : findRows(name, json.data, depth - 1);
  if (!isAlbum) return null;
  return ['title', 'attachments', '_id'].some((field) => field in json) ? [json] : [];
}

/** Whether the list has rows of which neither campus shows any. */
export function isAllHidden(problems: readonly ListProblem[]): boolean {
  return problems.some(({ event, count, rows }) => event === 'rows-hidden' && count === rows);
}
