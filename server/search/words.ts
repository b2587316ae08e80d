import anyAscii from 'any-ascii';

/** A word as it is written; the joiners are part of Hindi words. */
const WORD = /[\p{L}\p{M}\p{N}\u200c\u200d]+/gu;

/** Words that are left out of a query which has others. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  'a an and at for from in is of on or the to का के की को और में से है'.split(' '),
);

/** A word of a text: as it is compared, and where it stands. */
export type Word = { folded: string; start: number; end: number };

/** The words of a text, in its order. */
export function* wordsOf(text: string): Generator<Word> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = foldWord(word);
    if (folded !== '') yield { folded, start: index, end: index + word.length };
  }
}

/** The words of a text as they are compared, each once. */
export function distinctWords(text: string): Set<string> {
  return new Set(Array.from(wordsOf(text), ({ folded }) => folded));
}

/** The words of a query that are looked for. */
export function queryWords(query: string, limit: number): string[] {
  const all = [...distinctWords(query)];
  const telling = all.filter((word) => !SMALL_WORDS.has(word));
  return (telling.length === 0 ? all : telling).slice(0, limit);
}

/** Without letter case, accents, joiners and the two marks that Hindi is often written without. */
function foldWord(word: string): string {
  if (/^[a-z0-9]+$/.test(word)) return word;
  return word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]|\u200c|\u200d|\u093c/g, '')
    .replace(/\u0901/g, '\u0902')
    .normalize('NFC')
    .toLowerCase();
}

/** Whether a word is written in Devanagari. */
export function isHindi(word: string): boolean {
  return /[\u0900-\u097f]/.test(word);
}

/**
 * What the Hindi and the Latin spellings of one word have in common: its consonants, without the
 * differences that writers make between sh and s, ph and f, single and double ones. `वार्षिक` and
 * `varshik` are both `vrsk`. Empty for a word in any other script.
 */
export function soundOf(word: string): string {
  const latin = isHindi(word)
    ? anyAscii(word).replace(/jn/g, 'gy').replace(/ch?/g, 'C')
    : word.replace(/sch/g, 'sk').replace(/chh?/g, 'C').replace(/c/g, 'k');
  if (!/^[a-zC]+$/.test(latin)) return '';
  return latin
    .replace(/ph/g, 'f')
    .replace(/([bdgjkstC])h/g, '$1')
    .replace(/w/g, 'v')
    .replace(/z/g, 'j')
    .replace(/q/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/[aeiou]/g, '')
    .replace(/m(?=[^m])/g, 'n')
    .replace(/(.)\1+/g, '$1');
}
