import type { Query } from 'minisearch';
import {
  findStem,
  foldedWords,
  joinedStems,
  joinedTerm,
  narrowingWords,
  otherScriptTerms,
  queryWords,
  stemsOf,
  subjectWords,
} from './words.ts';

/** Words of a query that are searched for; the rest is ignored. */
const MAX_WORDS = 8;
/** Shortest words that are found by their beginning, and with a typing error, in letters. */
const MIN_PREFIX = 2;
const MIN_WITH_ERROR = 6;

/** A text has some word that is one letter from another: only names of what is found are searched with an error. */
const NAMES = ['title', 'heading', 'keywords'];

export type QueryWord = {
  /** Its stem, and it and its neighbours as one word. */
  spellings: readonly [string, ...string[]];
  sounds: readonly string[];
  /** Nothing has it as it was typed, which may have an error or be a beginning. */
  isUnknown: boolean;
  errors: readonly string[];
};

export type SearchQuery = {
  words: readonly QueryWord[];
  /** Terms that need not be found. */
  narrowing: readonly string[];
  /** Of a title or a heading that is just what was typed, or what it means. */
  names: readonly string[];
  meaning: string | null;
};

/**
 * @param meaning what of the query is the school's word for what was typed
 * @param isKnown whether the index has one of some terms
 */
export function parseQuery(
  query: string,
  meaning: string | null,
  isKnown: (terms: string[]) => boolean,
): SearchQuery {
  const typed = queryWords(query).slice(0, MAX_WORDS);
  const narrowing = narrowingWords(typed);
  const needed = typed.filter((word) => !narrowing.includes(word));
  const names = [foldedWords(query), subjectWords(query), typed, needed].map(stemsOf);
  const meant = meaning === null ? null : stemsOf(queryWords(meaning));
  return {
    words: needed.map((word, at) => {
      const stem = findStem(word);
      const neighbours = needed.slice(Math.max(0, at - 1), at + 2);
      const spellings = [stem, joinedTerm(stem), ...joinedStems(neighbours)] as const;
      const isUnknown = !isKnown([...spellings]);
      const isLong = word.length >= MIN_WITH_ERROR && /^\p{L}[\p{L}\p{M}]+$/u.test(word);
      return {
        spellings,
        sounds: otherScriptTerms(word),
        isUnknown,
        errors: isLong && isUnknown ? swapped(stem) : [],
      };
    }),
    narrowing: narrowing.map(findStem),
    names: meant === null ? names : [...names, meant],
    meaning: meant,
  };
}

/** Find a word by its stem, its beginning, its sound in the other script, and, if it may have an error, with one. */
export function buildQueries({ words, narrowing }: SearchQuery): Query[] {
  const queries = words.flatMap(
    ({ spellings: [stem, ...joined], sounds, errors, isUnknown }): Query[] => {
      const prefix = stem.length >= MIN_PREFIX && !/^\d/.test(stem);
      const whole = [stem, ...joined, ...sounds];
      if (!isUnknown) return [...whole, { queries: [stem], prefix, fields: NAMES }];
      const beginning = { queries: [stem], prefix };
      if (errors.length === 0) return [...whole, beginning];
      return [
        ...whole,
        beginning,
        { queries: [stem], fields: NAMES, fuzzy: 1 },
        { queries: [...errors], fields: NAMES },
      ];
    },
  );
  return [...queries, { queries: [...narrowing], boost: {} }];
}

/** The word with each two neighbours swapped, the commonest error, which is two for MiniSearch. */
function swapped(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  );
}
