import type { ParsedRows } from './parse-rows.ts';
import { hiddenRows, undatedRows, type ListName, type RawOf } from '../../shared/provider-lists.ts';

/** Most names of schools or categories in one line, and most characters of each. */
const MAX_NAMES = 5;
const MAX_NAME = 40;

/** What the school should put right in a list, as a line of the log. */
export type ListFault = ReturnType<typeof faultsOf>[number];

export function faultsOf(name: ListName, parsed: ParsedRows) {
  // parseRows has checked them by this list's schema.
  const all = parsed.rows as readonly RawOf<ListName>[];
  const rows = all.length;
  const hidden = hiddenRows(name, all);
  const faults = [
    // Cannot be read, or have nothing to show.
    { event: 'rows-dropped', count: parsed.dropped, rows, fields: parsed.faultyFields },
    // Neither campus shows them.
    {
      event: 'rows-hidden',
      count: hidden.length,
      rows,
      schools: namesOf(hidden.map(({ school }) => school)),
      categories: namesOf(hidden.flatMap((row) => ('category' in row ? row.category : []))),
    },
    { event: 'unread-dates', count: undatedRows(name, all).length, rows },
    // Elsewhere than at the provider.
    { event: 'foreign-pictures', count: parsed.pictures, rows },
  ] as const;
  return faults.filter(({ count }) => count > 0);
}

/** Whether a list has records and shows none of them. */
export function isAllHidden(faults: readonly ListFault[]): boolean {
  return faults.some(({ event, count, rows }) => event === 'rows-hidden' && count === rows);
}

function namesOf(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.slice(0, MAX_NAME)))].slice(0, MAX_NAMES);
}
