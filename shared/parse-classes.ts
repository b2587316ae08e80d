import { CLASSES, type SchoolClass } from './classes.ts';
import { foldText } from './fold-text.ts';

/** Longer texts are no list of classes, in characters. */
const MAX_LENGTH = 200;

const LAST = CLASSES.length - 1;

const EXAMPLES =
  'write classes such as "Nursery to V", "VI to XII", "LKG, UKG" or "Class IX and XI"; the classes are Nursery, LKG, UKG and I to XII';

const MUST_BE_CLASSES = `must be classes: ${EXAMPLES}`;
const UNKNOWN_WORD = `has "{word}", which is no class: ${EXAMPLES}`;
const KINDERGARTEN = 'has KG with a number: write LKG or UKG, or such as "LKG to I"';
const BACKWARDS = 'is backwards: write the lower class first, "{first} to {last}"';

/** Other spellings of each class, in its order: in Hindi as a number and as an ordinal. */
const SPELLINGS = [
  ['nur', 'नर्सरी'],
  ['एलकेजी'],
  ['यूकेजी'],
  ['1', 'one', 'first', 'एक', 'पहली', 'प्रथम'],
  ['2', 'two', 'second', 'दो', 'दूसरी', 'द्वितीय'],
  ['3', 'three', 'third', 'तीन', 'तीसरी', 'तृतीय'],
  ['4', 'four', 'fourth', 'चार', 'चौथी', 'चतुर्थ'],
  ['5', 'five', 'fifth', 'पाँच', 'पाँचवीं', 'पंचम'],
  ['6', 'six', 'sixth', 'छह', 'छः', 'छठी', 'छठवीं'],
  ['7', 'seven', 'seventh', 'सात', 'सातवीं'],
  ['8', 'eight', 'eighth', 'आठ', 'आठवीं'],
  ['9', 'nine', 'ninth', 'नौ', 'नौवीं', 'नवीं'],
  ['10', 'ten', 'tenth', 'दस', 'दसवीं'],
  ['11', 'eleven', 'eleventh', 'ग्यारह', 'ग्यारहवीं'],
  ['12', 'twelve', 'twelfth', 'बारह', 'बारहवीं'],
] as const satisfies { length: 15 };

type Range = { first: number; last: number };
type Token = Range | 'to' | 'list' | 'upTo' | 'below' | 'onwards' | 'except';

const RANGES: ReadonlyMap<string, Range> = new Map([
  ...CLASSES.flatMap((name, at) =>
    [name, ...(SPELLINGS[at] ?? [])].map(
      (word) => [foldText(word), { first: at, last: at }] as const,
    ),
  ),
  ...rangesOf(['kg', 'केजी'], 'LKG', 'UKG'),
  ...rangesOf(['preprimary', 'प्रीप्राइमरी'], 'Nursery', 'UKG'),
  ...rangesOf(['all', 'सभी', 'समस्त'], 'Nursery', 'XII'),
]);

const SIGNS: ReadonlyMap<string, Token> = new Map([
  ...signs('to', ['to', '-', 'through', 'thru', 'से']),
  ...signs('list', ['and', '&', '+', ',', ';', '/', 'और', 'व', 'एवं', 'तथा']),
  ...signs('upTo', ['upto', 'till', 'until']),
  ...signs('below', ['below', 'तक']),
  ...signs('onwards', ['onwards', 'onward', 'above', 'आगे', 'ऊपर']),
  ...signs('except', ['except', 'excluding', 'but', 'छोड़कर']),
]);

const CERTAIN_WORDS = new Set(
  'class classes std standard grade nursery lkg ukg kg preprimary कक्षा कक्षाएँ कक्षाओं नर्सरी एलकेजी यूकेजी केजी प्रीप्राइमरी'
    .split(' ')
    .map(foldText),
);

/** They change nothing. */
const FILLERS = new Set(
  'class classes cl std standard grade from for the only st nd rd th कक्षा कक्षाएँ कक्षाओं वीं वी वें'
    .split(' ')
    .map(foldText),
);

/** A text with its values says what is wrong. */
type ParsedClasses = { classes: SchoolClass[] } | { text: string; values?: Record<string, string> };

/**
 * Reads `Nursery to V`, `LKG, UKG`, `Class 9th & 11th`, `up to Class VIII`, `IX onwards`, `all except X and XII`,
 * `कक्षा 9 से 12 तक`. Never guesses.
 */
