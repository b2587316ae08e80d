/** A calendar day in India, `YYYY-MM-DD`. */
export type Day = string;

export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** Literals: the build finds the texts of browser modules by them. ICU prints "Sept" for September in en-GB. */
export const MONTH_LABELS = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
];

/** India has had no daylight saving since 1945. */
const INDIA_OFFSET_MS = 5.5 * 60 * 60 * 1000;

export function dayInIndia(instant: Date): Day {
  return indianTime(instant).slice(0, 10);
}

/** The time on a clock in India: `21:40`. */
export function timeInIndia(instant: Date): string {
  return indianTime(instant).slice(11, 16);
}

function indianTime(instant: Date): string {
  return new Date(instant.getTime() + INDIA_OFFSET_MS).toISOString();
}

export function daysAfter(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Midnight in India. */
export function startOfDay(day: Day): Date {
  return new Date(`${day}T00:00:00+05:30`);
}

/** Milliseconds since the epoch. */
export function endOfDayInIndia(instant: Date): number {
  return startOfDay(daysAfter(dayInIndia(instant), 1)).getTime();
}

/** `month` is 1 to 12. */
export function dayParts(day: Day): { year: number; month: number; date: number } {
  return {
    year: Number(day.slice(0, 4)),
    month: Number(day.slice(5, 7)),
    date: Number(day.slice(8, 10)),
  };
}

/** `05-03-2026` (R-253, gallery cards). */
export function formatDashed(day: Day): string {
  return `${day.slice(8, 10)}-${day.slice(5, 7)}-${day.slice(0, 4)}`;
}

/** `05/03/2026`, the en-GB form (R-253, sub-gallery). */
export function formatSlashed(day: Day): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
}

/** `5 Mar 2026`, for cards. */
export function formatShort(day: Day): string {
  const { year, date } = dayParts(day);
  return `${date} ${monthLabel(day)} ${year}`;
}

/** `5 March 2026`, for headings. */
export function formatLong(day: Day): string {
  const { year, month, date } = dayParts(day);
  return `${date} ${MONTH_NAMES[month - 1] ?? ''} ${year}`;
}

/** `Thursday, 5 March 2026`, for the page of one record. */
export function formatWithWeekday(day: Day): string {
  return `${weekday(day)}, ${formatLong(day)}`;
}

/** `Thu 5 Mar`, for days that are near. */
export function formatDayOfWeek(day: Day): string {
  return `${weekday(day).slice(0, 3)} ${dayParts(day).date} ${monthLabel(day)}`;
}

export function weekday(day: Day): string {
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
}

export function monthLabel(day: Day): string {
  return MONTH_LABELS[dayParts(day).month - 1] ?? '';
}
