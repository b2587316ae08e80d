import { expect, test } from 'vitest';
import { officeProblems } from '../../../../support/office-problems.ts';
import { perCampus } from '../../../../../shared/campuses.ts';
import { schoolDaysFiles, type CalendarRows } from '../../../../support/table-files.ts';

const SUMMER = {
  name: 'Summer',
  from: '01-04-2026',
  to: '31-10-2026',
  opens: '7:30',
  closes: '1:30 PM',
};
const WINTER = {
  name: 'Winter',
  from: '01-11-2026',
  to: '31-03-2027',
  opens: '8:30',
  closes: '2:30 PM',
};

const CALENDAR: CalendarRows = {
  session: { name: '2026-27', from: '01-04-2026', to: '31-03-2027' },
  weeklyHolidays: [{ weekdays: 'Sunday' }],
  hours: [SUMMER, WINTER],
  holidays: [{ name: 'Diwali', from: '08-11-2026', to: '10-11-2026' }],
  exams: [{ name: 'Unit test', from: '01-12-2026' }],
};

const calendars = perCampus(() => CALENDAR);

/** Of Farrukhabad; those of other campuses are right, and come after. */
function problemsOf(changes: Partial<CalendarRows>): Promise<string[]> {
  const changed = { ...calendars, FARRUKHABAD: { ...CALENDAR, ...changes } };
  return officeProblems(schoolDaysFiles(changed));
}

const hours = (...rows: CalendarRows['hours']) => ({ hours: rows });
const holiday = (days: CalendarRows['session']) => ({ holidays: [{ name: 'Holiday', ...days }] });
const forClasses = 'IX to XII';

test.each<[Partial<CalendarRows>, string[]]>([
  [{}, []],
  [
    holiday({ from: '24-11-2026', to: '23-11-2026' }),
    ['holidays.csv: row 2, column D (to): must not be before the day in the column From'],
  ],
  [
    holiday({ from: '25-12-2025' }),
    ['holidays.csv: row 2: is outside the session, which is from 2026-04-01 to 2027-03-31'],
  ],
  [
    holiday({ from: '31-03-2027', to: '01-04-2027' }),
    ['holidays.csv: row 2: is outside the session, which is from 2026-04-01 to 2027-03-31'],
  ],
  [
    holiday({ from: '25-12-2026', forClasses: 'V to I' }),
    [expect.stringMatching(/^holidays\.csv: row 2, column \w \(forClasses\): is backwards/)],
  ],
  [
    { weeklyHolidays: [] },
    [
      'sessions.csv: row 2: has no weekly holiday: write one in the table weekly-holidays, such as Sunday',
    ],
  ],
  [
    { weeklyHolidays: [{ weekdays: 'alternate Saturdays' }] },
    [expect.stringContaining('must be weekdays without school, such as "Sunday"')],
  ],
  [
    hours(SUMMER, { ...WINTER, opens: '2:30 PM', closes: '8:30' }),
    ['hours.csv: row 3, column F (closes): must be after the time in the column Opens'],
  ],
  [
    hours(SUMMER, { ...WINTER, from: '10-11-2026', to: '30-03-2027' }),
    [
      'hours.csv: Farrukhabad: Nursery to XII has no hours from 2026-11-02 to 2026-11-07',
      'hours.csv: Farrukhabad: Nursery to XII has no hours from 2027-03-31 to 2027-03-31',
    ],
  ],
  [
    hours(SUMMER, { ...WINTER, forClasses: 'Nursery to VIII' }),
    ['hours.csv: Farrukhabad: IX to XII has no hours from 2026-11-02 to 2027-03-31'],
  ],
  [hours(SUMMER, { ...WINTER, forClasses: 'Nursery to VIII' }, { ...WINTER, forClasses }), []],
  [
    hours(SUMMER, WINTER, { ...SUMMER, name: 'Seniors', forClasses }),
    ['hours.csv: row 4: has days and classes of Summer: a class has one line of hours on a day'],
  ],
  [
    { holidays: [...CALENDAR.holidays, ...CALENDAR.holidays, ...CALENDAR.holidays] },
    [3, 4].map((row) => `holidays.csv: row ${row}: is the same as row 2: remove one`),
  ],
  [
    { session: { ...CALENDAR.session, to: '31-03-2099' } },
    ['sessions.csv: row 2: must not be longer than 400 days'],
  ],
])('of %j the problems are %j', async (changes, expected) => {
  expect(await problemsOf(changes)).toEqual(expected);
});

test('a campus without the highest class needs no hours for it', async () => {
  const session = { ...CALENDAR.session, forClasses: 'Nursery to XI' };
  const own = hours({ ...SUMMER, to: '31-03-2027', forClasses: 'up to XI' });
  expect(await problemsOf({ session, ...own })).toEqual([]);
});

test('a holiday of all campuses is the same as that of one', async () => {
  const files = schoolDaysFiles(calendars);
  files['holidays.csv'] = 'Campus,Holiday,From\nAll,Diwali,08-11-2026\nNekpur,DIWALI,8/11/2026\n';
  expect(await officeProblems(files)).toEqual([
    'holidays.csv: row 3: is the same as row 2: remove one',
  ]);
});

test('holidays without a session are named', async () => {
  const holidays = 'Campus,Holiday,From\nAll,Diwali,08-11-2026\n';
  expect(await officeProblems({ 'holidays.csv': holidays })).toEqual([
    'holidays.csv: row 2: needs a row in the table sessions',
  ]);
});

test('rows of a campus without a session are named, and those of the others are right', async () => {
  const files = schoolDaysFiles(calendars);
  files['sessions.csv'] = files['sessions.csv']?.replace(/^"Nekpur".*\n/m, '') ?? '';
  files['holidays.csv'] = 'Campus,Holiday,From\nAll,Diwali,08-11-2026\nNekpur,Holi,3-3-2027\n';
  const text = 'Nekpur has no session: write one in the table sessions';
  expect(await officeProblems(files)).toEqual([
    `weekly-holidays.csv: row 3: ${text}`,
    `hours.csv: row 4: ${text}`,
    `holidays.csv: row 2: ${text}`,
    `examinations.csv: row 3: ${text}`,
  ]);
});
