import type { Day } from '../../../shared/dates.ts';
import { newestFirst } from '../../../shared/filters.ts';
import type { SchoolEvent } from '../../../shared/records.ts';

/** Events as the home page shows them: the next ones first, then past ones from the latest; undated ones last. */
export function upcomingFirst(events: readonly SchoolEvent[], today: Day): SchoolEvent[] {
  const coming = events.filter(({ day }) => day !== null && day >= today);
  const past = events.filter(({ day }) => day === null || day < today);
  return [...newestFirst(coming).toReversed(), ...newestFirst(past)];
}
