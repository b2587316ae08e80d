import programTexts from '../../../client/hindi-texts.json' with { type: 'json' };
import { ALL_CAMPUSES, CAMPUS_TABLE, CAMPUSES, type Campus } from '../../../shared/campuses.ts';
import { isAllowedLink, PDF_NAME } from '../../../shared/content-fields.ts';
import type { Day } from '../../../shared/dates.ts';
import type { SchoolClass } from '../../../shared/classes.ts';
import { textIn } from '../../../shared/fill-text.ts';
import { foldText } from '../../../shared/fold-text.ts';
import { parseClasses } from '../../../shared/parse-classes.ts';
import {
  parseWeeklyHolidays,
  WEEKLY_HOLIDAYS_MUST_BE,
  type WeeklyHoliday,
} from '../../../shared/weekly-holidays.ts';
import { toFinding, type Finding } from '../problem.ts';
import { isFinding, type Kind } from './kind.ts';
import { readAmount } from './read-amount.ts';
import { readDay } from './read-day.ts';
import { readTime } from './read-time.ts';
import { cellText } from './sheet.ts';

export const day: Kind<Day> = { read: readDay };
export const time: Kind<string> = { read: readTime };
/** Rupees without paise; null where the cell has a dash. */
export const amount: Kind<number | null> = { read: readAmount };

/** `9.2E+11`: what a spreadsheet leaves of a long number. */
const LOST_DIGITS = /^\d(?:[.,]\d+)?E\+\d+$/i;
/** `05-Aug`, `Aug-05`: what a spreadsheet makes of 5-8. */
const MADE_A_DAY =
  /^(?:\d{1,2}-(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-\d{1,2})$/i;

export const text: Kind<string> = {
  read(cell) {
    const found = cellText(cell);
    if (cell instanceof Date || MADE_A_DAY.test(found))
      return {
        text: 'has become a day: format the column as Text, then type the cell again',
        found,
      };
    if (LOST_DIGITS.test(found))
      return {
        text: 'has lost digits: format the column as Text, then type the cell again',
        found,
      };
    return { value: found };
  },
};

function textLike(pattern: RegExp, mustBe: Finding['text']): Kind<string> {
  return {
    read(cell) {
      const found = cellText(cell);
      return pattern.test(found) ? { value: found } : { text: mustBe, found };
    },
  };
}

/** `feeInstalments`, as texts name it between braces. */
export const fieldName = textLike(
  /^[a-z]\w*$/i,
  'must be one word of Latin letters, such as feeInstalments',
);

/** Several with semicolons, commas or line breaks between them. */
export const list: Kind<string[]> = {
  read(cell) {
    const reading = text.read(cell);
    if (isFinding(reading)) return reading;
    return { value: reading.value.split(/[;,\n]/).flatMap((each) => each.trim() || []) };
  },
  empty: { value: [] },
};

export function optional<Value>(kind: Kind<Value>): Kind<Value | undefined> {
  return { ...kind, empty: { value: undefined } };
}

type Choices<Value> = readonly { value: Value; words: readonly [string, ...string[]] }[];

/** The first of the words is what templates offer; any letter case and spelling counts. */
export function oneOf<Value>(choices: Choices<Value>): Kind<Value> {
  const allowed = choices.map(({ words: [first] }) => first);
  return {
    allowed,
    read(cell) {
      const found = cellText(cell);
      const choice = choices.find(({ words }) =>
        words.some((word) => foldText(word) === foldText(found.replace(/\s+/g, ' '))),
      );
      return choice === undefined
        ? { text: 'must be one of {allowed}', values: { allowed: allowed.join(', ') }, found }
        : { value: choice.value };
    },
  };
}

const CAMPUS_CHOICES = CAMPUSES.map((value) => {
  const { name, otherNames } = CAMPUS_TABLE[value];
  return { value, words: [name, textIn(programTexts, name), ...otherNames] as const };
});

export const campus: Kind<Campus> = oneOf<Campus>(CAMPUS_CHOICES);

/** One campus or all. "Both" of three may be any two: it is an error then. */
export const campuses: Kind<readonly Campus[]> = oneOf<readonly Campus[]>([
  ...CAMPUS_CHOICES.map(({ value, words }) => ({ value: [value], words })),
  {
    value: CAMPUSES,
    words: ALL_CAMPUSES === 'both' ? ['Both', 'All', 'दोनों'] : ['All', 'सभी'],
  },
]);

export const yes: Kind<boolean> = {
  ...oneOf([
    { value: true, words: ['Yes', 'Y', 'True', 'x', '✓', '1', 'हाँ'] },
    { value: false, words: ['No', 'N', 'False', '-', '0', 'नहीं'] },
  ]),
  empty: { value: false },
};

export const pdf = textLike(
  PDF_NAME,
  'must be the name of a PDF in the folder files: small letters, digits and hyphens, then .pdf',
);

/** A PDF, or a link to a page or another site. */
export const pdfOrLink: Kind<{ file: string } | { href: string }> = {
  read(cell) {
    const found = cellText(cell);
    if (PDF_NAME.test(found)) return { value: { file: found } };
    return isAllowedLink(found)
      ? { value: { href: found } }
      : {
          text: 'must be the name of a PDF in the folder files (noc.pdf), or a link: https://…, mailto:…, tel:… or a page of this site such as /Fees',
          found,
        };
  },
};

/** `Nursery to V`. */
export const classes: Kind<readonly SchoolClass[]> = {
  read(cell) {
    const reading = text.read(cell);
    if (isFinding(reading)) return reading;
    const parsed = parseClasses(reading.value);
    return 'classes' in parsed
      ? { value: parsed.classes }
      : { ...toFinding(parsed.text, parsed.values), found: reading.value };
  },
};

/** `Sunday`, `2nd, 4th Saturday`. */
export const weeklyHolidays: Kind<readonly WeeklyHoliday[]> = {
  read(cell) {
    const found = cellText(cell);
    const parsed = parseWeeklyHolidays(found);
    return parsed === null ? { ...toFinding(WEEKLY_HOLIDAYS_MUST_BE), found } : { value: parsed };
  },
};
