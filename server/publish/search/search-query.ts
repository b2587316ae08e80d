import type { Query } from 'minisearch';
import type { Meaning } from './aliases.ts';
import {
  findStem,
  foldedWords,
  isSameWord,
  joinedWords,
  narrowingWords,
  queryWords,
  soundTerms,
  stemsOf,
} from './words.ts';

/** Words of a query that are searched for; the rest is ignored. */
const MAX_WORDS = 8;
/** Shortest words that are found by their beginning, and with a typing error, in letters. */
const MIN_PREFIX = 2;
const MIN_PREFIX_IN_TEXT = 5;
const MIN_WITH_ERROR = 6;

/** A text has some word that is one letter from another: only names of what is found are searched with an error. */
const NAMES = ['title', 'heading'];

export type QueryWord = {
  /** Find it by its stem, its beginning, its sound in the other script, and, if it may have an error, with one. */
  queries: readonly Query[];
  /** Of the queries. */
  terms: readonly string[];
  /** Its stem, and it and its neighbours as one word. */
  spellings: readonly string[];
  sounds: readonly string[];
  /** What it means is as good. */
  hasMeaning: boolean;
};

export type SearchQuery = {
  words: readonly QueryWord[];
  /** Figures of years and classes, which need not be found. */
  narrowing: readonly string[];
  /** Of a title or a heading that is just what was typed; the first with its small words. */
  names: readonly string[];
  /** What the school calls some of the words: stems. */
  meaning: readonly string[];
};

/**
 * @param meaning what the school calls some of the words
 * @param isKnown whether the index has one of some terms
 */
export function parseQuery(
  query: string,
  meaning: Meaning | undefined,
  isKnown: (terms: string[]) => boolean,
): SearchQuery {
  const typed = queryWords(query).slice(0, MAX_WORDS);
  const narrow = narrowingWords(typed);
  const narrowing = narrow.length === typed.length ? [] : narrow;
  const needed = typed.filter((word) => !narrowing.includes(word));
  const { typed: replaced = [], means = [] } = meaning ?? {};
  return {
    words: needed.map((word, at) => {
      const stem = findStem(word);
      const neighbours = joinedWords(needed.slice(Math.max(0, at - 1), at + 2));
      const spellings = [stem, ...neighbours.map(findStem)];
      const sounds = soundTerms(word, 'other');
      // What nothing has as it was typed may have an error, or be a beginning.
      const isUnknown = !isKnown(spellings);
      const mayHaveError =
        isUnknown && word.length >= MIN_WITH_ERROR && /^\p{L}[\p{L}\p{M}]+$/u.test(word);
      const errors = mayHaveError ? swapped(stem) : [];
      const isInText = isUnknown && stem.length >= MIN_PREFIX_IN_TEXT;
      const prefix = stem.length >= MIN_PREFIX && !/^\d/.test(stem);
      return {
        queries: [
          ...spellings,
          ...sounds,
          { queries: [stem], prefix, ...(isInText ? {} : { fields: NAMES }) },
          { queries: errors, fields: NAMES },
          { queries: mayHaveError ? [stem] : [], fields: NAMES, fuzzy: 1 },
        ],
        terms: [...spellings, ...sounds, ...errors],
        spellings,
        sounds,
        hasMeaning: [word, ...neighbours].some((each) =>
          replaced.some((other) => isSameWord(each, other)),
        ),
      };
    }),
    narrowing: narrowing.map(findStem).filter((stem) => /\d/.test(stem)),
    names: [foldedWords(query), typed, needed].map(stemsOf),
    meaning: means.map(findStem),
  };
}

export function buildQueries({ words, narrowing, meaning }: SearchQuery): Query[] {
  const ofWords = words.flatMap(({ queries }) => queries);
  return [...ofWords, ...meaning, { queries: [...narrowing], boost: {} }];
}

/** The word with each two neighbours swapped, the commonest error, which is two for MiniSearch. */
function swapped(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  );
}
