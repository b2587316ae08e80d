import { dayParts, daysAfter, type Day } from '../../../shared/dates.ts';
import type { Search } from '../../../shared/query-params.ts';

/** Element id of today's cell. */
export const TODAY_ID = 'today';

/** `YYYY-MM`, with which the days of the month begin. */
export type Month = string;

/** The month of the query, else today's. */
export function parseMonth({ year, month }: Search, today: Day): Month {
  const requested = `${year ?? today.slice(0, 4)}-${month?.padStart(2, '0') ?? today.slice(5, 7)}`;
  return requested.includes('All') ? today.slice(0, 7) : requested;
}

export function monthQuery(of: Month): string {
  const { year, month } = dayParts(of);
  return `?year=${year}&month=${month}`;
}

function nextMonth(month: Month): Month {
  return daysAfter(`${month}-01`, 31).slice(0, 7);
}

/** Weeks begin on Monday and include days of the adjacent months. */
export function weeksOf(month: Month): Day[][] {
  const first = `${month}-01`;
  const before = (new Date(first).getUTCDay() + 6) % 7;
  const length = dayParts(daysAfter(`${nextMonth(month)}-01`, -1)).date;
  return Array.from({ length: Math.ceil((before + length) / 7) }, (_week, row) =>
    Array.from({ length: 7 }, (_day, column) => daysAfter(first, row * 7 + column - before)),
  );
}

/**
 * The months beside one, null where neither an event nor today is on that side, so that
 * links do not lead through empty years.
 */
export function findNeighbours(
  month: Month,
  days: readonly Day[],
): { previous: Month | null; next: Month | null } {
  const previous = daysAfter(`${month}-01`, -1).slice(0, 7);
  const next = nextMonth(month);
  return {
    previous: days.some((day) => day < month) ? previous : null,
    next: days.some((day) => day >= next) ? next : null,
  };
}
