import { dayInIndia, type Day } from './dates.ts';

/** Longest text that is read as a date, in characters. */
const MAX_LENGTH = 100;

/** Stands for a date of a shape that no provider is known to send. */
const UNREADABLE = '?';

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
const MONTH_DAY = String.raw`(?<day>\d{1,2})`;
/** A text with another year is no date. */
const YEAR = '(?:19|20|21)\\d{2}';
const GAP = '[ .,/-]*';

/** How a date begins; only a time and a zone may follow. */
const DATES: readonly RegExp[] = [
  // 2026-03-05, 2026/3/5
  String.raw`(?<year>${YEAR})(?<mark>[-/.])(?<month>0?[1-9]|1[0-2])\k<mark>${MONTH_DAY}(?!\d)`,
  // 05/03/2026, 5.3.2026
  String.raw`${MONTH_DAY}(?<mark>[-/.])(?<month>\d{1,2})\k<mark>(?<year>${YEAR})(?!\d)`,
  // 5th March 2026, 05-Mar-26
  String.raw`${MONTH_DAY}(?:st|nd|rd|th)?${GAP}${MONTH_NAME}${GAP}(?<year>${YEAR}|\d{2})(?!\d)`,
  // March 5, 2026
  String.raw`${MONTH_NAME}${GAP}${MONTH_DAY}(?:st|nd|rd|th)?[ .,/-]+(?<year>${YEAR})(?!\d)`,
].map((source) => new RegExp(`^${source}`, 'iu'));

/** As JavaScript and people write it: `Thu Mar 05 2026`, `गुरुवार, 5 मार्च 2026`. */
const WEEKDAY = /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|[\p{L}\p{M}]+वार)[,. ]+/iu;

/** `10:00`, `T10:00:00.000Z`, `at 10.30 am`, `10:00:00 GMT+0530 (India Standard Time)`. */
const TIME_AND_ZONE = new RegExp(
  String.raw`^(?:[T, ]*(?:at )?(?<hours>[01]?\d|2[0-3])[:.](?<minutes>[0-5]\d)(?:[:.][0-5]\d(?:[.,]\d+)?)?` +
    String.raw`(?: ?[ap]\.?m\.?| ?(?<zone>Z|UTC|GMT|IST)?(?<offset>[+-](?:0\d|1[0-4]):?[0-5]\d)?(?: \([^()]*\))?))?$`,
  'iu',
);

type Groups = Readonly<Record<string, string | undefined>>;

/** A date as a text for `parseDay`: of a text, a number or MongoDB's `{ $date }`. */
export function dateText(value: unknown): string {
  if (typeof value === 'string') return value.trim().slice(0, MAX_LENGTH + 1);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value !== 'object' || value === null) return '';
  if ('$date' in value) return dateText(value.$date);
  return '$numberLong' in value ? dateText(value.$numberLong) : UNREADABLE;
}

/**
 * The day of a provider's date; null for an ambiguous or unreadable one. Never depends on the
 * machine's own zone.
 *
 * - A date without a time keeps its day. A time without a zone is Indian time, so it does too.
 * - A time with a zone, and milliseconds or seconds since 1970, are the day that it is then in India.
 * - Day first: `5/3/2026` is 5 March. `3/25/2026` can only be 25 March, so it is.
 * - Years have four digits. Beside the name of a month two of this century will do.
 */
export function parseDay(text: string | null | undefined): Day | null {
  if (text === null || text === undefined || text.length > MAX_LENGTH) return null;
  const plain = plainText(text);
  // From 2001 on.
  if (/^\d{10}(?:\d{3})?$/.test(plain)) return dayInIndia(new Date(Number(plain.padEnd(13, '0'))));
  const date = plain.replace(WEEKDAY, '');
  for (const form of DATES) {
    const match = form.exec(date);
    if (match?.groups === undefined) continue;
    const day = existingDay(match.groups);
    const rest = TIME_AND_ZONE.exec(date.slice(match[0].length))?.groups;
    return day === null || rest === undefined ? null : dayAtTime(day, rest);
  }
  return null;
}

/** One kind of digits, of blanks and of letters: nuktas are often left out, marks without width put in. */
function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x0966))
    .replace(/[\u093c\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
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

/** The day in India of a time on a day. */
function dayAtTime(day: Day, { hours = '', minutes, zone, offset }: Groups): Day {
  if (zone === undefined && offset === undefined) return day;
  const isIndian = offset === undefined && zone?.toUpperCase() === 'IST';
  const ahead = isIndian ? '+05:30' : (offset?.replace(/^(...):?/, '$1:') ?? 'Z');
  return dayInIndia(new Date(`${day}T${hours.padStart(2, '0')}:${minutes}${ahead}`));
}
