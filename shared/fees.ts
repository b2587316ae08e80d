import type { Campus } from './campuses.ts';
import type { Day } from './dates.ts';

export type FeeTable = {
  /** "2026-27". */
  session: string;
  /** The first day of the session. */
  from: Day;
  published: Day;
  /** The same as a PDF. */
  file?: string | undefined;
  heads: { head: string; when: string }[];
  /** Rupees in the order of the heads; null where a head does not apply. */
  classes: { classes: string; rupees: (number | null)[] }[];
  notes: string[];
};

export type Fees = Record<Campus, FeeTable[]>;

/** The newest session first, wherever it stands in the file. */
export function newestFees(tables: readonly FeeTable[] = []): FeeTable[] {
  return tables.toSorted((one, other) => other.from.localeCompare(one.from));
}
