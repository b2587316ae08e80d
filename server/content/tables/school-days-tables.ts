import { CAMPUS_OF_ONE, CAMPUS_OR_ALL, FROM, fromBeforeTo, SESSION, TO } from './common-columns.ts';
import { classes, day, optional, text, time, weeklyHolidays as weekdays } from './kinds.ts';
import { defineTable, type Column } from './table.ts';

const CLASSES = {
  heading: 'Classes',
  aliases: ['Class', 'कक्षा', 'कक्षाएँ'],
  kind: optional(classes),
} as const;

/** One row is one campus, or all. */
export const sessions = defineTable({
  name: 'sessions',
  book: 'school-days',
  sheet: 'Sessions',
  columns: {
    campuses: { ...CAMPUS_OR_ALL, examples: CAMPUS_OF_ONE.examples },
    name: { ...SESSION, kind: text, examples: ['2026-27', '2026-27'] },
    from: { ...FROM, examples: ['01-04-2026', '01-04-2026'] },
    to: { ...TO, kind: day, examples: ['31-03-2027', '31-03-2027'] },
    forClasses: { ...CLASSES, examples: ['', 'Nursery to XI'] },
  },
  key: ['campuses'],
  check: fromBeforeTo,
});

export const weeklyHolidays = defineTable({
  name: 'weekly-holidays',
  book: 'school-days',
  sheet: 'Weekly holidays',
  columns: {
    campuses: CAMPUS_OR_ALL,
    weekdays: {
      heading: 'Weekdays',
      aliases: ['Weekly holiday', 'Days', 'दिन'],
      kind: weekdays,
      examples: ['Sunday', '2nd, 4th Saturday'],
    },
    forClasses: { ...CLASSES, examples: ['', 'Nursery to V'] },
  },
  key: ['campuses', 'weekdays', 'forClasses'],
});

export const hours = defineTable({
  name: 'hours',
  book: 'school-days',
  sheet: 'Hours',
  columns: {
    campuses: CAMPUS_OR_ALL,
    name: {
      heading: 'Season',
      aliases: ['Name', 'मौसम'],
      kind: text,
      examples: ['Summer', 'Winter'],
    },
    from: { ...FROM, examples: ['01-04-2026', '01-11-2026'] },
    to: { ...TO, kind: day, examples: ['31-10-2026', '31-03-2027'] },
    opens: {
      heading: 'Opens',
      aliases: ['Opening time', 'Opens at', 'खुलने का समय'],
      kind: time,
      examples: ['7:30 AM', '8:30 AM'],
    },
    closes: {
      heading: 'Closes',
      aliases: ['Closing time', 'Closes at', 'बंद होने का समय'],
      kind: time,
      examples: ['1:30 PM', '2:30 PM'],
    },
    forClasses: { ...CLASSES, examples: ['', ''] },
  },
  key: ['campuses', 'name', 'forClasses', 'from'],
  check: (row) =>
    row.opens < row.closes
      ? fromBeforeTo(row)
      : { column: 'closes', text: 'must be after the time in the column Opens' },
});

const NAMED_DAYS = {
  from: { ...FROM, examples: ['14-04-2026', '31-12-2026'] },
  to: { ...TO, kind: optional(day), examples: ['', '14-01-2027'] },
  forClasses: { ...CLASSES, examples: ['', 'Nursery to VIII'] },
} as const;

function namedDays({ name, sheet }: { name: string; sheet: string }, dayName: Column<string>) {
  return defineTable({
    name,
    book: 'school-days',
    sheet,
    columns: { campuses: CAMPUS_OR_ALL, name: dayName, ...NAMED_DAYS },
    key: ['campuses', 'name', 'forClasses', 'from'],
    check: fromBeforeTo,
  });
}

export const holidays = namedDays(
  { name: 'holidays', sheet: 'Holidays' },
  {
    heading: 'Holiday',
    aliases: ['Name', 'Name of holiday', 'Occasion', 'अवकाश'],
    kind: text,
    examples: ['Dr. B. R. Ambedkar Jayanti', 'Winter holidays'],
  },
);

export const examinations = namedDays(
  { name: 'examinations', sheet: 'Examinations' },
  {
    heading: 'Examination',
    aliases: ['Exam', 'Name', 'परीक्षा'],
    kind: text,
    examples: ['Half-yearly examination', 'Annual examination'],
  },
);
