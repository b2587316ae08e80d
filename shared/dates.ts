/** A calendar day in India, `YYYY-MM-DD`. */
export type Day = string;

/** SPEC §9: three-letter English labels. A fixed table, as ICU prints "Sept" for September in en-GB. */
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
] as const;

const MONTH_NAMES = [
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
] as const;

/** India has kept UTC+05:30 without daylight saving since 1945, so a fixed offset is exact. */
const INDIA_OFFSET_MS = 5.5 * 60 * 60 * 1000;

/** The calendar day in India at an instant. */
export function dayInIndia(instant: Date): Day {
  return new Date(instant.getTime() + INDIA_OFFSET_MS).toISOString().slice(0, 10);
}

/** The instant at which the day in India ends, in milliseconds since the epoch. */
export function endOfDayInIndia(instant: Date): number {
  const dayMs = 24 * 60 * 60 * 1000;
  return (Math.floor((instant.getTime() + INDIA_OFFSET_MS) / dayMs) + 1) * dayMs - INDIA_OFFSET_MS;
}

/**
 * Reads the provider's dates: a date-only text (`2026-03-05`, `05-03-2026`, `05/03/2026`) keeps its day,
 * an instant (`2026-03-04T18:30:00.000Z`) becomes the day that it is in India. Anything else is null.
 */
export function parseDay(text: string | null | undefined): Day | null {
  const trimmed = text?.trim() ?? '';
  const yearFirst = /^(\d{4})-(\d{2})-(\d{2})$/.exec(trimmed);
  if (yearFirst) return existingDay(yearFirst[1], yearFirst[2], yearFirst[3]);
  const dayFirst = /^(\d{2})[-/](\d{2})[-/](\d{4})$/.exec(trimmed);
  if (dayFirst) return existingDay(dayFirst[3], dayFirst[2], dayFirst[1]);
  if (!/^\d{4}-\d{2}-\d{2}T/.test(trimmed)) return null;
  const instant = new Date(trimmed);
  return Number.isNaN(instant.getTime()) ? null : dayInIndia(instant);
}

function existingDay(year = '', month = '', day = ''): Day | null {
  const text = `${year}-${month}-${day}`;
  const instant = new Date(`${text}T00:00:00Z`);
  const exists = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
  return exists ? text : null;
}

/** Year, month 1 to 12 and day of month of a day. */
export function dayParts(day: Day): { year: number; month: number; date: number } {
  return {
    year: Number(day.slice(0, 4)),
    month: Number(day.slice(5, 7)),
    date: Number(day.slice(8, 10)),
  };
}

/** `05-03-2026` (SPEC §2, gallery cards). */
export function formatDashed(day: Day): string {
  return `${day.slice(8, 10)}-${day.slice(5, 7)}-${day.slice(0, 4)}`;
}

/** `05/03/2026`, the en-GB form (SPEC §2, sub-gallery). */
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

/** The three-letter month of a day. */
export function monthLabel(day: Day): string {
  return MONTH_LABELS[dayParts(day).month - 1] ?? '';
}
