import { CLASSES, type SchoolClass } from './classes.ts';
import type { Day } from './dates.ts';
import type { EventTimes } from './hindi-times.ts';
import { foldText } from './fold-text.ts';
import {
  isDateSign,
  isTimeSign,
  isWeekday,
  NO_SIGNS,
  readDays,
  signDates,
  signTimes,
} from './notice-days.ts';
import {
  DECLARED,
  NOTICE_WORDS,
  OPENING_WORDS,
  OTHER_WORDS,
  POLITE_PHRASES,
  REASON_BEGINS,
  REASON_ENDS,
  REASON_WORDS,
  REOPENING_WORDS,
  STATEMENT_ENDS,
  wholeWords,
} from './notice-words.ts';
import {
  classWords,
  isClassName,
  isClassWord,
  namesClasses,
  parseClasses,
} from './parse-classes.ts';
import type { SchoolChange } from './school-days.ts';

/** Longer texts are not read, in characters. */
const MAX_LENGTH = 400;

/** Of other times it is not the children's school that opens, in minutes after midnight. */
const [EARLIEST, LATEST] = [6 * 60, 12 * 60];
const LAST_TIMES = new Set(['till', 'until', 'upto', 'to']);

/** In place of a closing word. */
const CLOSED = '\ue200';
/** In place of phrases such as "due to", "के कारण". */
const [REASON_FOLLOWS, REASON_BEFORE] = ['\ue201', '\ue202'];

const HOLIDAY_DECLARED = new RegExp(String.raw`${CLOSED} +(?:${DECLARED})(?![\p{L}\p{M}])`, 'gu');

type UrgentTextOptions = {
  /** Words such as `closed`. */
  closing: readonly string[];
  today: Day;
  /** When the highlight was made; null where its id does not say. */
  issued: Day | null;
};

/**
 * What the text of a highlight changes, where each of its words leaves no doubt: `School is closed on Monday`,
 * `Nursery to VIII closed on 30 November; IX to XII open 10 AM`. With any doubt it changes nothing.
 */
export function readUrgentText(
  text: string,
  { closing, today, issued }: UrgentTextOptions,
): SchoolChange[] {
  if (text.length > MAX_LENGTH || text.includes('?')) return [];
  const dates = signDates(foldText(text).replace(NO_SIGNS, ' '), today);
  const times = signTimes(dates.text);
  const parts = signClosing(times.text, closing).split(STATEMENT_ENDS).flatMap(partsOf);
  const statements = parts.map((words) => readStatement(words, times.values));
  const clear = statements.flatMap((statement) => statement ?? []);
  const classesThatAre = (wanted: Statement['verb']) =>
    clear.flatMap(({ verb, classes }) => (verb === wanted ? classes : []));
  const closed = new Set(classesThatAre('closed'));
  if (clear.length < parts.length || classesThatAre('open').some((each) => closed.has(each)))
    return [];
  const named = readDays(
    clear.flatMap(({ verb, words }) => (verb === 'other' ? [] : [...words, '.'])),
    dates.values,
    issued,
  );
  const openings = clear.flatMap(({ classes, hours }): SchoolChange[] =>
    hours === null ? [] : [{ classes, ...named, ...hours }],
  );
  if (closed.size === 0) return openings;
  const classes = CLASSES.filter((each) => closed.has(each));
  return [{ classes, ...named, opens: null }, ...openings];
}

function signClosing(text: string, closing: readonly string[]): string {
  const plain = text
    .replace(POLITE_PHRASES, ' ')
    .replace(REASON_BEGINS, ` ${REASON_FOLLOWS} `)
    .replace(REASON_ENDS, ` ${REASON_BEFORE} `);
  if (closing.length === 0) return plain;
  return plain
    .replace(wholeWords(closing.map(foldText)), ` ${CLOSED} `)
    .replace(HOLIDAY_DECLARED, ` ${CLOSED} `);
}

type Statement = {
  verb: 'closed' | 'open' | 'other';
  classes: readonly SchoolClass[];
  hours: { opens: string; closes?: string } | null;
  words: readonly string[];
};

/** The statements of a sentence: those after a comma or "and" have a verb of their own. */
function partsOf(sentence: string): string[][] {
  const words = classWords(sentence);
  const verbs = words.flatMap((word, at) => (isVerb(word) ? [at] : []));
  const [first, second] = verbs;
  if (words.every((word) => word === ',')) return [];
  if (first === undefined || second === undefined || words[first] === words[second]) return [words];
  // "Nursery to VIII closed, IX to XII open": of "closed for LKG, UKG, I open" nobody knows.
  const between = words.slice(first + 1, second);
  const end = between.findIndex((word) =>
    [',', '-', 'and', '&', 'और', 'एवं', 'तथा', 'व'].includes(word),
  );
  if (end < 0 || between.slice(0, end).some(isClassName)) return [words];
  const rest = words.slice(first + 1 + end + 1);
  return [words.slice(0, first + 1 + end), ...partsOf(rest.join(' '))];
}

function isVerb(word: string): boolean {
  return word === CLOSED || OPENING_WORDS.has(word) || REOPENING_WORDS.has(word);
}