export function parseClasses(text: string): ParsedClasses {
  if (text.length > MAX_LENGTH) return { text: MUST_BE_CLASSES };
  const words = classWords(text).filter((word) => !FILLERS.has(word));
  if (words.some(isUnclearKindergarten)) return { text: KINDERGARTEN };
  const tokens: Token[] = [];
  for (const word of words) {
    const token = tokenOf(word);
    if (token === undefined) return { text: UNKNOWN_WORD, values: { word } };
    tokens.push(token);
  }
  const at = tokens.indexOf('except');
  const all = parseList(at < 0 ? tokens : tokens.slice(0, at));
  const excepted = at < 0 ? [] : parseList(tokens.slice(at + 1));
  if (all === null || excepted === null) return { text: MUST_BE_CLASSES };
  const backwards = [...all, ...excepted].find(({ first, last }) => first > last);
  if (backwards !== undefined) {
    const [first = '', last = ''] = [CLASSES[backwards.last], CLASSES[backwards.first]];
    return { text: BACKWARDS, values: { first, last } };
  }
  const has = (ranges: readonly Range[], index: number) =>
    ranges.some(({ first, last }) => first <= index && index <= last);
  const classes = CLASSES.filter((_, index) => has(all, index) && !has(excepted, index));
  return classes.length === 0 ? { text: MUST_BE_CLASSES } : { classes };
}

/** `Vth` and `Ist` as V and I, `आठवी` as आठवीं. */
function withoutEnding(word: string): string {
  return word.replace(/(?:st|nd|rd|th)$/, '').replace(/वी$/, 'वीं');
}

function tokenOf(word: string): Token | undefined {
  return RANGES.get(word) ?? SIGNS.get(word) ?? RANGES.get(withoutEnding(word));
}

/** Whether a word means one or more classes, if it stands in a list of classes. */
export function namesClasses(word: string): boolean {
  return isRange(tokenOf(word));
}

/** Whether a word may stand in a list of classes. */
export function isClassWord(word: string): boolean {
  return FILLERS.has(word) || tokenOf(word) !== undefined;
}

/** Whether it cannot mean anything else, as `one`, `5` and `i` may. */
export function isClassName(word: string): boolean {
  return CERTAIN_WORDS.has(word) || /^(?:[vx]?i{2,3}|[ix]?[vx]i*)$/.test(word.replace(/th$/, ''));
}

/** In one spelling. */
export function classWords(text: string): string[] {
  const plain = foldText(text)
    .replaceAll('.', '')
    .replace(/\b(up|pre)[ -]*(?=to\b|primary\b)/g, '$1')
    .replace(/प्री[ -]*(?=प्राइमरी)/g, 'प्री')
    .replace(/(?:and|&|और|व|एवं|से) (?=above|below|onward|ऊपर|आगे)/g, '');
  // Schools write 08 and 8.
  return (plain.match(/\d+|[\p{L}\p{M}]+|\S/gu) ?? []).map((word) => word.replace(/^0(?=\d)/, ''));
}

/** "KG-I" and "KG 2" are names of classes in some schools. */
function isUnclearKindergarten(word: string, at: number, words: readonly string[]): boolean {
  const next = words[at + 1] === '-' ? words[at + 2] : words[at + 1];
  return ['kg', 'केजी'].includes(word) && /^(?:1|2|ii?)$/.test(next ?? '');
}

/** The ranges of a list, null for what is none; a backwards one too. */
function parseList(tokens: readonly Token[]): Range[] | null {
  const ranges: Range[] = [];
  let rest = tokens;
  while (rest.length > 0) {
    const item = parseItem(rest);
    if (item === null) return null;
    ranges.push(item.range);
    rest = rest.slice(item.length);
    if (rest.length > 0 && rest[0] !== 'list') return null;
    while (rest[0] === 'list') rest = rest.slice(1);
  }
  return ranges.length === 0 ? null : ranges;
}

function parseItem(tokens: readonly Token[]): { range: Range; length: number } | null {
  const [first, second, third, fourth] = tokens;
  if (first === 'upTo')
    return isRange(second) ? { range: { first: 0, last: second.last }, length: 2 } : null;
  if (!isRange(first)) return null;
  if (second === 'onwards') return { range: { first: first.first, last: LAST }, length: 2 };
  if (second === 'below') return { range: { first: 0, last: first.last }, length: 2 };
  if (second !== 'to' && second !== 'upTo') return { range: first, length: 1 };
  if (!isRange(third)) return null;
  const range = { first: first.first, last: third.last };
  return { range, length: fourth === 'below' ? 4 : 3 };
}

function isRange(token: Token | undefined): token is Range {
  return typeof token === 'object';
}

function rangesOf(words: readonly string[], first: SchoolClass, last: SchoolClass) {
  const range = { first: CLASSES.indexOf(first), last: CLASSES.indexOf(last) };
  return words.map((word) => [foldText(word), range] as const);
}

function signs(sign: Token, words: readonly string[]) {
  return words.map((word) => [foldText(word), sign] as const);
}
