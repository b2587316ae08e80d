/** When an event is on its day, in minutes after midnight in India. */
export type EventTimes = { start: number; end: number };

/** How long an event is taken to last whose end is not known, in minutes. */
const DEFAULT_DURATION = 60;
export const NOON = 12 * 60;
export const MIDNIGHT = 24 * 60;
/** No event begins between one and four at night, and `7 बजे` is of the morning. */
const [LAST_AFTERNOON_HOUR, FIRST_MORNING_HOUR] = [3, 7];

/** Without nuktas, and with a dot for each nasal. */
const NUMBERS: ReadonlyMap<string, number> = new Map(
  'एक दो तीन चार पांच छह सात आठ नौ दस ग्यारह बारह'
    .split(' ')
    .map((word, at) => [word, at + 1] as const),
);
const NUMBER = new RegExp(
  String.raw`(^|[^\p{L}\p{M}])(${[...NUMBERS.keys()].join('|')}|छः|छ:)(?![\p{L}\p{M}])`,
  'gu',
);

/** What is written for a part of an hour, in minutes after the hour that is named. */
const FRACTIONS: readonly (readonly [word: RegExp, minutes: number])[] = [
  [/साढे (\d{1,2})/g, 30],
  [/सवा (\d{1,2})/g, 15],
  [/पौने (\d{1,2})/g, -15],
  [/डेढ()/g, 90],
  [/ढाई()/g, 150],
  [/सवा() बजे/g, 75],
];

/** Parts of the day: from which hour to which, where noon is 12 and midnight 24. */
const PARTS: readonly (readonly [words: string, first: number, last: number])[] = [
  ['सुबह|सवेरे|प्रात(?:ः|:)?(?: ?काल)?|पूर्वाह्न|भोर|am', 0.1, 12],
  ['दोपहर|मध्याह्न|अपराह्न', 11, 17],
  ['दिन', 8, 17],
  ['शाम|सायं(?: ?काल)?|सायंकालीन|संध्या|pm', 12, 24],
  ['रात|रात्रि', 19, 28],
];
const HOURS_OF_PARTS = PARTS.map(
  ([words, first, last]) => [new RegExp(`^(?:${words})$`), first * 60, last * 60] as const,
);
const PART = `(${PARTS.map(([words]) => words).join('|')})(?: (?:को|के|में))?`;
const CLOCK = String.raw`(?:${PART} )?(\d{1,2})(?:[:.](\d{2}))?(?: ?बजे)?(?: ?${PART})?(?: ?बजे)?`;
const TIMES = new RegExp(
  String.raw`^(?:समय ?[:ः-]{0,2} ?)?${CLOCK}(?: ?(?:से लेकर|से|to|-) ?${CLOCK})?(?: ?(?:तक|से|पर|को))?(?: (?:आरंभ|प्रारंभ|शुरू))?[।.]?$`,
);

/** `सुबह 10 बजे`, `प्रातः 9:30 से 12:00 बजे तक`, `शाम साढ़े पाँच बजे`, in small letters and with the digits 0 to 9. */
export function readHindiTimes(text: string): EventTimes | null {
  // The other texts are no times of Hindi.
  if (!/[\u0900-\u097f]/.test(text)) return null;
  const plain = FRACTIONS.reduce(
    (rest, [word, minutes]) =>
      rest.replace(word, (_, hour: string) => clockOf(Number(hour) * 60 + minutes)),
    text
      .replace(/\p{Cf}|\u093c/gu, '')
      .replaceAll('ँ', 'ं')
      .replace(/[–—]/g, '-')
      .replace(NUMBER, (_, before: string, word: string) => before + String(NUMBERS.get(word) ?? 6))
      .replace(
        /(\d{1,2}) बजकर (\d{1,2}) मिनट/g,
        (_, hour: string, minute: string) => `${hour}:${minute.padStart(2, '0')}`,
      )
      .replace(/ {0,3}, {0,3}/g, ' '),
  );
  const match = TIMES.exec(plain);
  if (match === null) return null;
  const [, before, hour, minute, after, endBefore, endHour, endMinute, endAfter] = match;
  const [part, endPart] = [before ?? after, endBefore ?? endAfter];
  // "शाम 04:30 से 06:00" is written with a clock of twelve hours.
  const hasParts = part !== undefined || endPart !== undefined;
  const starts = timesOf(hour, minute, { part, hasParts });
  if (endHour === undefined) {
    const start = usual(starts);
    return start === undefined ? null : withUsualEnd(start);
  }
  const ends = timesOf(endHour, endMinute, { part: endPart, hasParts });
  const [knownEnd = 0, otherEnd] = ends;
  const start =
    starts.length > 1 && otherEnd === undefined
      ? starts.filter((time) => time < knownEnd).slice(-1)[0]
      : usual(starts);
  const end = start === undefined ? undefined : ends.find((time) => time > start);
  if (start === undefined || end === undefined) return null;
  return { start, end: Math.min(end, MIDNIGHT) };
}

/** An event whose end is not known. */
export function withUsualEnd(start: number): EventTimes {
  return { start, end: Math.min(start + DEFAULT_DURATION, MIDNIGHT) };
}

/** The minutes after midnight that a clock may mean, the earliest first. */
function timesOf(
  hour = '',
  minute = '0',
  { part, hasParts }: { part: string | undefined; hasParts: boolean },
): number[] {
  const [hours, minutes] = [Number(hour), Number(minute)];
  if (minutes > 59 || hours > 24) return [];
  const time = hours * 60 + minutes;
  if (hours > 12 || (hour.startsWith('0') && !hasParts)) return [time];
  const early = time % NOON;
  if (part === undefined) return [early, early + NOON];
  const [, first = 0, last = 0] = HOURS_OF_PARTS.find(([words]) => words.test(part)) ?? [];
  return [early, early + NOON, early + MIDNIGHT]
    .filter((one) => one >= first && one <= last)
    .slice(0, 1);
}

/** Of the morning and the afternoon the one that is meant; undefined where that is not certain. */
function usual([early, late]: readonly number[]): number | undefined {
  if (early === undefined || early >= MIDNIGHT) return undefined;
  if (late === undefined || early >= FIRST_MORNING_HOUR * 60) return early;
  return early < (LAST_AFTERNOON_HOUR + 1) * 60 ? late : undefined;
}

function clockOf(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
