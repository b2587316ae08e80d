import {
  ALL_CAMPUSES,
  CAMPUS_TABLE,
  MAIN_CAMPUS,
  otherCampuses,
} from '../../../shared/campuses.ts';
import { campus, campuses, day, optional } from './kinds.ts';

const MAIN = CAMPUS_TABLE[MAIN_CAMPUS].name;
const [OTHER = MAIN] = otherCampuses(MAIN_CAMPUS).map((each) => CAMPUS_TABLE[each].name);
const ALL = ALL_CAMPUSES === 'both' ? 'Both' : 'All';

const TO_BEFORE_FROM = 'must not be before the day in the column From';

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
export const CAMPUS_OR_ALL = {
  ...CAMPUS,
  kind: campuses,
  examples: [ALL, OTHER],
} as const;
export const CAMPUS_OF_ONE = { ...CAMPUS, kind: campus, examples: [MAIN, OTHER] } as const;

export function daysInOrder({ from, to = from }: { from: string; to?: string | undefined }) {
  return from <= to ? null : ({ column: 'to', text: TO_BEFORE_FROM } as const);
}

/** An empty cell means all campuses. */
export const CAMPUS_IF_ONE = {
  ...CAMPUS,
  kind: optional(campuses),
  examples: ['', OTHER],
} as const;
