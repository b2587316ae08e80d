import { LRUCache } from 'lru-cache';
import { foldText } from '../../../shared/fold-text.ts';

/**
 * An internet or email address, a degree such as `B.Ed.`, a session, an amount, else a word as it is written; joiners
 * and soft hyphens are part of words, apostrophes between them.
 */
const WORD =
  /(?:https?:\/\/|www\.)\S+|(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{1,254}(?<=\w)|(?<![\w.-])(?:[\w-]{1,63}\.){1,8}(?:com|edu|in|net|org)\b|(?<![\p{L}.])\p{L}\.(?:\p{L}{1,2}\.)*\p{L}{1,3}(?!\p{L})|(?<![\p{N}-])(?:19|20|१९|२०)\p{Nd}{2}[\p{Pd}/](?:\p{Nd}{2}){1,2}(?![\p{N}-])|(?<![\p{N},])\p{Nd}{1,3}(?:,\p{Nd}{2,3}){0,3},\p{Nd}{3}(?!\p{N})|(?:(?!ʼ)[\p{L}\p{M}\p{N}\p{Default_Ignorable_Code_Point}])+/gu;

/** Nothing is found for a query of them and of the school alone. */
const QUESTION_WORDS = wordSet(
  'what when where how which who why kab kya kaise kahan kaha kitna kitni kitne kaun kaunsa kaunsi kyon kyun',
  'कब क्या कैसे कहां कितना कितनी कितने कौन क्यों',
);
/** Ignored in a query that has other words: those between words, and those that only ask. */
const ASKING_WORDS = wordSet(
  ...QUESTION_WORDS,
  'a an and any at be for from have has in is it of on or that the there this to was with',
  'do does can will much many i me my our you your about get give need needed please tell want because due',
  'required details detail information info jankari जानकारी विवरण',
  'ka ki ke ko me mein se aur ya bhi tak par hai hain ho hoga hogi tha thi kal aaj liye lie wala wali ye yeh',
  'shuru kis kise kiska kisse kisko',
  'aata aati aate aayega aayegi aayenge jata jati mile milna milta milti milega milegi milenge lagta lagti lagega lagegi lagenge le lena',
  'kare karen karein karna karni karo kijiye karan vajah wajah bhare bharna bheje bhejna batao bataiye dikhao',
  'chahiye dena khulta khulti name naam mujhe mera mere meri apna apne apni',
  'का के की को और या भी तक में से पर है हैं हो होगा होगी था थी कल आज लिए वाला वाली यह ये',
  'शुरू किस किसे किसका किससे किसको',
  'आता आती आते आएगा आएगी आएंगे मिले मिलता मिलती मिलेगा मिलेगी मिलेंगे लगता लगती लगेगा लगेगी लगेंगे लें लेना',
  'करें करना करो कारण वजह भरें भरना भेजें भेजना बताओ बताएं दिखाओ चाहिए नाम मुझे मेरा मेरे मेरी अपना अपने अपनी',
);
/** All of the site is about it. */
const SCHOOL_WORDS = wordSet('school campus gis vidyalaya स्कूल विद्यालय कैंपस परिसर');

/** Names of the classes. */
const CLASS_NUMBERS = new Map(
  [
    ['i pehli पहली', 'ii dusri दूसरी', 'iii tisri तीसरी', 'iv chauthi चौथी'],
    ['v panchvi पांचवीं', 'vi chhathi छठी', 'vii satvi सातवीं', 'viii aathvi आठवीं'],
    ['ix nauvi नौवीं', 'x dasvi दसवीं', 'xi gyarahvi ग्यारहवीं', 'xii barahvi बारहवीं'],
  ]
    .flat()
    .flatMap((names, at) => names.split(' ').map((name) => [name, String(at + 1)] as const)),
);
const ORDINAL = /^(\d{1,2})(?:st|nd|rd|th|v[ai]n?|व[ाीे]ं?)$/;
const CLASS_WORDS = wordSet('class classes grade standard std kaksha कक्षा क्लास');

/** Marks of the terms that are not words, so that no beginning of a word finds them. */
const ADDRESS = '@';
const HINDI_SOUND = ':h';
const LATIN_SOUND = ':l';

/** Words with fewer consonants sound like too many others; those with more are told apart by them alone. */
const MIN_CONSONANTS = 3;
/** Words whose sounds and terms are cached, and names whose words are: texts repeat their words. */
const MAX_CACHED_WORDS = 10_000;
const MAX_CACHED_NAMES = 100;

/** Latin spellings of the Devanagari letters, as `encodeSound` compares them. */
const LETTERS = new Map(
  Array.from('कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळंँइईिीउऊुूओऑोॉअआएऐऔ', (letter, at) => [
    letter,
    'kkggnCCjjnttddnttddnpfbbmyrlvsssHlnniiiiuuuuooooaaaaa'[at],
  ]),
);

export function* wordsOf(text: string) {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = foldText(word);
    // `2026-2027` and `2026/27` are `2026-27`; amounts are typed without their commas.
    const plain = /^\d[\d,/-]+$/.test(folded)
      ? folded.replace(/[-/](?:\d\d)?(?=\d\d$)/, '-').replaceAll(',', '')
      : folded;
    if (plain !== '') yield { folded: plain, start: index, end: index + word.length };
  }
}

