import type { Campus } from './campuses.ts';
import { CLASSES, isFor, type ForClasses, type SchoolClass } from './classes.ts';
import { includesDay, type Days } from './content-fields.ts';
import { daysAfter, type Day } from './dates.ts';
import { isWeeklyHoliday, type WeeklyHoliday } from './weekly-holidays.ts';

type NamedDays = { name: string } & Days & ForClasses;

/** The session of a campus. What names no classes is for all. */
export type SchoolCalendar = {
  /** Its classes are those of the campus. */
  session: { name: string; from: Day; to: Day } & ForClasses;
  /** Days of each week or month without school. */
  weeklyHolidays: readonly ({ weekdays: readonly WeeklyHoliday[] } & ForClasses)[];
  /** `opens` and `closes`: `07:30`. */
  hours: readonly (NamedDays & { opens: string; closes: string })[];
  holidays: readonly NamedDays[];
  exams: readonly NamedDays[];
};

export type SchoolDays = { [Of in Campus]?: SchoolCalendar };

/** How far an opening day after holidays is searched. */
const MAX_HOLIDAYS = 100;

/** What an urgent notice changes for some classes. */
export type SchoolChange = {
  classes: readonly SchoolClass[];
  /** Null when only the text of the notice has the days. */
  days: Days | null;
  /** The end of the days that the text has, where `days` is null. */
  within?: Partial<Days>;
  /** `10:00`; null when the classes have no school. */
  opens: string | null;
  /** When school ends; without it, as the hours of the day say. */
  closes?: string;
};

export type ClassState =
  | { state: 'open'; opens: string; closes: string | null; isUrgent: boolean }
  /** Without a reason it is a weekday without school. `isUrgent`: an urgent notice closes the school. */
  | { state: 'closed'; reason: string | null; isUrgent: boolean; opensOn: Day | null }
  /** An urgent notice has days that only its text has. */
  | { state: 'see-notice' };

type ClassGroup = { classes: SchoolClass[]; state: ClassState };

/** Each class of the campus is in one group. */
export type SchoolDay = { groups: ClassGroup[]; exams: SchoolCalendar['exams'] };

/** @param changes of urgent notices, which win. Null: the calendar does not have the day. */
export function findSchoolDay(
  school: SchoolCalendar,
  day: Day,
  changes: readonly SchoolChange[] = [],
): SchoolDay | null {
  if (!includesDay(school.session, day)) return null;
  const groups: ClassGroup[] = [];
  for (const schoolClass of classesOf(school)) {
    const own = changes.filter(({ classes }) => classes.includes(schoolClass));
    const state = findState({ school, schoolClass, changes: own }, day);
    if (state === null) return null;
    const text = JSON.stringify(state);
    const group = groups.find((each) => JSON.stringify(each.state) === text);
    if (group === undefined) groups.push({ classes: [schoolClass], state });
    else group.classes.push(schoolClass);
  }
  const present = groups.flatMap(({ classes, state }) => (state.state === 'open' ? classes : []));
  const exams = school.exams.filter(
    (exam) => includesDay(exam, day) && present.some((each) => isFor(exam, each)),
  );
  return { groups, exams };
}

export function classesOf({ session }: SchoolCalendar): readonly SchoolClass[] {
  return session.forClasses ?? CLASSES;
}

/** Whether a class has school by the calendar. */
export function isSchoolDay(school: SchoolCalendar, schoolClass: SchoolClass, day: Day): boolean {
  const { session, weeklyHolidays, holidays } = school;
  return (
    includesDay(session, day) &&
    !holidays.some((each) => isFor(each, schoolClass) && includesDay(each, day)) &&
    !weeklyHolidays.some((each) => isFor(each, schoolClass) && isWeeklyHoliday(each.weekdays, day))
  );
}

type ClassOfSchool = {
  school: SchoolCalendar;
  schoolClass: SchoolClass;
  /** Those of the class. */
  changes: readonly SchoolChange[];
};

/** Null without hours. */
function findState(options: ClassOfSchool, day: Day): ClassState | null {
  const { school, schoolClass, changes } = options;
  const isOfDay = (each: NamedDays) => isFor(each, schoolClass) && includesDay(each, day);
  if (changes.some((change) => isInDoubt(change, day))) return { state: 'see-notice' };
  const isUrgent = isClosedByNotice(changes, day);
  if (isUrgent || !isSchoolDay(school, schoolClass, day)) {
    const holiday = school.holidays.find(isOfDay);
    return {
      state: 'closed',
      reason: holiday?.name ?? null,
      isUrgent,
      opensOn: findOpening(options, day),
    };
  }
  const hours = school.hours.find(isOfDay);
  if (hours === undefined) return null;
  const opening = changes.findLast(({ opens, days }) => opens !== null && isOn(days, day));
  const { opens, closes } = { ...hours, ...opening };
  if (opening === undefined || opens === null)
    return { state: 'open', opens: hours.opens, closes, isUrgent: false };
  // The notice says when a day ends that begins after the hours.
  return { state: 'open', opens, closes: opens < closes ? closes : null, isUrgent: true };
}

function findOpening({ school, schoolClass, changes }: ClassOfSchool, day: Day): Day | null {
  return (
    Array.from({ length: MAX_HOLIDAYS }, (_, index) => daysAfter(day, index + 1)).find(
      (each) => isSchoolDay(school, schoolClass, each) && !isClosedByNotice(changes, each),
    ) ?? null
  );
}

function isClosedByNotice(changes: readonly SchoolChange[], day: Day): boolean {
  return changes.some(({ opens, days }) => opens === null && isOn(days, day));
}

function isInDoubt({ days, within = {} }: SchoolChange, day: Day): boolean {
  const { from = day, to = day } = within;
  return days === null && from <= day && day <= to;
}

function isOn(days: Days | null, day: Day): boolean {
  return days !== null && includesDay(days, day);
}
