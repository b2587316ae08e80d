import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLASSES, formatClasses, type SchoolClass } from '../../../shared/classes.ts';
import { daysAfter } from '../../../shared/dates.ts';
import {
  classesOf,
  findSchoolDay,
  type ClassState,
  type SchoolCalendar,
  type SchoolChange,
} from '../../../shared/school-days.ts';
import { ENGLISH } from '../../../shared/translation.ts';
import { holds } from '../../support/holds.ts';

const FROM = '2026-04-01';
const TO = '2027-03-31';
const JUNIORS = CLASSES.slice(0, 8);
const UP_TO_VIII = CLASSES.slice(0, 11);
const SENIORS = CLASSES.slice(11);

const CALENDAR: SchoolCalendar = {
  session: { name: '2026-27', from: FROM, to: TO },
  weeklyHolidays: [{ weekdays: [{ weekday: 'Sunday' }] }],
  hours: [
    { name: 'Summer', from: FROM, to: '2026-10-31', opens: '07:30', closes: '13:30' },
    { name: 'Winter', from: '2026-11-01', to: TO, opens: '08:30', closes: '14:30' },
  ],
  holidays: [
    { name: 'Guru Nanak Jayanti', from: '2026-11-24' },
    { name: 'Holi', from: '2027-03-30', to: TO },
  ],
  exams: [{ name: 'Half-yearly', from: '2026-09-14', to: '2026-09-26' }],
};

const ofClasses: SchoolCalendar = {
  ...CALENDAR,
  hours: [
    { ...hours('08:30', '12:30'), forClasses: [...JUNIORS] },
    { ...hours('08:30', '14:30'), forClasses: CLASSES.slice(8) },
  ],
  exams: [{ name: 'Unit test', from: '2026-11-27', forClasses: [...SENIORS] }],
};

function hours(opens: string, closes: string) {
  return { name: 'All year', from: FROM, to: TO, opens, closes };
}

const open = (opens: string, closes: string | null, isUrgent = false): ClassState => ({
  state: 'open',
  opens,
  closes,
  isUrgent,
});
const closed = (
  opensOn: string | null,
  reason: string | null = null,
  isUrgent = false,
): ClassState => ({ state: 'closed', reason, isUrgent, opensOn });
const closedByNotice = (opensOn: string) => closed(opensOn, null, true);

/** The states of a day by the classes that have them. */
function statesOn(day: string, calendar = CALENDAR, changes: readonly SchoolChange[] = []) {
  const groups = findSchoolDay(calendar, day, changes)?.groups ?? [];
  return Object.fromEntries(
    groups.map(({ classes, state }) => [formatClasses(classes, ENGLISH), state]),
  );
}

const ALL = 'Nursery to XII';

test.each([
  ['a school day of the winter', '2026-11-27', open('08:30', '14:30')],
  ['a school day of the summer', '2026-10-31', open('07:30', '13:30')],
  ['a Sunday', '2026-11-29', closed('2026-11-30')],
  ['a holiday', '2026-11-24', closed('2026-11-25', 'Guru Nanak Jayanti')],
  ['the last day of the session', TO, closed(null, 'Holi')],
])('%s', (_name, day, expected) => {
  expect(statesOn(day)).toEqual({ [ALL]: expected });
});

test('an examination day has its name, where a class that writes it has school', () => {
  const examsOn = (day: string, calendar = CALENDAR, changes: SchoolChange[] = []) =>
    findSchoolDay(calendar, day, changes)?.exams.map(({ name }) => name);
  expect(examsOn('2026-09-26')).toEqual(['Half-yearly']);
  expect(examsOn('2026-09-20')).toEqual([]);
  expect(examsOn('2026-11-27', ofClasses)).toEqual(['Unit test']);
  const days = { from: '2026-11-27' };
  expect(examsOn('2026-11-27', ofClasses, [{ classes: SENIORS, days, opens: null }])).toEqual([]);
});