/** Null where the text may mean something else. */
function readStatement(
  words: readonly string[],
  times: ReadonlyMap<string, EventTimes>,
): Statement | null {
  const verbs = new Set(words.filter(isVerb));
  const [verb, ...otherVerbs] = verbs;
  const { classes, rest } = takeClasses(words.filter((word) => !isVerb(word)));
  const isKnown = (word: string, at: number) =>
    NOTICE_WORDS.has(word) ||
    isWeekday(word) ||
    isDateSign(word) ||
    isTimeSign(word) ||
    isReason(rest, at);
  if (otherVerbs.length > 0 || classes === null) return null;
  if (verb === undefined || REOPENING_WORDS.has(verb)) {
    const isClear = rest.every((word, at) => OTHER_WORDS.has(word) || isKnown(word, at));
    const isOfAll = classes === 'all';
    return isClear && isOfAll ? { verb: 'other', classes: [], hours: null, words: [] } : null;
  }
  if (!rest.every(isKnown)) return null;
  const own = classes === 'all' ? CLASSES : classes;
  const found = rest.filter(isTimeSign);
  if (verb === CLOSED)
    return found.length === 0 && isOfSchool(words)
      ? { verb: 'closed', classes: own, hours: null, words: rest }
      : null;
  const hours = readHours(rest, times);
  if (found.length > 0 && hours === null) return null;
  return { verb: 'open', classes: own, hours, words: rest };
}

/** Not "till the holiday", "on Saturday, a holiday", "students are to be …", nor the question "is school closed". */
function isOfSchool(words: readonly string[]): boolean {
  const at = words.indexOf(CLOSED);
  const isArticle = ARTICLES.has(words[at - 1] ?? '');
  const before = words[isArticle ? at - 2 : at - 1] ?? '';
  const isSubject = words.some(
    (word, index) => PUPILS.has(word) && !['for', 'of'].includes(words[index - 1] ?? ''),
  );
  const isOfOther = words.some(
    (word, index) => word === 'to' && words[index + 1] === 'be' && words[index + 2] !== CLOSED,
  );
  return !(
    BEFORE_OTHERS.has(before) ||
    AFTER_OTHERS.has(words[at + 1] ?? '') ||
    (isArticle && before === ',') ||
    isSubject ||
    isOfOther ||
    QUESTIONS.has(words[0] ?? '')
  );
}

const ARTICLES = new Set(['a', 'an', 'the']);
const PUPILS = new Set(['students', 'children', 'pupils']);
const BEFORE_OTHERS = new Set(['till', 'until', 'upto', 'from', 'for', 'of', 'in', 'at', 'and']);
/** "छुट्टी के बाद", "अवकाश तक". */
const AFTER_OTHERS = new Set([
  'तक',
  'के',
  'का',
  'की',
  'में',
  'को',
  'से',
  'ke',
  'ki',
  'ka',
  'ko',
  'mein',
  REASON_BEFORE,
]);
const QUESTIONS = new Set(['is', 'are', 'will', 'shall']);

/** "due to fog", "कोहरे के कारण", "Fog: …": else "administration" may be what is closed. */
function isReason(words: readonly string[], at: number): boolean {
  const [before, word = '', after] = [words.slice(0, at), words[at], words.slice(at + 1)];
  if (word === REASON_FOLLOWS || word === REASON_BEFORE) return true;
  if (!REASON_WORDS.has(word)) return false;
  return (
    before.includes(REASON_FOLLOWS) ||
    after.includes(REASON_BEFORE) ||
    (before.every((each) => REASON_WORDS.has(each)) && after.some((each) => /^[,:-]$/.test(each)))
  );
}

/** "from 10 AM", "10 AM to 2 PM". */
function readHours(words: readonly string[], times: ReadonlyMap<string, EventTimes>) {
  const [first, second, ...others] = words.flatMap((word, at) => (isTimeSign(word) ? [at] : []));
  if (first === undefined || others.length > 0) return null;
  const opens = times.get(words[first] ?? '')?.start;
  const isUntil = LAST_TIMES.has(words[first - 1] ?? '') || words[first + 1] === 'तक';
  if (opens === undefined || opens < EARLIEST || opens > LATEST || isUntil) return null;
  if (second === undefined) return { opens: clock(opens) };
  const closes = times.get(words[second] ?? '')?.start;
  const isRange = second === first + 2 && ['to', '-', 'से', 'till'].includes(words[first + 1] ?? '');
  if (!isRange || closes === undefined || closes <= opens) return null;
  return { opens: clock(opens), closes: clock(closes) };
}

function clock(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** The one list of classes among the words, and the others. Null: it cannot be read, or there are two. */
function takeClasses(words: readonly string[]): {
  classes: SchoolClass[] | 'all' | null;
  rest: readonly string[];
} {
  const first = words.findIndex(isClassName);
  if (first < 0) return { classes: 'all', rest: words };
  const last = words.findLastIndex(isClassName);
  let [start, end] = [first, last];
  while (start > 0 && isClassWord(words[start - 1] ?? '')) start -= 1;
  while (end < words.length - 1 && isClassWord(words[end + 1] ?? '')) end += 1;
  while (end > last && ['from', 'for', 'the'].includes(words[end] ?? '')) end -= 1;
  // "closed from Nursery to V till Saturday": a word at an end may belong to the sentence.
  for (; start <= first; start += 1)
    for (let to = end; to >= last; to -= 1) {
      const parsed = parseClasses(words.slice(start, to + 1).join(' '));
      if ('classes' in parsed)
        return {
          classes: parsed.classes,
          rest: [...words.slice(0, start), ...words.slice(to + 1)],
        };
    }
  const isNamed = words.slice(first, end + 1).some(namesClasses);
  return { classes: isNamed ? null : 'all', rest: words };
}
