import { expect, test } from 'vitest';
import { daysAfter } from '../../../shared/dates.ts';
import { ENGLISH } from '../../../shared/translation.ts';
import {
  formatWeeklyHolidays,
  isWeeklyHoliday,
  parseWeeklyHolidays,
} from '../../../shared/weekly-holidays.ts';

/** Days of August 2026: it has five Saturdays and five Sundays. */
function datesIn(text: string): number[] | null {
  const rule = parseWeeklyHolidays(text);
  if (rule === null) return null;
  return Array.from({ length: 31 }, (_, at) => at + 1).filter((date) =>
    isWeeklyHoliday(rule, daysAfter('2026-07-31', date)),
  );
}

const SUNDAYS = [2, 9, 16, 23, 30];

test.each([
  ['Sunday', SUNDAYS, 'Sunday'],
  ['SUNDAYS', SUNDAYS, 'Sunday'],
  ['2nd, 4th Saturday', [8, 22], '2nd and 4th Saturday'],
  ['second Saturday', [8], '2nd Saturday'],
  ['2nd & 4th Sat.', [8, 22], '2nd and 4th Saturday'],
  ['Sunday, Saturday (2nd, 4th)', [2, 8, 9, 16, 22, 23, 30], 'Sunday, 2nd and 4th Saturday'],
  ['last Tuesday of the month', [25], 'last Tuesday'],
  ['all Saturdays', [1, 8, 15, 22, 29], 'Saturday'],
  [
    'Monday, all Saturdays but the 2nd',
    [1, 3, 10, 15, 17, 22, 24, 29, 31],
    'Monday, every Saturday but the 2nd',
  ],
  ['Saturday except the 1st and last Saturday', [8, 15, 22], 'every Saturday but the 1st and last'],
  ['Sunday, 2nd Saturday', [2, 8, 9, 16, 23, 30], 'Sunday, 2nd Saturday'],
  ['2nd Saturday and Sunday', [2, 8, 9, 16, 23, 30], '2nd Saturday, Sunday'],
  ['रविवार', SUNDAYS, 'Sunday'],
  ['दूसरे और चौथे शनिवार', [8, 22], '2nd and 4th Saturday'],
])('%j are the days %j, written as %s', (text, dates, written) => {
  expect(datesIn(text)).toEqual(dates);
  expect(formatWeeklyHolidays(parseWeeklyHolidays(text) ?? [], ENGLISH)).toBe(written);
});

test.each([
  '',
  '2nd',
  'alternate Saturdays',
  '6th Saturday',
  'Saturday but',
  'all but Saturday',
  'Saturday but Saturday',
  '2nd Saturday but the 4th',
  'Saturday but the 2nd Sunday',
  'Monday to Saturday',
  'Sunday '.repeat(20),
])('%j is no rule', (text) => {
  expect(datesIn(text)).toBeNull();
});
