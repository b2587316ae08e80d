import MiniSearch, { type Query, type SearchResult } from 'minisearch';
import type { SearchDocument } from './search-document.ts';
import { foldedWords, indexTerms, otherScriptTerm, queryWords, stemOf } from './words.ts';
import { CAMPUSES, type Campus } from '../../../shared/campuses.ts';
import { dayParts } from '../../../shared/dates.ts';

/** Words of a query that are searched for; the rest is ignored. */
const MAX_WORDS = 8;
/** Shortest words that are found by their beginning, and with a typing error, in letters. */
const MIN_PREFIX = 2;
const MIN_WITH_ERROR = 6;

/** A page may have ten words that begin like one of the query: its title counts for more. */
const TITLE_BOOST = 40;
const KEYWORDS_BOOST = 2;
const EXACT_TITLE_BOOST = 10;
const OWN_CAMPUS_BOOST = 1.3;
/** Later days rank higher, by so little that this decides between equals only. */
const BOOST_PER_DAY = 1e-6;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Ranks what has no date by its nature, such as a page, with the newest. */
const NEWEST_DAY = 36_500;

type Indexed = {
  document: SearchDocument;
  titles: readonly string[];
  dayNumber: number;
  campuses: readonly Campus[];
  /** Null for what has no date. */
  year: number | null;
};

/** A document that a query found, and the terms of the index by which it did. */
export type Match = Indexed & { terms: readonly string[] };

type Matches = {
  matches: readonly Match[];
  /** No document has all the words: these have most of them. */
  hasSomeWords: boolean;
};

/** Documents by their words (docs/decisions/0015-search.md). */
export class SearchIndex {
  readonly #documents = new Map<string, Indexed>();
  readonly #index = new MiniSearch<SearchDocument>({
    fields: ['title', 'text', 'keywords'],
    extractField: (document, field) => {
      const { id, title, text, keywords, hindi } = document;
      if (field === 'id') return id;
      if (field === 'title') return `${title} ${hindi?.title ?? ''}`;
      return field === 'keywords' ? keywords : `${text} ${hindi?.text ?? ''}`;
    },
    tokenize: foldedWords,
    processTerm: indexTerms,
    searchOptions: {
      tokenize: (term) => [term],
      processTerm: (term) => term,
      boost: { title: TITLE_BOOST, keywords: KEYWORDS_BOOST },
      // Neither the length of a text nor repeated words count: equals stay equal for campus and date to decide.
      bm25: { k: 0, b: 0, d: 0 },
    },
  });

  get size(): { documents: number; terms: number } {
    return { documents: this.#index.documentCount, terms: this.#index.termCount };
  }

  add(document: SearchDocument): void {
    const { id, kind, title, hindi, day, hrefs } = document;
    const isTimeless = kind === 'pages' || kind === 'documents' || kind === 'leaders';
    this.#documents.set(id, {
      document,
      titles: [title, hindi?.title ?? title].map(comparable),
      dayNumber: isTimeless ? NEWEST_DAY : day === null ? 0 : Date.parse(day) / DAY_MS,
      campuses: CAMPUSES.filter((campus) => hrefs[campus] !== undefined),
      year: day === null ? null : dayParts(day).year,
    });
    this.#index.add(document);
  }

  /** The documents that have all words of a query, or, if there are none, most of them. */
  search(query: string, campus: Campus): Matches {
    const words = queryWords(query, MAX_WORDS);
    const queries = words.map(queryOfWord);
    const boostDocument = (id: string) => this.#boost(id, comparable(query), campus);
    const search = (combineWith: 'AND' | 'OR') =>
      this.#index.search({ combineWith, queries }, { boostDocument }).toSorted(byScore);
    const all = search('AND');
    if (all.length > 0 || words.length < 2)
      return { matches: all.flatMap((result) => this.#match(result)), hasSomeWords: false };
    const some = search('OR');
    const counts = some.map(({ queryTerms }) => countWords(words, queryTerms));
    const most = Math.max(...counts, 1);
    return {
      matches: some.flatMap((result, at) => (counts[at] === most ? this.#match(result) : [])),
      hasSomeWords: true,
    };
  }

  #boost(id: string, query: string, campus: Campus): number {
    const indexed = this.#documents.get(id);
    if (indexed === undefined) return 1;
    return (
      (indexed.titles.includes(query) ? EXACT_TITLE_BOOST : 1) *
      (indexed.campuses.includes(campus) ? OWN_CAMPUS_BOOST : 1) *
      (1 + indexed.dayNumber * BOOST_PER_DAY)
    );
  }

  #match({ id, terms }: SearchResult): Match[] {
    const indexed = this.#documents.get(String(id));
    return indexed === undefined ? [] : [{ ...indexed, terms }];
  }
}

/** MiniSearch multiplies by the number of terms: a word in both scripts would count four times. */
function byScore(one: SearchResult, other: SearchResult): number {
  return other.score / other.queryTerms.length - one.score / one.queryTerms.length;
}

function comparable(text: string): string {
  return foldedWords(text).map(stemOf).join(' ');
}

/** Finds a word by its stem, its beginning, its sound in the other script, and, if it is long, with an error. */
function queryOfWord(word: string): Query {
  const stem = stemOf(word);
  const hasErrors = word.length >= MIN_WITH_ERROR && /^\p{L}[\p{L}\p{M}]+$/u.test(word);
  return {
    combineWith: 'OR',
    queries: [
      {
        queries: [stem],
        prefix: stem.length >= MIN_PREFIX && !/^\d/.test(stem),
        fuzzy: hasErrors && 1,
      },
      ...otherSpellings(word, hasErrors),
    ],
  };
}

function otherSpellings(word: string, hasErrors: boolean): string[] {
  const sound = otherScriptTerm(word);
  return [...(sound === null ? [] : [sound]), ...(hasErrors ? swapped(stemOf(word)) : [])];
}

/** The word with each two neighbours swapped, the commonest error, which is two for MiniSearch. */
function swapped(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  );
}

function countWords(words: readonly string[], queryTerms: readonly string[]): number {
  return words.filter((word) =>
    [stemOf(word), ...otherSpellings(word, true)].some((term) => queryTerms.includes(term)),
  ).length;
}
