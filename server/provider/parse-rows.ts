import { PROVIDER_LISTS, type ListName } from '../../shared/provider-lists.ts';

export type ParsedRows = {
  rows: readonly unknown[];
  /** Rows that the schema refused. */
  dropped: number;
  /** Names of the fields that made them be refused. */
  faultyFields: readonly string[];
};

/**
 * Reads a provider's answer as rows of a list: an array, an object with `data`, or for a list with an
 * id one object (SPEC §7). A row that its schema refuses is dropped, the rest stays; an answer that is
 * no list at all is null.
 */
export function parseRows(name: ListName, answer: unknown): ParsedRows | null {
  const candidates = rowsOf(name, answer);
  if (candidates === null) return null;
  const schema = PROVIDER_LISTS[name].row;
  const rows: unknown[] = [];
  const faultyFields = new Set<string>();
  for (const candidate of candidates) {
    const result = schema.safeParse(candidate);
    if (result.success) rows.push(result.data);
    else
      for (const issue of result.error.issues)
        faultyFields.add(issue.path[0] === undefined ? 'row' : String(issue.path[0]));
  }
  return { rows, dropped: candidates.length - rows.length, faultyFields: [...faultyFields] };
}

function rowsOf(name: ListName, answer: unknown): readonly unknown[] | null {
  if (Array.isArray(answer)) return answer;
  if (typeof answer !== 'object' || answer === null) return null;
  if ('data' in answer) return rowsOf(name, answer.data);
  return name === 'subGallery' ? ('title' in answer ? [answer] : []) : null;
}
