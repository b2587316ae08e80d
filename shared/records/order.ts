import type { Day } from '../dates.ts';
import { readEventTimes } from '../event-times.ts';

type Dated = { day: Day | null };

/** The time is in the provider's words. */
type Timed = Dated & { time: string };

/** Whether an event of that day is no longer upcoming: for its group, its place, its label and its links. */
export function isPast(day: Day, today: Day): boolean {
  return day < today;
}

/**
 * Events by when they are: those of today, coming ones with the nearest first, past and undated ones with the
 * latest first. Those of one day still to come are in the order of their times, else in the order of the list.
 */
export function byTime<Item extends Timed>(
  items: readonly Item[],
  today: Day,
): { today: Item[]; coming: Item[]; past: Item[] } {
  return {
    today: earliestFirst(items.filter(({ day }) => day === today)),
    coming: upcoming(items, today).filter(({ day }) => day !== today),
    past: newestFirst(items.filter(({ day }) => day === null || isPast(day, today))),
  };
}

/** Sorts by day and time; events without an hour precede the others of their day. */
export function earliestFirst<Item extends Timed>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, day: item.day ?? '', start: readEventTimes(item.time)?.start ?? -1 }))
    .sort((a, b) => (a.day === b.day ? a.start - b.start : a.day < b.day ? -1 : 1))
    .map(({ item }) => item);
}

/** The same in one list: the next ones first, then past ones from the latest; undated ones last. */
export function upcomingFirst<Item extends Timed>(items: readonly Item[], day: Day): Item[] {
  const { today, coming, past } = byTime(items, day);
  return [...today, ...coming, ...past];
}

/** Today's and those to come, the nearest first. */
export function upcoming<Item extends Timed>(items: readonly Item[], today: Day): Item[] {
  return earliestFirst(items.filter(({ day }) => day !== null && !isPast(day, today)));
}

/** Newest first; records of one day keep their order, those without a date come last. */
export function newestFirst<Item extends Dated>(items: readonly Item[]): Item[] {
  const key = (item: Item) => item.day ?? '';
  // Safari 15 lacks toSorted.
  return [...items].sort((a, b) => (key(a) < key(b) ? 1 : key(a) > key(b) ? -1 : 0));
}
