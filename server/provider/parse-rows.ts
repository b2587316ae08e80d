import { isExternal } from '../../shared/links.ts';
import { PROVIDER_LISTS, type ListName } from '../../shared/provider-lists.ts';
import { ProviderError } from './provider.ts';
import { readFiles } from './read-files.ts';
import { readLink } from './read-link.ts';

export type ParsedRows = {
  rows: readonly object[];
  /** Rows that the schema rejected. */
  dropped: number;
  /** Names of the fields that made them be rejected; `empty` where no field had anything to show. */
  faultyFields: readonly string[];
  /** Pictures that lie elsewhere than at the provider, which pages cannot show. */
  pictures: number;
};

/**
 * Reads a list that has just come. Rows of which none can be read are an error in the shape of a list.
 * @throws ProviderError `shape`
 */
export function readList(name: ListName, answer: unknown, base: string): ParsedRows {
  const parsed = parseRows(name, answer, base);
  if (parsed === null || (parsed.rows.length === 0 && parsed.dropped > 0))
    throw new ProviderError('shape');
  return parsed;
}

/**
 * Reads a provider's answer as rows of a list: an array, an object with `data`, or for a list with an
 * id one object. A row that its schema rejects is dropped, the rest stays; an answer that
 * is no list at all is null. What was read once is read again the same, so that rows may be stored.
 * @param base origin and path prefix of the provider.
 */
export function parseRows(name: ListName, answer: unknown, base: string): ParsedRows | null {
  const candidates = rowsOf(name, answer);
  if (candidates === null) return null;
  const schema = PROVIDER_LISTS[name].row;
  const rows: object[] = [];
  const faultyFields = new Set<string>();
  let pictures = 0;
  for (const candidate of candidates) {
    const resolved = withAddresses(name, candidate, base);
    pictures += resolved.pictures;
    const result = schema.safeParse(resolved.row);
    if (result.success) rows.push(result.data);
    else
      for (const issue of result.error.issues)
        faultyFields.add(issue.path[0] === undefined ? 'row' : String(issue.path[0]));
  }
  const dropped = candidates.length - rows.length;
  return { rows, dropped, faultyFields: [...faultyFields], pictures };
}

function rowsOf(name: ListName, answer: unknown): readonly unknown[] | null {
  if (Array.isArray(answer)) return answer;
  if (typeof answer !== 'object' || answer === null) return null;
  const isAlbum = name === 'subGallery';
  if ('data' in answer) return isAlbum && answer.data === null ? [] : rowsOf(name, answer.data);
  if (!isAlbum) return null;
  return ['title', 'attachments', '_id'].some((field) => field in answer) ? [answer] : [];
}

/** A row with its files, its link and its id read. */
function withAddresses(
  name: ListName,
  candidate: unknown,
  base: string,
): { row: unknown; pictures: number } {
  if (typeof candidate !== 'object' || candidate === null || Array.isArray(candidate))
    return { row: candidate, pictures: 0 };
  const list = PROVIDER_LISTS[name];
  const fields = new Map<string, unknown>(Object.entries(candidate));
  let pictures = 0;
  for (const [field, use] of Object.entries(list.files)) {
    const named = readFiles(fields.get(field), base);
    const usable = use === 'picture' ? named.filter((file) => !isExternal(file)) : named;
    pictures += named.length - usable.length;
    fields.set(field, usable);
  }
  if ('link' in list && list.link !== undefined)
    fields.set(list.link, readLink(fields.get(list.link), base) ?? '');
  fields.set('_id', idOf(fields.get('_id')) || idOf(fields.get('id')));
  return { row: Object.fromEntries(fields), pictures };
}

/** An id as a text, also as MongoDB's `{ "$oid": … }`. */
function idOf(value: unknown): string | number | undefined {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null || !('$oid' in value)) return undefined;
  return typeof value.$oid === 'string' ? value.$oid : undefined;
}