test('days outside the session are unknown', () => {
  expect(findSchoolDay(CALENDAR, '2026-03-31')).toBeNull();
  expect(findSchoolDay(CALENDAR, '2027-04-01')).toBeNull();
});

describe('classes', () => {
  test('have hours of their own', () => {
    expect(statesOn('2026-11-27', ofClasses)).toEqual({
      'Nursery to V': open('08:30', '12:30'),
      'VI to XII': open('08:30', '14:30'),
    });
  });

  test('have holidays and weekly holidays of their own', () => {
    const calendar: SchoolCalendar = {
      ...CALENDAR,
      weeklyHolidays: [
        ...CALENDAR.weeklyHolidays,
        { weekdays: [{ weekday: 'Saturday' }], forClasses: [...JUNIORS] },
        { weekdays: [{ weekday: 'Saturday', only: ['2nd', '4th'] }] },
      ],
      holidays: [
        { name: 'Fog', from: '2026-12-30', forClasses: [...UP_TO_VIII] },
        { name: 'Camp', from: '2026-12-12', forClasses: [...SENIORS] },
      ],
    };
    expect(statesOn('2026-12-30', calendar)).toEqual({
      'Nursery to VIII': closed('2026-12-31', 'Fog'),
      'IX to XII': open('08:30', '14:30'),
    });
    expect(statesOn('2026-12-05', calendar)).toEqual({
      'Nursery to V': closed('2026-12-07'),
      'VI to XII': open('08:30', '14:30'),
    });
    expect(statesOn('2026-12-12', calendar)).toEqual({
      'Nursery to VIII': closed('2026-12-14'),
      'IX to XII': closed('2026-12-14', 'Camp'),
    });
  });

  test('that the campus does not have are in no group', () => {
    const session = { ...CALENDAR.session, forClasses: CLASSES.slice(0, -1) };
    expect(statesOn('2026-11-27', { ...ofClasses, session })).toHaveProperty('VI to XI');
  });
});

describe('an urgent notice', () => {
  const days = { from: '2026-11-30', to: '2026-12-01' };

  test('that closes the school wins, and moves the next opening', () => {
    const changes = [{ classes: CLASSES, days, opens: null }];
    expect(statesOn('2026-11-30', CALENDAR, changes)).toEqual({
      [ALL]: closedByNotice('2026-12-02'),
    });
    expect(statesOn('2026-11-29', CALENDAR, changes)).toEqual({ [ALL]: closed('2026-12-02') });
    expect(statesOn('2026-11-28', CALENDAR, changes)).toEqual({ [ALL]: open('08:30', '14:30') });
  });

  test('closes some classes and opens later for others', () => {
    const changes = [
      { classes: UP_TO_VIII, days, opens: null },
      { classes: SENIORS, days, opens: '10:00' },
    ];
    expect(statesOn('2026-11-30', CALENDAR, changes)).toEqual({
      'Nursery to VIII': closedByNotice('2026-12-02'),
      'IX to XII': open('10:00', '14:30', true),
    });
    // Its Sunday stays one.
    expect(statesOn('2026-11-29', CALENDAR, changes)).toEqual({
      'Nursery to VIII': closed('2026-12-02'),
      'IX to XII': closed('2026-11-30'),
    });
    expect(statesOn('2026-12-02', CALENDAR, changes)).toEqual({ [ALL]: open('08:30', '14:30') });
  });

  test('hides no hours of classes that it does not name', () => {
    const changes = [{ classes: CLASSES.slice(0, 3), days, opens: null }];
    expect(statesOn('2026-11-30', ofClasses, changes)).toEqual({
      'Nursery to UKG': closedByNotice('2026-12-02'),
      'I to V': open('08:30', '12:30'),
      'VI to XII': open('08:30', '14:30'),
    });
  });

  test('with days that only its text has leaves its classes to it', () => {
    const changes = [{ classes: UP_TO_VIII, days: null, opens: null }];
    expect(statesOn('2026-11-30', CALENDAR, changes)).toEqual({
      'Nursery to VIII': { state: 'see-notice' },
      'IX to XII': open('08:30', '14:30'),
    });
  });

  test('has the last word on the opening, but none that closes is undone; hours that are over have no end', () => {
    const opening = (opens: string | null) => ({ classes: SENIORS, days, opens });
    const senior = (...changes: SchoolChange[]) =>
      statesOn('2026-11-30', CALENDAR, changes)['IX to XII'];
    expect(senior(opening('10:00'), opening('09:30'))).toEqual(open('09:30', '14:30', true));
    expect(senior(opening(null), opening('09:30'))).toEqual(closedByNotice('2026-12-02'));
    expect(senior(opening('15:00'))).toEqual(open('15:00', null, true));
  });
});

