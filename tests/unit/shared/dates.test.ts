import { expect, onTestFinished, test, vi } from 'vitest';
import {
  MONTH_LABELS,
  dayInIndia,
  daysAfter,
  endOfDayInIndia,
  formatDashed,
  formatDayOfWeek,
  formatLong,
  formatShort,
  formatSlashed,
  formatWithWeekday,
  monthLabel,
} from '../../../shared/dates.ts';

test('R-252: months are three letters, September is Sep', () => {
  expect(MONTH_LABELS.join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec');
  expect(monthLabel('2026-09-30')).toBe('Sep');
});

test('R-253: gallery and sub-gallery dates have their own forms', () => {
  const formats = [formatDashed, formatSlashed, formatShort, formatLong];
  expect(formats.map((format) => format('2026-03-05'))).toEqual(
    '05-03-2026,05/03/2026,5 Mar 2026,5 March 2026'.split(','),
  );
  expect(
    Array.from({ length: 12 }, (_, at) => formatLong(`2026-${String(at + 1).padStart(2, '0')}-05`)),
  ).toEqual(
    'January February March April May June July August September October November December'
      .split(' ')
      .map((month) => `5 ${month} 2026`),
  );
});

test('long and short days have their weekday', () => {
  const week = Array.from({ length: 7 }, (_, at) => daysAfter('2026-03-01', at));
  expect(week.map((day) => formatWithWeekday(day).split(',')[0])).toEqual(
    'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' '),
  );
  expect(formatDayOfWeek('2026-03-05')).toBe('Thu 5 Mar');
});

test.each([
  ['Asia/Kolkata', -330],
  ['America/Los_Angeles', 480],
  ['Pacific/Kiritimati', -840],
])('R-253, R-254: on a machine in %s every day and text is the same', (zone, offsetMinutes) => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('TZ', zone);
  const instant = new Date('2026-12-31T18:30:00Z');
  expect(instant.getTimezoneOffset()).toBe(offsetMinutes);
  expect(dayInIndia(instant)).toBe('2027-01-01');
  expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01');
  expect(formatWithWeekday('2026-03-05')).toBe('Thursday, 5 March 2026');
});

test('R-254: the year changes at midnight in India', () => {
  expect(dayInIndia(new Date('2026-12-31T18:29:59.999Z'))).toBe('2026-12-31');
  for (const [instant, end] of [
    ['2026-12-30T18:30:00Z', '2026-12-31T18:30:00Z'],
    ['2026-12-31T02:00:00Z', '2026-12-31T18:30:00Z'],
    ['2026-12-31T18:29:59.999Z', '2026-12-31T18:30:00Z'],
    ['2026-12-31T18:30:00Z', '2027-01-01T18:30:00Z'],
  ] as const)
    expect([instant, endOfDayInIndia(new Date(instant))]).toEqual([instant, Date.parse(end)]);
});
