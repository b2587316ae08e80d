import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fillText } from '../../../shared/fill-text.ts';
import { schoolDaysSchema } from '../../../shared/school-days-schema.ts';

const SUMMER = {
  name: 'Summer',
  from: '2026-04-01',
  to: '2026-10-31',
  opens: '07:30',
  closes: '13:30',
};
const WINTER = {
  name: 'Winter',
  from: '2026-11-01',
  to: '2027-03-31',
  opens: '08:30',
  closes: '14:30',
};

const CALENDAR = {
  session: { name: '2026-27', from: '2026-04-01', to: '2027-03-31' },
  weeklyHolidays: [{ weekdays: 'Sunday' }],
  hours: [SUMMER, WINTER],
  holidays: [{ name: 'Diwali', from: '2026-11-08', to: '2026-11-10' }],
  exams: [],
};

function textOf(issue: z.core.$ZodIssue): string {
  const values =
    issue.code === 'custom' ? z.record(z.string(), z.string()).parse(issue.params ?? {}) : {};
  return `${issue.path.join('.')}: ${fillText(issue.message, values)}`;
}

function problemsOf(changes: object): string[] {
  const { error } = schoolDaysSchema.safeParse({
    FARRUKHABAD: { ...CALENDAR, ...changes },
    NEKPUR: CALENDAR,
  });
  return error?.issues.map(textOf) ?? [];
}

const hours = (...lines: object[]) => ({ hours: lines });
const holiday = (days: object) => ({ holidays: [{ name: 'Holiday', ...days }] });
const forClasses = 'IX to XII';

test.each([
  [{}, []],
  [holiday({ from: '2026-02-30' }), ['holidays.0.from: must be a day that exists']],
  [holiday({ from: '24-11-2026' }), ['holidays.0.from: must be a day that exists']],
  [
    holiday({ from: '2026-11-24', to: '2026-11-23' }),
    ['holidays.0: "to" must not be before "from"'],
  ],
  [
    holiday({ from: '2025-12-25' }),
    ['holidays.0: is outside the session, which is from 2026-04-01'],
  ],
  [holiday({ from: '2027-03-31', to: '2027-04-01' }), ['holidays.0: is outside the session']],
  [holiday({ from: '2026-12-25', forClasses: 'V to I' }), ['holidays.0.forClasses: is backwards']],
  [{ weeklyHolidays: [] }, ['weeklyHolidays: must have the days without school']],
  [
    { weeklyHolidays: [{ weekdays: 'alternate Saturdays' }] },
    ['weeklyHolidays.0.weekdays: must be weekdays without school, such as "Sunday"'],
  ],
  [
    hours(SUMMER, { ...WINTER, opens: '14:30', closes: '08:30' }),
    ['hours.1: "closes" must be after "opens"'],
  ],
  [
    hours(SUMMER, { ...WINTER, from: '2026-11-10' }),
    ['hours: Nursery to XII has no hours from 2026-11-02 to 2026-11-07'],
  ],
  [
    hours(SUMMER, { ...WINTER, from: '2026-11-12' }),
    ['hours: Nursery to XII has no hours from 2026-11-02 to 2026-11-11'],
  ],
  [
    hours(SUMMER, { ...WINTER, forClasses: 'Nursery to VIII' }),
    ['hours: IX to XII has no hours from 2026-11-02 to 2027-03-31'],
  ],
  [hours(SUMMER, { ...WINTER, forClasses: 'Nursery to VIII' }, { ...WINTER, forClasses }), []],
  [
    hours(SUMMER, WINTER, { ...WINTER, name: 'Seniors', forClasses }),
    ['hours.2: has days and classes of Winter: a class has one line of hours on a day'],
  ],
  [
    { session: { ...CALENDAR.session, to: '2127-03-31' } },
    ['session: must not be longer than 400 days'],
  ],
])('of %j the problems are %j', (changes, expected) => {
  const found = problemsOf(changes);
  expect(found).toHaveLength(expected.length);
  for (const [at, problem] of expected.entries())
    expect(found[at]).toContain(`FARRUKHABAD.${problem}`);
});

test('a campus without the highest class needs no hours for it', () => {
  const session = { ...CALENDAR.session, forClasses: 'Nursery to XI' };
  const own = hours({ ...SUMMER, to: '2027-03-31', forClasses: 'up to XI' });
  expect(problemsOf({ session, ...own })).toEqual([]);
});
