import { expect, test } from 'vitest';
import { readEventTimes } from '../../../shared/event-times.ts';

/** In 24 hours: `9:30-10:30`. */
function timesOf(text: string): string | null {
  const clockOf = (minutes: number) =>
    `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  const known = readEventTimes(text);
  return known && `${clockOf(known.start)}-${clockOf(known.end)}`;
}

test.each([
  ['10:00 AM', '10:00-11:00'],
  ['10 AM - 1 PM', '10:00-13:00'],
  ['09:30', '9:30-10:30'],
  ['9:30 to 12:00', '9:30-12:00'],
  ['10 - 11.30 a.m.', '10:00-11:30'],
  ['10 - 1 PM', '10:00-13:00'],
  ['4 – 6 p.m.', '16:00-18:00'],
  ['12:15 PM', '12:15-13:15'],
  ['12 AM', '0:00-1:00'],
  ['9:30AM onwards', '9:30-10:30'],
  ['from 10:00 AM till 12 noon', '10:00-12:00'],
  ['14:00 hrs', '14:00-15:00'],
])('%s is %s', (text, times) => {
  expect(timesOf(text)).toBe(times);
});

test('an hour is that of a day: the last minute of an hour, the first and the last hour', () => {
  expect(
    ['10:59 AM', '1 AM', '12 PM', '12 noon', '12:00 noon', '00:30', '23:00'].map(timesOf),
  ).toEqual([
    '10:59-11:59',
    '1:00-2:00',
    '12:00-13:00',
    '12:00-13:00',
    '12:00-13:00',
    '0:30-1:30',
    '23:00-24:00',
  ]);
  for (const text of ['10:60 AM', '0 AM', '13 AM', '11 noon', '12:30 noon', '23:01', '24:00'])
    expect([text, timesOf(text)]).toEqual([text, null]);
});

test('an hour of one digit without AM or PM is of the morning from seven on', () => {
  expect(['7:00', '06:59'].map(timesOf)).toEqual(['7:00-8:00', '6:59-7:59']);
  expect(['6:59', '6:59 hrs'].map(timesOf)).toEqual([null, null]);
});

test('the start is in the later half of the day before an end with AM, PM or noon', () => {
  expect(['1 - 2 PM', '12 - 1 PM', '11 - 1 PM', '8 - 12 noon', '9 - 11 am'].map(timesOf)).toEqual([
    '13:00-14:00',
    '12:00-13:00',
    '11:00-13:00',
    '8:00-12:00',
    '9:00-11:00',
  ]);
  expect(['9:00 AM - 11:00', '10:00 - 11:00 hrs', '1 AM - 2 PM'].map(timesOf)).toEqual([
    '9:00-11:00',
    '10:00-11:00',
    '1:00-14:00',
  ]);
  for (const text of [
    '9 - 11',
    '11 AM - 1',
    '10 AM - 10 AM',
    '10 - 11:00',
    '10 - 11:30 hrs',
    '10:00 - 24:30',
  ])
    expect([text, timesOf(text)]).toEqual([text, null]);
});

test('spaces, dots and words around a time change nothing', () => {
  for (const text of [
    ' 10 AM ',
    '10   AM',
    '10 A. M.',
    '10 a.m',
    '10 A M',
    'at 10 AM',
    'at  10 AM',
    'From 10 AM',
    '10.00 am',
    '10 am.',
    '10 AM onward',
    '10 AM onwards',
    '10AMonwards',
    '10 AM IST',
    '10 AM (IST)',
    '10 AM   IST.',
    '10:00 hr',
    '10:00hrs',
    '10:00 hour',
    '10:00 hours',
  ])
    expect([text, timesOf(text)]).toEqual([text, '10:00-11:00']);
  for (const text of ['10AM-1PM', '10 AM — 1 PM', '10 AM to 1 PM', '10 AM until 1 PM'])
    expect([text, timesOf(text)]).toEqual([text, '10:00-13:00']);
});

test.each([
  '',
  'सुबह 10 बजे',
  'After the assembly',
  '4:00',
  '10',
  '10:00 - 1:00',
  '25:00',
  '13 PM',
  '10:75 AM',
  '10:5 AM',
  '110 AM',
  'x10 AM',
  '10 AMx',
  '10 AM 1 PM',
  '11 PM - 2 AM',
  '10:00 AM, then 4 PM',
  '9'.repeat(10_000),
])('%j has no unambiguous time', (text) => {
  expect(readEventTimes(text)).toBeNull();
});