export function foldedWords(text: string): string[] {
  return Array.from(wordsOf(text), ({ folded }) => folded);
}

/** The same of a title, a heading or keywords, which all sentences below them have in common. */
export function nameWords(name: string): readonly string[] {
  return wordsByName.memo(name);
}

const wordsByName = new LRUCache<string, readonly string[]>({
  max: MAX_CACHED_NAMES,
  memoMethod: foldedWords,
});

/** For comparisons of texts, between spaces. */
export function stemsOf(words: readonly string[]): string {
  return ` ${words.map(findStem).join(' ')} `;
}

/** Those that a query searches for. */
export function queryWords(query: string): string[] {
  const words = subjectWords(query);
  const others = words.filter((word) => !SCHOOL_WORDS.has(word));
  const isQuestion = foldedWords(query).some((word) => QUESTION_WORDS.has(word));
  if (isQuestion) return narrowingWords(others).length === others.length ? [] : others;
  return others.length > 0 ? others : words;
}

/** What a query is about; all of its words where no others are left. */
export function subjectWords(query: string): string[] {
  const words = [...new Set(foldedWords(query))];
  const others = words.filter((word) => !ASKING_WORDS.has(word));
  return others.length === 0 ? words : others;
}

/** Those of a query that narrow it, or are all of it: a year, a session, a class with its number. */
export function narrowingWords(words: readonly string[]): string[] {
  const isOfClass = (word = '') => /^(?:[1-9]|1[0-2])$/.test(findStem(word));
  return words.filter((word, at) => {
    if (/^(?:19|20)\d\d(?:-\d\d)?$/.test(word) || isOfClass(word)) return true;
    return CLASS_WORDS.has(word) && [words[at - 1], words[at + 1]].some(isOfClass);
  });
}

/** Each two neighbours as one word: `date sheet` is also written `datesheet`. */
export function joinedWords(words: readonly string[]): string[] {
  return words.slice(1).map((word, at) => `${words[at]}${word}`);
}

function wordSet(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')).map(foldText));
}

/** The terms under which a word is indexed: its stem, and how it sounds; of a session also its first year. */
export function indexTerms(word: string): string[] {
  return termsByWord.memo(word);
}

const termsByWord = new LRUCache<string, string[]>({
  max: MAX_CACHED_WORDS,
  memoMethod: (word) =>
    /^\d{4}-\d\d$/.test(word)
      ? [word, word.slice(0, 4)]
      : [findStem(word), ...soundTerms(word, 'own')],
});

