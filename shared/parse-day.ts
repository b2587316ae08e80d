import { dayInIndia, INDIA_OFFSET_MS, type Day } from './dates.ts';

/** Longest text that is read as a date, in characters. */
const MAX_LENGTH = 100;

/** A text with another year is no date. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;

/** Bounds of an epoch number. In these no number is both milliseconds and seconds. */
const EPOCH_FROM_MS = Date.UTC(1990, 0, 1);
const EPOCH_UNTIL_MS = Date.UTC(2100, 0, 1);

/** Stands for a date of a shape that no provider is known to send. */
const UNREADABLE = '?';

const MINUTE_MS = 60_000;

const MONTHS: ReadonlyMap<string, number> = new Map(
  [
    ['january', 'jan', 'जनवरी'],
    ['february', 'feb', 'फरवरी'],
    ['march', 'mar', 'मार्च'],
    ['april', 'apr', 'अप्रैल'],
    ['may', 'मई'],
    ['june', 'jun', 'जून'],
    ['july', 'jul', 'जुलाई'],
    ['august', 'aug', 'अगस्त'],
    ['september', 'sept', 'sep', 'सितंबर', 'सितम्बर'],
    ['october', 'oct', 'अक्टूबर', 'अक्तूबर'],
    ['november', 'nov', 'नवंबर', 'नवम्बर'],
    ['december', 'dec', 'दिसंबर', 'दिसम्बर'],
  ].flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
);

const WEEKDAY = String.raw`(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|[\p{L}\p{M}]+वार)`;
const LEADING_WEEKDAY = new RegExp(`^${WEEKDAY}[,. ]+(?=\\S)`, 'iu');
const TRAILING_WEEKDAY = new RegExp(`[, ]+\\(?${WEEKDAY}\\)?$`, 'iu');

/** `Thu Mar 5 10:00:00 IST 2026` (C and Java), `Thu Mar 5 10:00:00 2026 +0530` (git): the year moves to the date. */
const YEAR_LAST = /^(\p{L}+ \d{1,2}) (\d{2}:\d{2}:\d{2}(?: [A-Z]{2,4})?) (\d{4})/iu;

const MONTH_NAME = String.raw`(?<name>[\p{L}\p{M}]+)`;
const MONTH_DAY = String.raw`(?<day>\d{1,2})`;
const GAP = '[ .,/-]*';

/** How a date begins; only a time and a zone may follow. */
const DATES: readonly RegExp[] = [
  // 2026-03-05, 2026/3/5
  String.raw`(?<year>\d{4})(?<mark>[-/.])(?<month>\d{1,2})\k<mark>${MONTH_DAY}(?!\d)`,
  // 20260305
  String.raw`(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?=T|$)`,
  // 05/03/2026, 5.3.2026
  String.raw`(?<first>\d{1,2})(?<mark>[-/.])(?<second>\d{1,2})\k<mark>(?<year>\d{4})(?!\d)`,
  // 5th March 2026, 05-Mar-26
  String.raw`${MONTH_DAY}(?:st|nd|rd|th)?(?: of\b)?${GAP}${MONTH_NAME}${GAP}(?<year>\d{4}|\d{2})(?!\d)`,
  // March 5, 2026
  String.raw`${MONTH_NAME}${GAP}${MONTH_DAY}(?:st|nd|rd|th)?[ .,/-]+(?<year>\d{4})(?!\d)`,
  // 2026-Mar-05
  String.raw`(?<year>\d{4})${GAP}${MONTH_NAME}${GAP}${MONTH_DAY}(?!\d)`,
].map((source) => new RegExp(`^${source}`, 'iu'));

/** `10:00`, `T10:00:00.000Z`, `at 10.30 am`, `10:00:00 GMT+0530 (India Standard Time)`. */
const TIME_AND_ZONE = new RegExp(
  String.raw`^(?:[T, ]*(?:at )?(?<hours>\d{1,2})(?:[:.](?<minutes>\d{2})(?::(?<seconds>\d{2})(?:[.,]\d+)?)?)?\s*(?:(?<half>[ap])\.?m\b\.?)?)?` +
    // The zone may be named once more, as in `+0530 IST` and `+05:30[Asia/Kolkata]`.
    String.raw`\s*(?<zone>Z|UTC|GMT|UT|IST)?\s*(?:(?<offset>[+-]\d{2}(?::?\d{2})?)(?:\s+[A-Z]{2,5})?)?` +
    String.raw`(?:\s*\([^()]*\)|\s*\[[^[\]]*\])?$`,
  'iu',
);

type Groups = Readonly<Record<string, string | undefined>>;

