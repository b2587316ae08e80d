import { dayInIndia, dayParts, type Day } from './dates.ts';
import { toAsciiDigits } from './digits.ts';

/** Longest text that is read as a date, in characters. */
export const MAX_DATE_LENGTH = 100;

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

const MONTH_NAME = String.raw`(?<name>[\p{L}\p{M}]+)`;
const ORDINAL = '(?:st|nd|rd|th)?';
const MONTH_DAY = String.raw`(?<day>\d{1,2})`;
/** A text with another year is no date. */
const YEAR = '(?:19|20|21)\\d{2}';
const GAP = '[ .,/-]*';

/** How a date begins; only a time and a zone, or the last day of several, may follow. */
const DATES: readonly RegExp[] = [
  // 2026-03-05, 2026/3/5
  String.raw`(?<year>${YEAR})(?<mark>[-/.])(?<month>0?[1-9]|1[0-2])\k<mark>${MONTH_DAY}(?!\d)`,
  // 05/03/2026, 5.3.2026
  String.raw`${MONTH_DAY}(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<year>${YEAR})(?!\d)`,
  // 5th March 2026, 05-Mar-26
  String.raw`${MONTH_DAY}${ORDINAL}(?: of)?${GAP}${MONTH_NAME}${GAP}(?<year>${YEAR}|\d{2})(?!\d)`,
  // March 5, 2026
  String.raw`${MONTH_NAME}${GAP}${MONTH_DAY}${ORDINAL}[ .,/-]+(?<year>${YEAR})(?!\d)`,
].map((source) => new RegExp(`^${source}`, 'iu'));

/** What stands between the first day of an event and its last. */
const TO = String.raw` ?(?:-|to|till|until|and|&|से|और) ?`;
const LAST_DAY = new RegExp(String.raw`^${TO}(?=[\p{L}\d])`, 'iu');
/** The first day of several, without its year or also without its month: `5th to …`, `30 November - …`. */
const FIRST_DAYS: readonly RegExp[] = [
  String.raw`${MONTH_DAY}${ORDINAL}(?:${GAP}${MONTH_NAME}\.?)??`,
  String.raw`${MONTH_NAME}${GAP}${MONTH_DAY}${ORDINAL}`,
].map((source) => new RegExp(String.raw`^${source}${TO}(?=\p{L}|\d{1,2}(?!\d))`, 'iu'));
/** `December 5-7, 2026`. */
const DAYS_AFTER_MONTH = new RegExp(
  String.raw`^([\p{L}\p{M}]+) ?(\d{1,2}${ORDINAL}${TO}\d{1,2}${ORDINAL}),? ?(${YEAR})$`,
  'iu',
);

