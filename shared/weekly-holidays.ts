import { listText } from './classes.ts';
import { dayParts, daysAfter, weekday as weekdayOf, WEEKDAYS, type Day } from './dates.ts';
import { foldText } from './fold-text.ts';
import type { Translation } from './translation.ts';

type Weekday = (typeof WEEKDAYS)[number];

const WEEKS = ['1st', '2nd', '3rd', '4th', '5th', 'last'] as const;
type Week = (typeof WEEKS)[number];

/** A weekday without school: in all weeks of a month, in some, or in all but some. */
export type WeeklyHoliday = { weekday: Weekday; only?: Week[]; except?: Week[] };

/** Longer texts are no list of weekdays, in characters. */
const MAX_LENGTH = 100;

export const WEEKLY_HOLIDAYS_MUST_BE =
  'must be weekdays without school, such as "Sunday", "2nd, 4th Saturday" or "all Saturdays but the 2nd"';

const WEEK_WORDS: ReadonlyMap<string, Week> = new Map(
  [
    ['1st', '1', 'first', 'पहला', 'पहले', 'प्रथम'],
    ['2nd', '2', 'second', 'दूसरा', 'दूसरे', 'द्वितीय'],
    ['3rd', '3', 'third', 'तीसरा', 'तीसरे', 'तृतीय'],
    ['4th', '4', 'fourth', 'चौथा', 'चौथे', 'चतुर्थ'],
    ['5th', '5', 'fifth', 'पाँचवाँ', 'पाँचवें', 'पंचम'],
    ['last', 'आखिरी', 'अंतिम'],
  ].flatMap((words, at) => words.map((word) => [foldText(word), WEEKS[at] ?? 'last'] as const)),
);

const HINDI_WEEKDAYS = ['रविवार', 'सोमवार', 'मंगलवार', 'बुधवार', 'गुरुवार', 'शुक्रवार', 'शनिवार'];

const WEEKDAY_WORDS: ReadonlyMap<string, Weekday> = new Map(
  WEEKDAYS.flatMap((name, at) => {
    const english = name.toLowerCase();
    const short = english.slice(0, 3);
    const words = [english, `${english}s`, short, `${short}s`, HINDI_WEEKDAYS[at] ?? ''];
    return words.map((word) => [foldText(word), name] as const);
  }),
);

const FILLERS = new Set('all every the of month off and & , ; : . ( ) और व एवं सभी हर'.split(' '));
const EXCEPT = new Set(['but', 'except', 'excluding', 'छोड़कर'].map(foldText));

/** Reads `Sunday`, `2nd and 4th Saturday`, `Sunday, second Saturday`, `all Saturdays but the 2nd`; null for what is none. */
export function parseWeeklyHolidays(text: string): WeeklyHoliday[] | null {
  if (text.length > MAX_LENGTH) return null;
  const words = foldText(text).match(/\d+(?:st|nd|rd|th)?|[\p{L}\p{M}]+|\S/gu) ?? [];
  const at = words.findIndex((word) => EXCEPT.has(word));
  const found = readWeekdays(at < 0 ? words : words.slice(0, at));
  const last = found?.at(-1);
  if (found === null || last === undefined || at < 0) return found;
  // "but the 2nd", "but the 2nd Saturday".
  const excepted = readWeekdays([...words.slice(at + 1), last.weekday.toLowerCase()]);
  const except = excepted?.flatMap(({ weekday, only }) =>
    weekday === last.weekday ? (only ?? []) : [],
  );
  const isClear = excepted?.every(({ weekday }) => weekday === last.weekday);
  if (isClear !== true || except === undefined || except.length === 0) return null;
  if (last.only !== undefined) return null;
  return [...found.slice(0, -1), { weekday: last.weekday, except }];
}

function readWeekdays(words: readonly string[]): WeeklyHoliday[] | null {
  const found: WeeklyHoliday[] = [];
  let weeks: Week[] = [];
  for (const word of words) {
    const week = WEEK_WORDS.get(word);
    const weekday = WEEKDAY_WORDS.get(word);
    if (week !== undefined) weeks.push(week);
    else if (weekday !== undefined) {
      found.push(weeks.length === 0 ? { weekday } : { weekday, only: weeks });
      weeks = [];
    } else if (!FILLERS.has(word)) return null;
  }
  const last = found.at(-1);
  if (last === undefined) return null;
  if (weeks.length === 0) return found;
  // "Saturday: 2nd, 4th".
  return last.only === undefined ? [...found.slice(0, -1), { ...last, only: weeks }] : null;
}

export function isWeeklyHoliday(holidays: readonly WeeklyHoliday[], day: Day): boolean {
  const { date } = dayParts(day);
  const isLast = () => !daysAfter(day, 7).startsWith(day.slice(0, 7));
  const isIn = (week: Week) =>
    week === 'last' ? isLast() : WEEKS.indexOf(week) === Math.ceil(date / 7) - 1;
  const own = weekdayOf(day);
  return holidays.some(
    ({ weekday, only, except }) =>
      weekday === own && (only === undefined || only.some(isIn)) && except?.some(isIn) !== true,
  );
}

/** `Sunday, 2nd and 4th Saturday`. */
export function formatWeeklyHolidays(
  holidays: readonly WeeklyHoliday[],
  translation: Translation,
): string {
  const { t } = translation;
  const weeksText = (weeks: readonly Week[]) =>
    listText(
      weeks.map((week) => t(week)),
      translation,
    );
  return holidays
    .map(({ weekday, only, except }) => {
      if (only !== undefined) return `${weeksText(only)} ${t(weekday)}`;
      if (except === undefined) return t(weekday);
      return t('every {weekday} but the {weeks}', {
        weekday: t(weekday),
        weeks: weeksText(except),
      });
    })
    .join(', ');
}
