import { expect, test } from 'vitest';
import { ClockComparison, responseTimeMs, secondsAhead } from '../../../server/clock-comparison.ts';
import { createTestLog } from '../../support/test-log.ts';

const BETWEEN = { sentMs: 1_000_000, receivedMs: 1_400_000 };

test.each([
  [1_000_000, 0],
  [1_400_000, 0],
  [900_000, 100],
  [1_500_000, -100],
])('a clock that shows %i between two times is %i s away from them', (otherMs, seconds) => {
  expect(secondsAhead(otherMs, BETWEEN)).toBe(seconds);
});

test.each([
  ['Sun, 01 Mar 2026 10:00:00 GMT', null, '2026-03-01T10:00:00.000Z'],
  ['Sun, 01 Mar 2026 10:00:00 GMT', '90', '2026-03-01T10:01:30.000Z'],
  ['Sun, 01 Mar 2026 10:00:00 GMT', 'x', '2026-03-01T10:00:00.000Z'],
])('a response of %s with the age %s is of %s', (date, age, time) => {
  expect(responseTimeMs(date, age)).toBe(Date.parse(time));
});

test.each([null, '', 'today'])('a response with the date %j has no time', (date) => {
  expect(responseTimeMs(date, '90')).toBeNull();
});

test('I11: a clock that is off is logged once, at the third comparison in a row, and again after it was right', () => {
  const { log, lines } = createTestLog();
  const clocks = new ClockComparison(log);
  const compare = (...others: number[]) => {
    for (const otherMs of others) clocks.add('provider', otherMs, BETWEEN);
    return lines.length;
  };
  const [off, right] = [900_000, 1_000_000];
  expect(compare(off, off, right, off, off)).toBe(0);
  expect(compare(off, off, off)).toBe(1);
  expect(lines[0]).toMatchObject({ level: 'error', state: 'provider', count: 100 });
  expect(clocks.state()).toEqual({ provider: 100 });
  expect(compare(right)).toBe(1);
  expect(clocks.state()).toEqual({ provider: 0 });
  expect(compare(off, off, off)).toBe(2);
});

test('I11: a minute is no error, and each clock counts by itself', () => {
  const { log, lines } = createTestLog();
  const clocks = new ClockComparison(log);
  for (const ms of [60_000, 61_000, 61_000])
    for (const owner of ['provider', 'database'] as const)
      clocks.add(owner, BETWEEN.sentMs - ms, BETWEEN);
  expect(lines).toEqual([]);
  clocks.add('database', BETWEEN.sentMs - 61_000, BETWEEN);
  expect(lines.map(({ state }) => state)).toEqual(['database']);
});

test('I11: the time of a machine with a database is that of the database, whatever the provider shows', () => {
  const clocks = new ClockComparison(createTestLog().log);
  const now = new Date(BETWEEN.sentMs);
  clocks.add('provider', 900_000, BETWEEN);
  expect(clocks.sharedTime(now)).toEqual(now);
  clocks.add('database', 900_000, BETWEEN);
  expect(clocks.sharedTime(now)).toEqual(new Date(900_000));
});