/** The terms under which words of one script that sound like a word are indexed. */
export function soundTerms(word: string, script: 'own' | 'other'): string[] {
  const mark = isHindi(word) === (script === 'own') ? HINDI_SOUND : LATIN_SOUND;
  return soundsByWord.memo(word).flatMap((sound) => {
    const consonants = withoutRuns(sound.replace(/[aiou]/g, ''));
    if (consonants.length < MIN_CONSONANTS) return [];
    return mark + (consonants.length === MIN_CONSONANTS ? sound : consonants);
  });
}

/** Whether two words are one, in either script, but for the ending of a plural. */
export function isSameWord(one: string, other: string): boolean {
  if (isHindi(one) === isHindi(other)) return findStem(one) === findStem(other);
  const sounds = soundsByWord.memo(other);
  return soundsByWord
    .memo(one)
    .some((sound) => sound.length >= MIN_CONSONANTS && sounds.includes(sound));
}

/** Also without the ending of a Hindi plural, which in Latin letters ends like English words: `kitabon`, `season`. */
const soundsByWord = new LRUCache<string, string[]>({
  max: MAX_CACHED_WORDS,
  memoMethod(word) {
    const singular = word.replace(/(?<=..)iy(?:aa?|o)n$/, 'i').replace(/(?<=..)(?:on|ei?n)$/, '');
    return [...new Set([findStem(word), singular].map(encodeSound))];
  },
});

/** A word without the ending of a plural; the number of a class as a figure. */
export function findStem(word: string): string {
  if (/[@.]/.test(word)) return ADDRESS + word;
  const figure = CLASS_NUMBERS.get(word) ?? ORDINAL.exec(word)?.[1];
  if (figure !== undefined) return figure;
  if (isHindi(word)) return word.replace(/िय(?:ां|ों)$/, 'ी').replace(/(?<=..)[ेो]ं$/, '');
  if (!/^[a-z]{4,}$/.test(word)) return word;
  return word.replace(/(?<=s|x|ch|sh)es$|(?<![isuw])s$/, '').replace(/(?<=[^aeiou])(?:ie|y)$/, 'i');
}

function isHindi(word: string): boolean {
  return /[\u0900-\u097f]/.test(word);
}

/**
 * What the Hindi and the Latin spellings of one word have in common: its consonants, with `i`, `u` and `o` between
 * them, and `a` for any other vowel that it begins with, without the differences that writers make between sh and s,
 * ph and f, single and double ones. `छुट्टी` and `chhutti` are both `Cuti`. Empty for a word in any other script.
 */
function encodeSound(word: string): string {
  const latin = isHindi(word)
    ? Array.from(
        word.replaceAll('ज्ञ', 'गय').replace(/[ृऋ]/g, 'रि'),
        (letter) => LETTERS.get(letter) ?? '',
      ).join('')
    : word
        .replace(/sch/g, 'sk')
        .replace(/chh?/g, 'C')
        .replace(/c(?=[eiy])/g, 's')
        .replace(/c/g, 'k')
        .replace(/ee|ea|(?<=[^aeiou])y(?![aeiou])/g, 'i')
        .replace(/oo|ou/g, 'u')
        .replace(/oa/g, 'o')
        .replace(/ai|au/g, 'a');
  if (!/^[a-zCH]+$/.test(latin)) return '';
  const letters = latin
    .replace(/ph/g, 'f')
    .replace(/([bdgjkstC])h/g, '$1')
    .replace(/H/g, 'h')
    .replace(/w/g, 'v')
    .replace(/z/g, 'j')
    .replace(/^qui/, 'kvi')
    .replace(/qui/g, 'ki')
    .replace(/q/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/^e/, 'a')
    .replace(/e|(?<=.)a/g, '')
    .replace(/m(?=[^miou])/g, 'n');
  return withoutRuns(letters);
}

function withoutRuns(letters: string): string {
  return letters.replace(/(.)\1+/g, '$1');
}
