import * as z from 'zod/mini';
import { textThat } from './text-that.ts';
import { day, days, includesDay, inOrder, line, sample, type Days } from './content-fields.ts';
import { daysAfter, weekday, WEEKDAYS, type Day } from './dates.ts';

/** How far an opening day after holidays is searched. */
const MAX_HOLIDAYS = 100;

const time = textThat(
  'must be a time of day from 00:00 to 23:59, such as 07:30',
  /^(?:[01]\d|2[0-3]):[0-5]\d$/,
);

const named = z.strictObject({ name: line, ...days }).check(inOrder);

const calendar = z.strictObject({
  sample,
  session: z.strictObject({ name: line, from: day, to: day }).check(inOrder),
  /** Children come on these. */
  weekdays: z.array(z.enum(WEEKDAYS)).check(z.minLength(1)),
  /** The first that has the day counts. */
  hours: z
    .array(z.strictObject({ name: line, ...days, opens: time, closes: time }).check(inOrder))
    .check(z.minLength(1)),
  holidays: z.array(named),
  exams: z.array(named),
});

export const schoolDaysSchema = z.strictObject({
  $schema: z.optional(z.string()),
  FARRUKHABAD: calendar,
  NEKPUR: calendar,
});

export type SchoolCalendar = z.infer<typeof calendar>;

/** A closed day without a reason is a weekday without school. `isUrgent`: an urgent notice closes the school. */
export type SchoolDay =
  | { isOpen: true; opens: string; closes: string; exam: string | null }
  | { isOpen: false; reason: string | null; isUrgent: boolean; opensOn: Day | null };

/** @param closures of urgent notices, which win. Null: the calendar does not have the day. */
export function findSchoolDay(
  school: SchoolCalendar,
  wanted: Day,
  closures: readonly Days[] = [],
): SchoolDay | null {
  const on = (each: Days) => includesDay(each, wanted);
  const hours = school.hours.find(on);
  if (!on(school.session) || hours === undefined) return null;
  if (isOpen(school, wanted, closures)) {
    const exam = school.exams.find(on)?.name ?? null;
    return { isOpen: true, opens: hours.opens, closes: hours.closes, exam };
  }
  const next = Array.from({ length: MAX_HOLIDAYS }, (_, index) => daysAfter(wanted, index + 1));
  return {
    isOpen: false,
    reason: school.holidays.find(on)?.name ?? null,
    isUrgent: closures.some(on),
    opensOn: next.find((each) => isOpen(school, each, closures)) ?? null,
  };
}

function isOpen(school: SchoolCalendar, wanted: Day, closures: readonly Days[]): boolean {
  const { session, weekdays, holidays } = school;
  const isClosed = [...holidays, ...closures].some((each) => includesDay(each, wanted));
  return (
    !isClosed && includesDay(session, wanted) && weekdays.some((each) => each === weekday(wanted))
  );
}
