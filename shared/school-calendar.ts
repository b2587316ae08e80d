import type { Campus } from './campuses.ts';
import type { ForClasses } from './classes.ts';
import type { Days } from './content-fields.ts';
import type { Day } from './dates.ts';
import type { WeeklyHoliday } from './weekly-holidays.ts';

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