/** A date as a text for `parseDay`: of a text, a number, MongoDB's `{ $date }` or Java's `[2026, 3, 5]`. */
export function dateText(value: unknown): string {
  if (typeof value === 'string') return value.trim().slice(0, MAX_LENGTH + 1);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value !== 'object' || value === null) return '';
  if ('$date' in value) return dateText(value.$date);
  if ('$numberLong' in value) return dateText(value.$numberLong);
  if (Array.isArray(value)) {
    const parts: readonly unknown[] = value.slice(0, 3);
    return parts.length === 3 && parts.every((part) => Number.isInteger(part))
      ? parts.join('-')
      : UNREADABLE;
  }
  return UNREADABLE;
}

/**
 * The day of a provider's date; null for an ambiguous or unreadable one. Never depends on the
 * machine's own zone.
 *
 * - A date without a time keeps its day. A time without a zone is Indian time, so it does too.
 * - A time with a zone, and milliseconds or seconds since 1970, are the day that it is then in India.
 * - Day first: `5/3/2026` is 5 March. `3/25/2026` can only be 25 March, so it is.
 * - Years have four digits. Beside the name of a month two will do, as in RFC 5322 section 4.3.
 */
export function parseDay(text: string | null | undefined): Day | null {
  if (text === null || text === undefined || text.length > MAX_LENGTH) return null;
  const plain = plainText(text);
  return epochDay(plain) ?? writtenDay(plain);
}

/** One kind of digits, of blanks and of letters: nuktas are often left out, marks without width put in. */
function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x0966))
    .normalize('NFD')
    .replace(/[\u093c\p{Cf}]/gu, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();
}

function epochDay(text: string): Day | null {
  // The last form is ASP.NET's.
  const digits =
    /^(\d{9,13})(?:\.\d+)?$/.exec(text) ?? /^\/Date\((\d{9,13})(?:[+-]\d{4})?\)\/$/.exec(text);
  if (digits === null) return null;
  const number = Number(digits[1]);
  return (
    [number, number * 1000]
      .filter((ms) => ms >= EPOCH_FROM_MS && ms < EPOCH_UNTIL_MS)
      .map((ms) => dayInIndia(new Date(ms)))[0] ?? null
  );
}

function writtenDay(text: string): Day | null {
  const ordered = text
    .replace(LEADING_WEEKDAY, '')
    .replace(TRAILING_WEEKDAY, '')
    .replace(YEAR_LAST, '$1 $3 $2');
  for (const form of DATES) {
    const match = form.exec(ordered);
    const day = match?.groups === undefined ? null : existingDay(match.groups);
    if (match === null || day === null) continue;
    const rest = TIME_AND_ZONE.exec(ordered.slice(match[0].length))?.groups;
    return rest === undefined ? null : dayAtTime(day, rest);
  }
  return null;
}

function existingDay(groups: Groups): Day | null {
  const { name, first, second } = groups;
  let month = Number(name === undefined ? groups['month'] : MONTHS.get(name.toLowerCase()));
  let date = Number(groups['day']);
  if (first !== undefined && second !== undefined) {
    const isDayFirst = Number(second) <= 12;
    date = Number(isDayFirst ? first : second);
    month = Number(isDayFirst ? second : first);
  }
  const year = fullYear(groups['year'] ?? '');
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) return null;
  const instant = new Date(Date.UTC(year, month - 1, date));
  // A date of 0, or after the last of its month, is one of another month.
  const exists = instant.getUTCMonth() === month - 1;
  return exists ? instant.toISOString().slice(0, 10) : null;
}

function fullYear(digits: string): number {
  const year = Number(digits);
  return digits.length > 2 ? year : year < 50 ? 2000 + year : 1900 + year;
}

/** The day in India of a time on a day; null where the time is none. */
function dayAtTime(day: Day, { hours, minutes, seconds, half, zone, offset }: Groups): Day | null {
  if (hours === undefined) return day;
  if (minutes === undefined && half === undefined) return null;
  const isHalf = half !== undefined;
  const hour = isHalf
    ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
    : Number(hours);
  const isTime =
    (isHalf ? Number(hours) >= 1 && Number(hours) <= 12 : hour <= 24) &&
    Number(minutes ?? 0) < 60 &&
    Number(seconds ?? 0) <= 60;
  if (!isTime) return null;
  if (zone === undefined && offset === undefined) return day;
  const sinceMidnight = hour * 60 * MINUTE_MS + Number(minutes ?? 0) * MINUTE_MS;
  return dayInIndia(new Date(Date.parse(day) + sinceMidnight - offsetMs(zone, offset)));
}

/** How far a zone is ahead of UTC, in milliseconds. */
function offsetMs(zone: string | undefined, offset: string | undefined): number {
  if (offset === undefined) return zone?.toUpperCase() === 'IST' ? INDIA_OFFSET_MS : 0;
  const digits = offset.slice(1).replace(':', '');
  const ahead = (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0)) * MINUTE_MS;
  return offset.startsWith('-') ? -ahead : ahead;
}
