import { expect, test } from 'vitest';
import { type Day } from '../../../../shared/dates.ts';
import {
  byTime,
  earliestFirst,
  newestFirst,
  upcoming,
  upcomingFirst,
} from '../../../../shared/records/order.ts';

const TODAY: Day = '2026-06-15';

const item = (day: Day | null, title: string) => ({ day, title });
const titlesOf = (items: readonly { title: string }[]) => items.map(({ title }) => title);

test('R-120: newest first, without a date last, items of one day in their order', () => {
  const items = [
    item(null, 'none'),
    item('2025-01-02', 'old'),
    item('2026-01-02', 'first'),
    item('2026-01-02', 'second'),
    item('2026-03-01', 'new'),
  ];
  expect(titlesOf(newestFirst(items))).toEqual(['new', 'first', 'second', 'old', 'none']);
});

test('events are those of today, coming ones from the nearest, past ones from the latest', () => {
  const event = (day: Day | null, title: string, time = '') => ({ ...item(day, title), time });
  const events = [
    event(null, 'none'),
    event('2026-06-14', 'yesterday'),
    event('2026-07-01', 'next month'),
    event('2026-06-15', 'today at ten', '10:00 AM'),
    event('2025-06-16', 'last year'),
    event('2026-06-16', 'tomorrow at ten', '10 AM'),
    event('2026-06-15', 'today at midnight', '12 AM'),
    event('2026-06-16', 'tomorrow at nine', '9 AM'),
    event('2026-06-15', 'today', 'all day'),
    event('2026-06-15', 'today too'),
  ];
  const today = ['today', 'today too', 'today at midnight', 'today at ten'];
  const coming = ['tomorrow at nine', 'tomorrow at ten', 'next month'];
  const past = ['yesterday', 'last year', 'none'];
  const known = byTime(events, TODAY);
  expect([known.today, known.coming, known.past].map(titlesOf)).toEqual([today, coming, past]);
  expect(titlesOf(upcomingFirst(events, TODAY))).toEqual([...today, ...coming, ...past]);
  expect(titlesOf(upcoming(events, TODAY))).toEqual([...today, ...coming]);
  const before = ['none', 'last year', 'yesterday'];
  expect(titlesOf(earliestFirst(events))).toEqual([...before, ...today, ...coming]);
});