test('a notice whose days only a reader knows leaves the days beyond its end as they are', () => {
  const stateOn = (day: string, within: SchoolChange['within']) =>
    statesOn(day, CALENDAR, [{ classes: CLASSES, days: null, within, opens: null }]);
  const urgent = { 'Nursery to XII': { state: 'see-notice' } };
  const until = { to: '2026-12-01' };
  const from = { from: '2026-12-01' };
  expect(stateOn('2026-12-01', until)).toEqual(urgent);
  expect(stateOn('2026-12-02', until)).toEqual(statesOn('2026-12-02'));
  expect(stateOn('2026-11-30', from)).toEqual(statesOn('2026-11-30'));
  expect(stateOn('2026-12-01', from)).toEqual(urgent);
});

describe('over a session', () => {
  const someClasses = fc.option(fc.subarray<SchoolClass>([...CLASSES], { minLength: 1 }), {
    nil: undefined,
  });
  const someDays = fc
    .tuple(fc.integer({ min: 0, max: 364 }), fc.integer({ min: 0, max: 40 }))
    .map(([first, more]) => {
      const from = daysAfter(FROM, first);
      const to = daysAfter(from, more);
      return { from, to: to > TO ? TO : to };
    });
  const holidays = fc.array(
    fc.record({ days: someDays, forClasses: someClasses }).map(({ days, forClasses }) => ({
      name: 'Holiday',
      ...days,
      forClasses,
    })),
    { maxLength: 6 },
  );
  const changes = fc.array(
    fc.record({
      classes: fc.subarray<SchoolClass>([...CLASSES]),
      days: fc.option(someDays),
      opens: fc.constantFrom(null, '10:00', '16:00'),
    }),
    { maxLength: 3 },
  );

  test('each class has one state on each day, in order, as it would have alone', () =>
    holds(
      fc.property(holidays, changes, someClasses, (own, notices, forClasses) => {
        const session = { ...CALENDAR.session, forClasses };
        const calendar: SchoolCalendar = { ...ofClasses, session, holidays: own };
        const wanted = classesOf(calendar);
        const alone = wanted[0] ?? 'Nursery';
        const single = { ...calendar, session: { ...session, forClasses: [alone] } };
        for (let day = FROM; day <= TO; day = daysAfter(day, 5)) {
          const groups = findSchoolDay(calendar, day, notices)?.groups ?? [];
          expect(groups.flatMap(({ classes }) => classes).toSorted()).toEqual(wanted.toSorted());
          const states = groups.map(({ state }) => JSON.stringify(state));
          expect(new Set(states).size).toBe(states.length);
          const [first] = findSchoolDay(single, day, notices)?.groups ?? [];
          expect(groups.find(({ classes }) => classes.includes(alone))?.state).toEqual(
            first?.state,
          );
          const openings = groups.flatMap(({ state }) =>
            state.state === 'closed' ? (state.opensOn ?? []) : [],
          );
          expect(openings.filter((opensOn) => opensOn <= day)).toEqual([]);
        }
      }),
      { runs: 15 },
    ));
});
