import { expect, test } from 'vitest';
import { timeText } from '../../../shared/time-text.ts';

const TIMES: readonly (readonly [written: unknown, text: string])[] = [
  ['10:00 AM', '10:00 AM'],
  ['After the assembly &amp; prayer', 'After the assembly & prayer'],
  ['2026-12-05T04:30:00.000Z', '10:00 AM'],
  ['2026-12-05T10:00:00+05:30', '10:00 AM'],
  ['2026-12-05T10:00:00+0530', '10:00 AM'],
  ['2026-12-05 04:30:00+00', '10:00 AM'],
  ['2026-12-05T14:05', '2:05 PM'],
  ['2026-12-05T18:30:00Z', '12:00 AM'],
  ['2026-12-05T04:30:00Z - 2026-12-05T06:30:00Z', '10:00 AM - 12:00 PM'],
  ['Sat Dec 05 2026 10:00:00 GMT+0530 (India Standard Time)', '10:00 AM'],
  ['10:00:00+05:30', '10:00'],
  [1_796_445_000_000, '10:00 AM'],
  [{ $date: '2026-12-05T04:30:00Z' }, '10:00 AM'],
  [{ start: '10:00', end: '12:00' }, '10:00 – 12:00'],
  [
    { startTime: '2026-12-05T04:30:00Z', endTime: '2026-12-05T06:30:00Z', _id: '1' },
    '10:00 AM – 12:00 PM',
  ],
  [{ from: { hour: 10, minute: 30 }, to: null }, '10:30'],
  ['{"start":"10:00 AM","end":"1:00 PM"}', '10:00 AM – 1:00 PM'],
  [['10:00 AM', '1:00 PM'], '10:00 AM – 1:00 PM'],
  [['9 - 10 AM', '2 - 3 PM'], '9 - 10 AM, 2 - 3 PM'],
  [[{ from: '9 AM', to: '10 AM' }, 'noon', ''], '9 AM – 10 AM, noon'],
  [[10, 30], '10:30'],
  [{ start: null, end: '12:00' }, '– 12:00'],
  [{ start: '10:00', end: null }, '10:00'],
  [{ start: null, end: null }, ''],
  [{ opens: '10:00', closes: '12:00' }, '10:00 – 12:00'],
  [{ time_from: '10:00', time_to: '10:00' }, '10:00'],
  [['', '1:00 PM'], '– 1:00 PM'],
  ['2026-12-05 04:30:00 UTC', '10:00 AM'],
  ['2026-12-05 10:00 AM', '10:00 AM'],
  ['12/5/2026, 10:00:00 AM', '10:00:00 AM'],
  ['04:30:00Z', '10:00 AM'],
  ['/Date(1796445000000)/', '10:00 AM'],
  [{ $date: { $numberLong: '1796445000000' } }, '10:00 AM'],
  [{ _seconds: 1_796_445_000, _nanoseconds: 0 }, '10:00 AM'],
  ['Sat, 05 Dec 2026 04:30:00 GMT', '10:00 AM'],
  ['Sat, 05 Dec 2026 10:00:00 +0530', '10:00 AM'],
  ['2026-12-05T08:30:00.000+04:00', '10:00 AM'],
  [{ name: 'Morning' }, 'Morning'],
  ['2026-13-45T99:00:00Z', '2026-13-45T99:00:00Z'],
  ...['undefined', 'Invalid Date', null, true, {}, [], { a: 1 }].map((none) => [none, ''] as const),
];

test.each(TIMES)('the time %j is %j, and stays so', (written, text) => {
  expect(timeText(written)).toBe(text);
  expect(timeText(text)).toBe(text);
});
