import type { Days } from './content-fields.ts';
import { dayParts, daysAfter, weekday, WEEKDAYS, type Day } from './dates.ts';
import { readEventTimes } from './event-times.ts';
import type { EventTimes } from './hindi-times.ts';
import { WEEKDAY_NAMES } from './notice-words.ts';
import { parseDay } from './parse-day.ts';

/** A sign of its own for each date and time of a text, as their digits may be those of a class. */
export const isDateSign = (word: string) => /^[\ue000-\ue0ff]$/.test(word);
export const isTimeSign = (word: string) => /^[\ue100-\ue1ff]$/.test(word);
export const NO_SIGNS = /[\ue000-\uf8ff]/g;

const DATE =
  /(?<!\d)(?:(\d{4}-\d{2}-\d{2})|(\d{1,2}[-/.]\d{1,2}[-/.]\d{4})|(\d{1,2})(?:st|nd|rd|th)?(?: of)? ([\p{L}\p{M}]{3,15})(?:,? (20\d{2}))?|(january|february|march|april|june|july|august|september|october|november|december) (\d{1,2})(?:st|nd|rd|th)?(?:,? (20\d{2}))?)(?!\d)/gu;

/** `1 to` of `1 to 8 January`. */
const FIRST_OF_MONTH =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th)? ?(to|-|and|&|से|और) ?(?=\d{1,2}(?:st|nd|rd|th)? ([\p{L}\p{M}]{3,15}))/gu;

const TIME =
  /(?<![\d.:])(?:(?:सुबह|प्रातः|पूर्वाह्न|दोपहर|शाम) (?:को )?\d{1,2}(?:[:.]\d{2})?(?: ?बजे)?|\d{1,2}(?:[:.]\d{2})? ?(?:[ap]\.?m\b\.?|noon\b|बजे)|\d{1,2}:\d{2})(?![\d:])/gu;

type Signed<Value> = { text: string; values: ReadonlyMap<string, Value> };

/** A date without a year is the nearest one. */
export function signDates(text: string, today: Day): Signed<Day> {
  const { year: thisYear } = dayParts(today);
  const months = text.replace(
    FIRST_OF_MONTH,
    (written: string, date: string, to: string, month: string) =>
      parseDay(`${date} ${month} ${thisYear}`) === null ? written : `${date} ${month} ${to} `,
  );
  return sign(months, DATE, 0xe000, (match) => {
    const [, iso, dashed, date, month, year, monthFirst, dateAfter, yearAfter] = match;
    if (iso !== undefined || dashed !== undefined) return parseDay(iso ?? dashed);
    const named = `${date ?? dateAfter} ${month ?? monthFirst}`;
    const written = year ?? yearAfter;
    if (written !== undefined) return parseDay(`${named} ${written}`);
    const days = [-1, 0, 1].flatMap((more) => parseDay(`${named} ${thisYear + more}`) ?? []);
    const distance = (day: Day) => Math.abs(Date.parse(day) - Date.parse(today));
    return days.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
  });
}

export function signTimes(text: string): Signed<EventTimes> {
  return sign(text, TIME, 0xe100, ([time]) => readEventTimes(time));
}

function sign<Value>(
  text: string,
  pattern: RegExp,
  first: number,
  read: (match: RegExpMatchArray) => Value | null,
): Signed<Value> {
  const values = new Map<string, Value>();
  let signed = '';
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const value = read(match);
    if (value === null) continue;
    const mark = String.fromCodePoint(first + values.size);
    values.set(mark, value);
    signed += `${text.slice(at, match.index)} ${mark} `;
    at = match.index + match[0].length;
  }
  return { text: signed + text.slice(at), values };
}

const RANGE_WORDS = new Set(['to', '-', 'till', 'until', 'upto', 'से']);
/** Beside one date they leave the other end open. */
const OPEN_WORDS = new Set([...RANGE_WORDS, 'from', 'तक', 'se']);

/** The days that a statement names; null where only a reader knows them. */
export function readDays(words: readonly string[], dates: ReadonlyMap<string, Day>): Days | null {
  const places = words.flatMap((word, at) => (isDateSign(word) ? [at] : []));
  const [first, second, ...others] = places;
  if (first === undefined || others.length > 0) return null;
  const from = dates.get(words[first] ?? '');
  const to = second === undefined ? from : dates.get(words[second] ?? '');
  if (from === undefined || to === undefined || from > to) return null;
  const between = words
    .slice(first + 1, second ?? first + 1)
    .filter((word) => !isWeekday(word) && !['(', ')', ','].includes(word));
  const isRange = second !== undefined && between.length === 1 && RANGE_WORDS.has(between[0] ?? '');
  const isPair = second !== undefined && isAnd(between) && daysAfter(from, 1) === to;
  const isOpenEnded = [words[first - 1], words[first + 1]].some((word) =>
    OPEN_WORDS.has(word ?? ''),
  );
  if (second === undefined ? isOpenEnded : !isRange && !isPair) return null;
  const isOtherWeekday = words.some(
    (word) => isWeekday(word) && ![from, to].some((day) => isOn(word, day)),
  );
  return isOtherWeekday ? null : { from, to };
}

function isAnd(between: readonly string[]): boolean {
  return between.length === 1 && ['and', '&', 'और', 'व', 'एवं', 'तथा'].includes(between[0] ?? '');
}

export function isWeekday(word: string): boolean {
  return WEEKDAY_NAMES.some((names) => names.has(word));
}

function isOn(name: string, day: Day): boolean {
  const index = WEEKDAYS.findIndex((each) => each === weekday(day));
  return WEEKDAY_NAMES[index]?.has(name) === true;
}
