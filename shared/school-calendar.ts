import * as z from 'zod/mini';
import { textThat } from './text-that.ts';
import { day, days, inOrder, line, sample } from './content-fields.ts';
import { MUST_BE_CLASSES, parseClasses } from './parse-classes.ts';
import { parseWeeklyHolidays, WEEKLY_HOLIDAYS_MUST_BE } from './weekly-holidays.ts';

/** `07:30`. */
export const timeOfDay = textThat(
  'must be a time of day from 00:00 to 23:59, such as 07:30',
  /^(?:[01]\d|2[0-3]):[0-5]\d$/,
);

/** `Nursery to V`. */
const classes = z.pipe(
  z.string().check(z.describe(MUST_BE_CLASSES)),
  z.transform((text, { issues }) => {
    const parsed = parseClasses(text);
    if ('classes' in parsed) return parsed.classes;
    issues.push({ code: 'custom', message: parsed.text, params: parsed.values, input: text });
    return z.NEVER;
  }),
);

/** `2nd, 4th Saturday`. */
const weekdays = z.pipe(
  z.string().check(z.describe(WEEKLY_HOLIDAYS_MUST_BE)),
  z.transform((text, { issues }) => {
    const parsed = parseWeeklyHolidays(text);
    if (parsed !== null) return parsed;
    issues.push({ code: 'custom', message: WEEKLY_HOLIDAYS_MUST_BE, input: text });
    return z.NEVER;
  }),
);

const forClasses = z.optional(classes);

const named = z.strictObject({ name: line, ...days, forClasses }).check(inOrder);

const hours = z
  .strictObject({ name: line, ...days, forClasses, opens: timeOfDay, closes: timeOfDay })
  .check(
    inOrder,
    z.refine(({ opens, closes }) => opens < closes, '"closes" must be after "opens"'),
  );

/** The session of a campus. What names no classes is for all. */
export const schoolCalendarSchema = z.strictObject({
  sample,
  /** Its classes are those of the campus. */
  session: z.strictObject({ name: line, from: day, to: day, forClasses }).check(inOrder),
  /** Days of each week or month without school. */
  weeklyHolidays: z
    .array(z.strictObject({ weekdays, forClasses }))
    .check(z.minLength(1, 'must have the days without school, such as "Sunday"')),
  hours: z.array(hours).check(z.minLength(1)),
  holidays: z.array(named),
  exams: z.array(named),
});

export type SchoolCalendar = z.infer<typeof schoolCalendarSchema>;
