import { expect, test } from 'vitest';
import { type Day } from '../../../shared/dates.ts';
import {
  applyFilters,
  monthsOf,
  resolveFilters,
  yearsOf,
  type Filterable,
} from '../../../shared/filters.ts';

const TODAY: Day = '2026-06-15';
const EVERYTHING = { year: 'All', month: 'All', q: '', undated: true } as const;

function item(day: Day | null, title = 'Annual Day'): Filterable {
  return { title, day };
}

function titlesOf(items: readonly Filterable[]): string[] {
  return items.map(({ title }) => title);
}

test.each([
  ['R-183: items of this year', ['2026-01-01', '2025-01-01'], 2026],
  ['R-184: only items of last year', ['2025-12-31', '2024-01-01'], 2025],
  ['R-187: only items of two years ago', ['2024-12-31'], 2026],
  ['R-187: no items at all', [], 2026],
  ['R-184: nothing now, something last year and next year', ['2027-01-01', '2025-05-05'], 2025],
  ['R-183: only items of next year', ['2027-01-01'], 2026],
])('%s: the year without a choice', (_name, days, year) => {
  const items = days.map((day) => item(day));
  expect(resolveFilters({}, items, TODAY)).toEqual({ year, month: 'All', q: '', undated: true });
});

test('R-184: a month or a text in the address does not switch the fallback off', () => {
  const filters = resolveFilters({ month: '3', q: 'sports' }, [item('2025-12-31')], TODAY);
  expect(filters).toEqual({ year: 2025, month: 3, q: 'sports', undated: true });
});

test('R-104: years are those of the items, newest first, and the chosen one even if it has none', () => {
  const items = [item('2024-02-01'), item('2026-02-01'), item(null), item('2024-09-01')];
  expect(yearsOf(items, 'All')).toEqual([2026, 2024]);
  expect(yearsOf(items, 2025)).toEqual([2026, 2025, 2024]);
  expect(yearsOf([item('2024-01-01')], 'All')).toEqual([2024]);
});

test('R-106: months are those of the chosen year in calendar order, with the chosen one even if it has none', () => {
  const days = ['2026-12-01', '2026-03-01', '2026-09-01', '2026-09-30', '2025-01-01', null];
  const items = days.map((day) => item(day));
  expect(monthsOf(items, { year: 2026, month: 'All' })).toEqual([3, 9, 12]);
  expect(monthsOf(items, { year: 'All', month: 'All' })).toEqual([1, 3, 9, 12]);
  expect(monthsOf(items, { year: 2026, month: 5 })).toEqual([3, 5, 9, 12]);
});

test.each([
  ['the opening year', {}, true],
  ['all years', { year: 'All' }, true],
  ['the opening year, chosen', { year: '2025' }, true],
  ['another year', { year: '2026' }, false],
  ['a month', { month: '6' }, false],
  ['a month of all years', { year: 'All', month: '6' }, false],
  ['a text that it has', { q: 'annual' }, true],
  ['a text that it has not', { q: 'sports' }, false],
])('R-105 R-111: an item without a date is shown with %s: %j, %s', (_name, search, isShown) => {
  const items = [item('2025-02-01', 'Old'), item(null)];
  const shown = applyFilters(items, resolveFilters(search, items, TODAY));
  expect(titlesOf(shown).includes('Annual Day')).toBe(isShown);
});

test.each([
  ['ANNU', 'Annual Day', true],
  ['al da', 'Annual Day', true],
  ['annual  day', 'Annual Day', false],
  ['.*', 'Annual Day', false],
  ['(C++)', 'Workshop (C++) for teachers', true],
  ['[a-z', 'What [a-z] means', true],
  ['\\d', 'Day 1', false],
  ['वार्षिक', 'हमारा वार्षिक उत्सव', true],
  // One character and two for the same letter.
  ['पढ\u093cाई', 'प\u095dाई का दिन', true],
  ['प\u095dाई', 'पढ\u093cाई का दिन', true],
  ["Children's", 'Children’s Day', true],
  ['Children’s', "Children's Day", true],
  ['2026-27', 'Session 2026–27', true],
  ['फीस', 'फ़ीस 2026', true],
  ['फ़ीस', 'फीस 2026', true],
  ['हिंदी', 'हिन्दी दिवस', true],
  ['हिन्दी', 'हिंदी दिवस', true],
  ['हिन', 'हिन्दी दिवस', true],
  ['संबंध', 'सम्बन्ध', true],
  ['अंक', 'अङ्क', true],
  ['मन', 'मंगल', false],
  ['अन्न', 'अंन', false],
  ['2025', 'परिणाम २०२५', true],
  ['२०२५', 'Result 2025', true],
  ['admission', 'Admis\u00adsion notice', true],
  ['admission', 'Admis\u200bsion notice', true],
  ['ISTANBUL', 'istanbul', true],
  ['STRASSE', 'Straße', true],
  ['ΟΔΟΣ', 'η οδός μας'.normalize('NFD').replace(/\p{M}/gu, ''), true],
])('R-219: the search "%s" in "%s" is %s', (q, title, found) => {
  expect(applyFilters([item(null, title)], { ...EVERYTHING, q })).toHaveLength(found ? 1 : 0);
});
