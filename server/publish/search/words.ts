import { foldText } from '../../../shared/fold-text.ts';

/** An internet or email address, else a word as it is written; joiners and soft hyphens are part of words, apostrophes between them. */
const WORD =
  /(?:https?:\/\/|www\.)\S+|(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{1,254}(?<=\w)|(?<![\w.-])(?:[\w-]{1,63}\.){1,8}(?:com|edu|in|net|org)\b|(?:(?!ʼ)[\p{L}\p{M}\p{N}\p{Default_Ignorable_Code_Point}])+/gu;

/** Ignored in a query that has other words. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  'a an and at for from in is of on or the to का के की को और में से है'.split(' '),
);

/** Marks of the terms that are not words, so that no beginning of a word finds them. */
const ADDRESS = '@';
const HINDI_SOUND = ':h';
const LATIN_SOUND = ':l';

/** Latin spellings of the Devanagari consonants, as `encodeSound` compares them. */
const CONSONANTS = new Map(
  Array.from('कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळंँ', (letter, at) => [
    letter,
    'kkggnCCjjnttddnttddnpfbbmyrlvsssHlnn'[at],
  ]),
);

type Word = { folded: string; start: number; end: number };

export function* wordsOf(text: string): Generator<Word> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = foldText(word);
    if (folded !== '') yield { folded, start: index, end: index + word.length };
  }
}

export function foldedWords(text: string): string[] {
  return Array.from(wordsOf(text), ({ folded }) => folded);
}

export function queryWords(query: string, limit: number): string[] {
  const all = [...new Set(foldedWords(query))];
  const significant = all.filter((word) => !SMALL_WORDS.has(word));
  return (significant.length === 0 ? all : significant).slice(0, limit);
}

/** The terms under which a word is indexed: its stem, and how it sounds. */
export function indexTerms(word: string): string[] {
  return [findStem(word), ...soundTerms(word, isHindi(word))];
}

/** The term under which words of the other script that sound like this one are indexed. */
export function otherScriptTerms(word: string): string[] {
  return soundTerms(word, !isHindi(word));
}

function soundTerms(word: string, isOfHindi: boolean): string[] {
  const sound = encodeSound(word);
  return sound.length < 2 ? [] : [(isOfHindi ? HINDI_SOUND : LATIN_SOUND) + sound];
}

/** A word without the ending of an English plural: what remains is a beginning of the word. */
export function findStem(word: string): string {
  if (isAddress(word)) return ADDRESS + word;
  if (!/^[a-z]{4,}$/.test(word)) return word;
  return word.replace(/(?<=s|x|ch|sh)es$|(?<![isuw])s$/, '');
}

function isAddress(word: string): boolean {
  return /[@.]/.test(word);
}

function isHindi(word: string): boolean {
  return /[\u0900-\u097f]/.test(word);
}

/**
 * What the Hindi and the Latin spellings of one word have in common: its consonants, without the
 * differences that writers make between sh and s, ph and f, single and double ones. `वार्षिक` and
 * `varshik` are both `vrsk`. Empty for a word in any other script.
 */
function encodeSound(word: string): string {
  const latin = isHindi(word)
    ? Array.from(word.replaceAll('ज्ञ', 'गय'), (letter) => CONSONANTS.get(letter) ?? '').join('')
    : word.replace(/sch/g, 'sk').replace(/chh?/g, 'C').replace(/c/g, 'k');
  if (!/^[a-zCH]+$/.test(latin)) return '';
  return latin
    .replace(/ph/g, 'f')
    .replace(/([bdgjkstC])h/g, '$1')
    .replace(/H/g, 'h')
    .replace(/w/g, 'v')
    .replace(/z/g, 'j')
    .replace(/^qui/, 'kvi')
    .replace(/q/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/[aeiou]/g, '')
    .replace(/m(?=[^m])/g, 'n')
    .replace(/(.)\1+/g, '$1');
}
