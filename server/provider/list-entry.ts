import { createHash } from 'node:crypto';
import { dayInIndia, type Day } from '../../shared/dates.ts';
import type { ListName, RawOf } from '../../shared/provider-lists.ts';
import type { ListFault } from './list-faults.ts';

/** What an entry takes besides its JSON, in bytes; it bounds the number of empty ones. */
const ENTRY_BYTES = 1_024;
/** How long an id that the provider does not know is remembered, in milliseconds (docs/promises.md#c10). */
const UNKNOWN_ID_MS = 60_000;

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
  /** As they were logged; undefined before. */
  faults?: readonly ListFault[];
};

/** A list that the provider has just answered. @param rows as parseRows made them. */
export function fetchedEntry(
  rows: readonly unknown[],
  { fetchedAt, freshMs }: { fetchedAt: number; freshMs: number },
): ListEntry {
  const recheckMs = rows.length === 0 ? Math.min(freshMs, UNKNOWN_ID_MS) : freshMs;
  return { ...readEntry(rows, fetchedAt), state: 'fresh', refreshAt: fetchedAt + recheckMs };
}

/** A list from disk: due at once. @param rows as parseRows made them. */
export function savedEntry(rows: readonly unknown[], fetchedAt: number): ListEntry {
  return { ...readEntry(rows, fetchedAt), state: 'stale', refreshAt: 0 };
}

/** A list of which nothing is known, as its fetch failed. */
export function failedEntry(time: Date, refreshAt: number): ListEntry {
  return {
    rows: [],
    version: 'failed',
    state: 'failed',
    fetchedAt: time.getTime(),
    refreshAt,
    day: dayInIndia(time),
    bytes: ENTRY_BYTES,
  };
}

function readEntry(
  rows: readonly unknown[],
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
  };
}
