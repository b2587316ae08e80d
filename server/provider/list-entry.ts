import { createHash } from 'node:crypto';
import { dayInIndia, type Day } from '../../shared/dates.ts';
import type { ListName, RawOf } from '../../shared/provider-lists.ts';
import type { ListFault } from './list-faults.ts';
import { filesOf } from './named-files.ts';

/** What an entry takes besides its JSON, in bytes; it bounds the number of empty ones. */
const ENTRY_BYTES = 1_024;
/** What the cache knows of one list. A failed list has no rows and `version` "failed". */
export type ListSnapshot<Name extends ListName = ListName> = {
  rows: readonly RawOf<Name>[];
  /** Changes when the content changes, and only then. */
  version: string;
  state: 'fresh' | 'stale' | 'failed';
};

/** A list in memory; times are milliseconds since the epoch. */
export type ListEntry = ListSnapshot & {
  fetchedAt: number;
  /** Not before this instant is the provider asked again. */
  refreshAt: number;
  /** Day in India of the fetch, for lists that are about today. */
  day: Day;
  bytes: number;
  /** The provider's files that its rows name, as `plainFile` spells them. */
  files: ReadonlySet<string>;
  /** As they were logged; undefined before. */
  faults?: readonly ListFault[];
};

/** What an answer holds, but for how long it is good. @param rows as parseRows made them. */
export function entryOf(
  rows: readonly object[],
  fetchedAt: number,
): Omit<ListEntry, 'state' | 'refreshAt'> {
  const json = JSON.stringify(rows);
  return {
    // parseRows has checked them by the list's schema.
    rows: rows as ListEntry['rows'],
    version: createHash('sha1').update(json).digest('base64url').slice(0, 16),
    fetchedAt,
    day: dayInIndia(new Date(fetchedAt)),
    bytes: json.length + ENTRY_BYTES,
    files: filesOf(rows),
  };
}
