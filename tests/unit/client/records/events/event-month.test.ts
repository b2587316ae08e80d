import { expect, test } from 'vitest';
import { weeksOf } from '../../../../../client/records/events/event-month.ts';

test.each([
  ['2026-11', 6, '2026-11-01', 6],
  ['2027-02', 4, '2027-02-01', 0],
  ['2028-02', 5, '2028-02-01', 1],
])('%s has %i weeks, and its first day on the right weekday', (month, weeks, first, column) => {
  const days = weeksOf(month);
  expect(days).toHaveLength(weeks);
  expect(days[0]?.indexOf(first)).toBe(column);
  expect(days.flat().filter((day) => day.startsWith(month))).toHaveLength(
    new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate(),
  );
});