/** A weekday as JavaScript and people write it: `Thu Mar 05 2026`, `गुरुवार, 5 मार्च 2026`, `05.03.2026 (Thursday)`. */
const WEEKDAY =
  /[ ,(]{0,9}(?:\b(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b|[\p{L}\p{M}]{1,20}वार(?![\p{L}\p{M}]))[ .,)]*/giu;

/** `10:00`, `T10:00:00.000Z`, `at 10.30 am`, `10:00:00 GMT+0530 (India Standard Time)`, `18:30:00+00`. */
const TIME_AND_ZONE = new RegExp(
  String.raw`^(?:[T, ]*(?:at )?(?<hours>[01]?\d|2[0-3])[:.](?<minutes>[0-5]\d)(?<seconds>[:.]?[0-5]\d(?:[.,]\d+)?)?` +
    String.raw`(?: ?[ap]\.?m\.?| ?(?<zone>Z|UTC|GMT|IST)?(?<offset>[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?(?: \([^()]*\))?))?$`,
  'iu',
);

/** `20260305T100000Z`, of ISO 8601. */
const BASIC_DAY = /^(\d{4})(\d{2})(\d{2})(?!\d)/;
const BASIC_TIME = /^(\d{4}-\d{2}-\d{2}T\d{2})(\d{2})/;

type Groups = Readonly<Record<string, string | undefined>>;

/**
 * The day of a provider's date, of several days the first; null for an ambiguous or unreadable one. Never depends
 * on the machine's own zone.
 *
 * - A date without a time keeps its day. A time without a zone is Indian time, so it does too.
 * - A time with a zone, and milliseconds or seconds since 1970, are the day that it is then in India.
 * - Day first: `5/3/2026` is 5 March. `3/25/2026` can only be 25 March, so it is.
 * - Years have four digits. Beside the name of a month two of this century will do.
 */
export function parseDay(text: string | null | undefined): Day | null {
  if (text === null || text === undefined || text.length > MAX_DATE_LENGTH) return null;
  const plain = plainText(text);
  // Unix times from 2001 on, and ASP.NET's, whose zone changes nothing.
  const instant = /^(\d{10}(?:\d{3})?)$|^\/Date\((\d{9,13})(?:[+-]\d{4})?\)\/$/.exec(plain);
  if (instant !== null)
    return dayInIndia(new Date(Number(instant[1]?.padEnd(13, '0') ?? instant[2])));
  return firstDay(plain);
}

function firstDay(text: string): Day | null {
  for (const form of DATES) {
    const match = form.exec(text);
    if (match?.groups === undefined) continue;
    const day = existingDay(match.groups);
    const rest = text.slice(match[0].length);
    const time = TIME_AND_ZONE.exec(rest)?.groups;
    if (day === null || time !== undefined) return day && dayAtTime(day, time ?? {});
    const last = LAST_DAY.exec(rest);
    const lastDay = last && firstDay(rest.slice(last[0].length));
    return lastDay !== null && day <= lastDay ? day : null;
  }
  for (const form of FIRST_DAYS) {
    const match = form.exec(text);
    const last = match && firstDay(text.slice(match[0].length));
    if (match?.groups !== undefined && last !== null) return dayBefore(match.groups, last);
  }
  return null;
}

/** The first day of several, with what is not written in it taken from the next. */
function dayBefore({ name, day }: Groups, next: Day): Day | null {
  const { year, month } = dayParts(next);
  const own = name === undefined ? month : MONTHS.get(name.toLowerCase());
  const inYear = (of: number) => existingDay({ day, month: String(own), year: String(of) });
  const first = inYear(year);
  // "30 December to 2 January 2027".
  const isLastYear = name !== undefined && own !== undefined && own > month;
  if (isLastYear) return inYear(year - 1);
  return first !== null && first <= next ? first : null;
}

/** One kind of digits, of blanks, of dashes and of letters: nuktas are often left out, marks without width put in. */
function plainText(text: string): string {
  return toAsciiDigits(text)
    .replace(/[\u093c\p{Cf}]/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(WEEKDAY, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(DAYS_AFTER_MONTH, '$2 $1 $3')
    .replace(BASIC_DAY, '$1-$2-$3')
    .replace(BASIC_TIME, '$1:$2');
}

function existingDay({ name, day, month, year = '' }: Groups): Day | null {
  const first = Number(day);
  const second = Number(name === undefined ? month : MONTHS.get(name.toLowerCase()));
  const [date, monthNumber] = second > 12 ? [second, first] : [first, second];
  const instant = new Date(Date.UTC(Number(year.padStart(4, '20')), monthNumber - 1, date));
  // A date of 0, or after the last of its month, is one of another month.
  const exists = instant.getUTCMonth() === monthNumber - 1;
  return exists ? instant.toISOString().slice(0, 10) : null;
}

/** The day in India of a time on a day; null for `10:00-11`, which may be a zone or an end. */
function dayAtTime(day: Day, { hours = '', minutes, seconds, zone, offset }: Groups): Day | null {
  if (zone === undefined && offset === undefined) return day;
  const isHourOnly = offset?.length === 3;
  if (isHourOnly && seconds === undefined) return null;
  const isIndian = offset === undefined && zone?.toUpperCase() === 'IST';
  const shift = isHourOnly ? `${offset}:00` : offset?.replace(/^(...):?/, '$1:');
  const ahead = isIndian ? '+05:30' : (shift ?? 'Z');
  return dayInIndia(new Date(`${day}T${hours.padStart(2, '0')}:${minutes}${ahead}`));
}
