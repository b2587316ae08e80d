import {
  CLASSES,
  formatClasses,
  isFor,
  type ForClasses,
  type SchoolClass,
} from '../../../shared/classes.ts';
import { includesDay, type Days } from '../../../shared/content-fields.ts';
import { daysAfter, type Day } from '../../../shared/dates.ts';
import { classesOf, isSchoolDay, type SchoolCalendar } from '../../../shared/school-days.ts';
import { ENGLISH } from '../../../shared/translation.ts';

/** A year typed wrong makes a session of centuries. */
const MAX_SESSION_DAYS = 400;

/** What is wrong with a line of a list, or with all of them. */
type SchoolDaysProblem = {
  list: 'session' | 'hours' | 'holidays' | 'exams';
  line: number | null;
  text: string;
  values: Readonly<Record<string, string>>;
};

/** What no line tells by itself. */
export function schoolDaysProblems(school: SchoolCalendar): SchoolDaysProblem[] {
  const { from, to } = school.session;
  if (daysAfter(from, MAX_SESSION_DAYS) < to) {
    const text = 'must not be longer than {days} days';
    return [{ list: 'session', line: null, text, values: { days: String(MAX_SESSION_DAYS) } }];
  }
  return [...outsideSession(school), ...overlaps(school), ...withoutHours(school)];
}

function outsideSession(school: SchoolCalendar): SchoolDaysProblem[] {
  const { from, to } = school.session;
  const text = 'is outside the session, which is from {from} to {to}';
  return (['hours', 'holidays', 'exams'] as const).flatMap((list) =>
    school[list].flatMap((each, line) =>
      each.from < from || (each.to ?? each.from) > to
        ? { list, line, text, values: { from, to } }
        : [],
    ),
  );
}

/** Two hours of a class on a day. */
function overlaps({ hours }: SchoolCalendar): SchoolDaysProblem[] {
  const text = 'has days and classes of {name}: a class has one line of hours on a day';
  return hours.flatMap((one, line): SchoolDaysProblem[] => {
    const other = hours.slice(0, line).find((each) => overlap(one, each));
    if (other === undefined) return [];
    return [{ list: 'hours', line, text, values: { name: other.name } }];
  });
}

function overlap(one: Days & ForClasses, other: Days & ForClasses): boolean {
  return (
    (includesDay(one, other.from) || includesDay(other, one.from)) &&
    CLASSES.some((each) => isFor(one, each) && isFor(other, each))
  );
}

/** School days without hours: one problem for all classes that lack them on the same days. */
function withoutHours(school: SchoolCalendar): SchoolDaysProblem[] {
  const classesByGap = new Map<string, SchoolClass[]>();
  const days = daysOf(school.session);
  for (const schoolClass of classesOf(school))
    for (const { from, to } of gapsOf(school, schoolClass, days)) {
      const gap = `${from} ${to}`;
      classesByGap.set(gap, [...(classesByGap.get(gap) ?? []), schoolClass]);
    }
  return [...classesByGap].map(([gap, classes]) => {
    const [from = '', to = ''] = gap.split(' ');
    const text = '{classes} has no hours from {from} to {to}';
    const values = { classes: formatClasses(classes, ENGLISH), from, to };
    return { list: 'hours', line: null, text, values };
  });
}

function daysOf({ from, to }: SchoolCalendar['session']): Day[] {
  const days = [];
  for (let day = from; day <= to; day = daysAfter(day, 1)) days.push(day);
  return days;
}

function gapsOf(school: SchoolCalendar, schoolClass: SchoolClass, days: readonly Day[]) {
  const hours = school.hours.filter((each) => isFor(each, schoolClass));
  const gaps: { from: Day; to: Day }[] = [];
  let wasMissing = false;
  for (const day of days) {
    if (!isSchoolDay(school, schoolClass, day)) continue;
    const isMissing = !hours.some((each) => includesDay(each, day));
    const last = gaps.at(-1);
    if (isMissing && wasMissing && last !== undefined) last.to = day;
    else if (isMissing) gaps.push({ from: day, to: day });
    wasMissing = isMissing;
  }
  return gaps;
}
