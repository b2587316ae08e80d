import { expect, test } from 'vitest';
import {
  findSchoolDay,
  schoolDaysSchema,
  type SchoolCalendar,
} from '../../../shared/school-days.ts';

const CALENDAR: SchoolCalendar = {
  session: { name: '2026-27', from: '2026-04-01', to: '2027-03-31' },
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  hours: [
    { name: 'Winter', from: '2026-11-01', to: '2027-02-28', opens: '08:30', closes: '14:30' },
    { name: 'Summer', from: '2026-04-01', to: '2027-03-31', opens: '07:30', closes: '13:30' },
  ],
  holidays: [
    { name: 'Guru Nanak Jayanti', from: '2026-11-24' },
    { name: 'Holi', from: '2027-03-30', to: '2027-03-31' },
  ],
  exams: [{ name: 'Half-yearly', from: '2026-09-14', to: '2026-09-26' }],
};

const closed = { isOpen: false, reason: null, isUrgent: false };

test.each([
  ['a school day of the winter', '2026-11-27', { opens: '08:30', closes: '14:30', exam: null }],
  ['a school day of the summer', '2026-10-31', { opens: '07:30', closes: '13:30', exam: null }],
  ['an examination day', '2026-09-26', { opens: '07:30', closes: '13:30', exam: 'Half-yearly' }],
])('%s is open', (_name, day, hours) => {
  expect(findSchoolDay(CALENDAR, day)).toEqual({ isOpen: true, ...hours });
});

test.each([
  ['a Sunday', '2026-11-29', { ...closed, opensOn: '2026-11-30' }],
  ['a holiday', '2026-11-24', { ...closed, reason: 'Guru Nanak Jayanti', opensOn: '2026-11-25' }],
  ['the last day of the session', '2027-03-31', { ...closed, reason: 'Holi', opensOn: null }],
])('%s is closed', (_name, day, expected) => {
  expect(findSchoolDay(CALENDAR, day)).toEqual(expected);
});

test('days outside the session are unknown', () => {
  expect(findSchoolDay(CALENDAR, '2026-03-31')).toBeNull();
  expect(findSchoolDay(CALENDAR, '2027-04-01')).toBeNull();
});

test('an urgent notice that closes the school wins, and moves the next opening', () => {
  const closures = [{ from: '2026-11-28', to: '2026-11-30' }];
  const expected = { ...closed, isUrgent: true, opensOn: '2026-12-01' };
  expect(findSchoolDay(CALENDAR, '2026-11-28', closures)).toEqual(expected);
  expect(findSchoolDay(CALENDAR, '2026-11-27', closures)?.isOpen).toBe(true);
});

test.each([
  [{ from: '2026-02-30' }, 'must be a day that exists'],
  [{ from: '24-11-2026' }, 'must be a day that exists'],
  [{ from: '2026-11-24', to: '2026-11-23' }, '"to" must not be before "from"'],
])('a holiday of %j is rejected: %s', (days, error) => {
  const wrong = { ...CALENDAR, holidays: [{ name: 'Holiday', ...days }] };
  const { error: found } = schoolDaysSchema.safeParse({ FARRUKHABAD: wrong, NEKPUR: CALENDAR });
  expect(found?.issues[0]?.message).toContain(error);
  expect(found?.issues[0]?.path.slice(0, 3)).toEqual(['FARRUKHABAD', 'holidays', 0]);
});
