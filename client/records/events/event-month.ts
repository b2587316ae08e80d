import { dayParts, type Day } from '../../../shared/dates.ts';
import type { Search } from '../../../shared/search.ts';

/** `month` is 1 to 12. */
export type Month = { year: number; month: number };

/** The month of the query, else today's. */
export function monthOf({ year, month }: Search, today: Day): Month {
  const { year: thisYear, month: thisMonth } = dayParts(today);
  const requested = { year: Number(year ?? thisYear), month: Number(month ?? thisMonth) };
  return Number.isNaN(requested.year + requested.month)
    ? { year: thisYear, month: thisMonth }
    : requested;
}

export function monthQuery({ year, month }: Month): string {
  return `?year=${year}&month=${month}`;
}

/** Weeks begin on Monday and include days of the adjacent months. */
export function weeksOf({ year, month }: Month): Day[][] {
  const before = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7;
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Array.from({ length: Math.ceil((before + length) / 7) }, (_week, row) =>
    Array.from({ length: 7 }, (_day, column) =>
      new Date(Date.UTC(year, month - 1, row * 7 + column - before + 1)).toISOString().slice(0, 10),
    ),
  );
}

export function isIn({ year, month }: Month, day: Day): boolean {
  const parts = dayParts(day);
  return parts.year === year && parts.month === month;
}

function firstDayOf({ year, month }: Month): Day {
  return `${year}-${String(month).padStart(2, '0')}-01`;
}

/**
 * The months beside one, null where neither an event nor today is on that side, so that
 * links do not lead through empty years.
 */
export function neighboursOf(
  { year, month }: Month,
  days: readonly Day[],
): { previous: Month | null; next: Month | null } {
  const first = firstDayOf({ year, month });
  const previous = month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 };
  const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 };
  return {
    previous: days.some((day) => day < first) ? previous : null,
    next: days.some((day) => day >= firstDayOf(next)) ? next : null,
  };
}
