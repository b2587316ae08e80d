import { dayParts, type Day } from './dates.ts';
import { textMatcher } from './fold-text.ts';
import type { Search } from './query-params.ts';

/** What a list shows: records of a year, of a month (1 to 12), with a text in their title. */
export type Filters = {
  year: 'All' | number;
  month: 'All' | number;
  q: string;
  /** Whether undated records are shown with this year: with the one that the page opens with, unless a month is chosen. */
  undated: boolean;
};

export type Filterable = { title: string; day: Day | null };

/**
 * The filters of an address. Without a year in it the year is the current one, or the one before
 * where the current one has no records and that one has: one year back, never more, and
 * never against a choice of the visitor.
 */
export function resolveFilters(search: Search, items: readonly Filterable[], today: Day): Filters {
  const opening = openingYear(items, today);
  const year = search.year === undefined ? opening : numberOrAll(search.year);
  return {
    year,
    undated: year === opening,
    month: numberOrAll(search.month ?? 'All'),
    q: search.q ?? '',
  };
}

function openingYear(items: readonly Filterable[], today: Day): number {
  const { year } = dayParts(today);
  const has = (wanted: number) => items.some((item) => isIn(item, wanted));
  return !has(year) && has(year - 1) ? year - 1 : year;
}

function numberOrAll(text: string): 'All' | number {
  return text === 'All' ? 'All' : Number(text);
}

function isIn(item: Filterable, year: 'All' | number): boolean {
  return year === 'All' || (item.day !== null && dayParts(item.day).year === year);
}

/** Years to choose from, newest first: those of the records, and the chosen one even if it has none. */
export function yearsOf(items: readonly Filterable[], chosen: Filters['year']): number[] {
  const years = new Set(chosen === 'All' ? [] : [chosen]);
  for (const { day } of items) if (day !== null) years.add(dayParts(day).year);
  return [...years].sort((a, b) => b - a);
}

/** Months (1 to 12) with records in the chosen year, in calendar order, and the chosen month even if it has none. */
export function monthsOf(
  items: readonly Filterable[],
  { year, month }: Pick<Filters, 'year' | 'month'>,
): number[] {
  const months = new Set(month === 'All' ? [] : [month]);
  for (const item of items)
    if (item.day !== null && isIn(item, year)) months.add(dayParts(item.day).month);
  return [...months].sort((a, b) => a - b);
}

/** The records that meet all three filters (R-219: a title in any letter case), in their order. Records without a date meet no month. */
export function applyFilters<Item extends Filterable>(
  items: readonly Item[],
  { year, month, q, undated }: Filters,
): Item[] {
  const hasText = textMatcher(q);
  return items.filter(
    (item) =>
      (isIn(item, year) || (undated && item.day === null)) &&
      (month === 'All' || (item.day !== null && dayParts(item.day).month === month)) &&
      hasText(item.title),
  );
}
