import MiniSearch, { type Query, type SearchResult } from 'minisearch';
import { foldedWords, indexTerms, otherScriptTerms, queryWords, findStem } from './words.ts';
import type { Campus } from '../../../shared/campuses.ts';
import type { Day } from '../../../shared/dates.ts';
import type { FileId } from '../../../shared/links.ts';
import type { SearchKind } from '../../../shared/site-search.ts';

/** Words of a query that are searched for; the rest is ignored. */
const MAX_WORDS = 8;
/** Shortest words that are found by their beginning, by their sound, and with a typing error, in letters. */
const MIN_PREFIX = 2;
const MIN_WITH_SOUND = 4;
const MIN_WITH_ERROR = 6;

/** A page may have ten words that begin like one of the query: its title counts for more. */
const TITLE_BOOST = 40;
const KEYWORDS_BOOST = 2;
const EXACT_TITLE_BOOST = 10;
const OWN_CAMPUS_BOOST = 1.3;
/** Later days rank higher, by so little that this decides between equals only. */
const BOOST_PER_DAY = 1e-6;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Ranks what has no date by its nature with the newest. */
const NEWEST_DAY = 36_500;

export type LocalText = {
  title: string;
  text: string;
  /** Type, size and language of a document of the school. */
  facts?: string | undefined;
};

export type SearchDocument = LocalText & {
  /** The same at both campuses. */
  id: string;
  kind: SearchKind;
  /** Absent for what is in the words of a record. */
  hindi?: LocalText | null;
  attachments?: readonly FileId[];
  /** Words that find it but are not shown. */
  keywords: string;
  /** Null for a record without a date, absent for what has none by its nature, such as a page. */
  day?: Day | null;
  /** Where it is, at each campus that has it. */
  hrefs: Partial<Record<Campus, string>>;
};

/** `dayNumber` is read for each match: a day takes longer. */
type Indexed = { document: SearchDocument; titles: readonly string[]; dayNumber: number };

/** A document that a query found, and the terms of the index by which it did. */
export type Match = Indexed & { terms: readonly string[] };

type QueryWord = { text: string; mayHaveError: boolean };

export type Matches = {
  matches: readonly Match[];
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

  /** What both campuses have with the same words is one document. */
  add(document: SearchDocument): void {
    const { id, title, text, hindi, hrefs } = document;
    const twin = this.#documents.get(id)?.document;
    if (twin?.title === title && twin.text === text) {
      Object.assign(twin.hrefs, hrefs);
      return;
    }
    const ownId = twin === undefined ? id : `${id} ${Object.keys(hrefs).join()}`;
    const titles = [title, hindi?.title ?? title].map(comparable);
    this.#documents.set(ownId, { document, titles, dayNumber: dayNumber(document) });
    this.#index.add({ ...document, id: ownId });
  }

  /** The documents that have all words of a query, or, if there are none, most of them; first those with whole words. */
  search(query: string, campus: Campus): Matches {
    const words = queryWords(query, MAX_WORDS).map((text) => ({
      text,
      mayHaveError: this.#mayHaveError(text),
    }));
    const title = comparable(query);
    const found = this.#index
      .search(
        { queries: words.flatMap(buildQueries) },
        { boostDocument: (id: string) => this.#boost(id, title, campus) },
      )
      .toSorted(byScore);
    const wholeWords = ({ terms }: SearchResult) =>
      words.filter(({ text }) => terms.includes(findStem(text))).length;
    found.sort((one, other) => wholeWords(other) - wholeWords(one));
    const termsOfWords = words.map((word) => [findStem(word.text), ...otherTerms(word)]);
    const counts = found.map(({ queryTerms }) => {
      const has = (own: readonly string[]) => own.some((term) => queryTerms.includes(term));
      return termsOfWords.filter(has).length;
    });
    const most = counts.reduce((one, other) => Math.max(one, other), 0);
    const best = found.filter((_, at) => counts[at] === most);
    return {
      matches: best.flatMap(({ id, terms }) => {
        const indexed = this.#documents.get(String(id));
        return indexed ? [{ ...indexed, terms }] : [];
      }),
      hasSomeWords: most < words.length,
    };
  }

  /** A word that is there as it was typed has no error. */
  #mayHaveError(word: string): boolean {
    const isLong = word.length >= MIN_WITH_ERROR && /^\p{L}[\p{L}\p{M}]+$/u.test(word);
    return isLong && this.#index.search({ queries: [findStem(word)] }).length === 0;
  }

  #boost(id: string, query: string, campus: Campus): number {
    const indexed = this.#documents.get(id);
    if (indexed === undefined) return 1;
    return (
      (indexed.titles.includes(query) ? EXACT_TITLE_BOOST : 1) *
      (indexed.document.hrefs[campus] === undefined ? 1 : OWN_CAMPUS_BOOST) *
      (1 + indexed.dayNumber * BOOST_PER_DAY)
    );
  }
}

function dayNumber({ day }: SearchDocument): number {
  if (day === undefined) return NEWEST_DAY;
  return day === null ? 0 : Date.parse(day) / DAY_MS;
}

/** MiniSearch multiplies by the number of terms: a word in both scripts would count four times. */
function byScore(one: SearchResult, other: SearchResult): number {
  return other.score / other.queryTerms.length - one.score / one.queryTerms.length;
}

function comparable(text: string): string {
  return foldedWords(text).map(findStem).join(' ');
}

/** Find a word by its stem, its beginning, its sound in the other script, and, if it is long, with an error. */
function buildQueries(word: QueryWord): Query[] {
  const stem = findStem(word.text);
  const prefix = stem.length >= MIN_PREFIX && !/^\d/.test(stem);
  return [{ queries: [stem], prefix, fuzzy: word.mayHaveError && 1 }, ...otherTerms(word)];
}

function otherTerms({ text, mayHaveError }: QueryWord): string[] {
  const sounds = text.length < MIN_WITH_SOUND ? [] : otherScriptTerms(text);
  return [...sounds, ...(mayHaveError ? swapped(findStem(text)) : [])];
}

/** The word with each two neighbours swapped, the commonest error, which is two for MiniSearch. */
function swapped(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  );
}
