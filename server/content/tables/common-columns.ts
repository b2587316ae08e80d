import {
  ALL_CAMPUSES,
  CAMPUS_TABLE,
  MAIN_CAMPUS,
  otherCampuses,
} from '../../../shared/campuses.ts';
import type { Day } from '../../../shared/dates.ts';
import { campus, campuses, day, optional, text } from './kinds.ts';

const MAIN = CAMPUS_TABLE[MAIN_CAMPUS].name;
const [OTHER = MAIN] = otherCampuses(MAIN_CAMPUS).map((each) => CAMPUS_TABLE[each].name);
const ALL = ALL_CAMPUSES === 'both' ? 'Both' : 'All';

export const FROM = {
  heading: 'From',
  aliases: ['First day', 'Starts', 'Date', 'से', 'दिनांक'],
  kind: day,
} as const;
export const TO = { heading: 'To', aliases: ['Last day', 'Until', 'Ends', 'तक'] } as const;
const CAMPUS = { heading: 'Campus', aliases: ['School', 'Branch', 'परिसर'] } as const;
export const SESSION = { heading: 'Session', aliases: ['Year', 'सत्र'] } as const;
export const PUBLISHED = {
  heading: 'Published',
  aliases: ['Published on', 'Date of publication', 'प्रकाशित'],
  kind: day,
} as const;
export const LAST_DAY = {
  heading: 'Last day',
  aliases: ['Apply by', 'Last date', 'अंतिम तिथि'],
  kind: day,
} as const;
export const POST = {
  heading: 'Post',
  aliases: ['Designation', 'Designation of teacher', 'पद'],
  kind: text,
} as const;
export const CAMPUS_OR_ALL = {
  ...CAMPUS,
  kind: campuses,
  examples: [ALL, OTHER],
} as const;
export const CAMPUS_OF_ONE = { ...CAMPUS, kind: campus, examples: [MAIN, OTHER] } as const;

const FIRST = { from: FROM, published: PUBLISHED } as const;

/** A check that the last day is not before the first. */
export function daysInOrder<First extends keyof typeof FIRST, Last extends string>(
  first: First,
  last: Last,
) {
  const { heading } = FIRST[first];
  return (row: Readonly<Record<First | Last, Day | undefined>>) => {
    const [start, end] = [row[first], row[last]];
    if (start === undefined || end === undefined || start <= end) return null;
    return {
      column: last,
      text: 'must not be before the day in the column {heading}',
      values: { heading },
    } as const;
  };
}

/** Of a table with the columns From and To. */
export const fromBeforeTo = daysInOrder('from', 'to');

/** An empty cell means all campuses. */
export const CAMPUS_IF_ONE = {
  ...CAMPUS,
  kind: optional(campuses),
  examples: ['', OTHER],
} as const;
