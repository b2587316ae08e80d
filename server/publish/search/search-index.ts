import MiniSearch, { type Query, type SearchResult } from 'minisearch';
import type { Section } from './page-sections.ts';
import {
  findStem,
  foldedWords,
  indexTerms,
  isSound,
  otherScriptTerms,
  queryWords,
  subjectWords,
} from './words.ts';
import { yieldToRequests } from '../../event-loop.ts';
import type { Campus } from '../../../shared/campuses.ts';
import type { Day } from '../../../shared/dates.ts';
import type { Language } from '../../../shared/languages.ts';
import type { FileId } from '../../../shared/links.ts';
import type { SearchKind } from '../../../shared/site-search.ts';

/** Words of a query that are searched for; the rest is ignored. */
const MAX_WORDS = 8;
/** Shortest words that are found by their beginning, by their sound, and with a typing error, in letters. */
const MIN_PREFIX = 2;
const MIN_WITH_SOUND = 4;
const MIN_WITH_ERROR = 6;

/** A text has some word that is one letter from another: only names of what is found are searched with an error. */
const NAMES = ['title', 'heading', 'keywords'];

/** A text may have ten words that begin like one of the query: titles and headings count for more. */
const BOOST = { title: 40, heading: 10, keywords: 2 };
/** The page that shows what is in a file comes before it. */
const FILE_WEIGHT = 0.8;
const OTHER_LANGUAGE_WEIGHT = 0.99;
const OWN_CAMPUS_WEIGHT = 1.3;
/** Later days rank higher, by so little that this decides between equals only. */
const WEIGHT_PER_DAY = 1e-6;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Ranks what has no date by its nature with the newest. */
const NEWEST_DAY = 36_500;

/** Words of which some are in another section count for less, in words. */
const SCATTERED = 0.5;

export type LocalText = {
  title: string;
  /** In the order of the page; a record or a document is one. */
  sections: readonly Section[];
  /** Type, size and language of a document of the school. */
  facts?: string | undefined;
};

export type SearchDocument = LocalText & {
  /** The same at all campuses. */
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

export type SearchPage = { campus: Campus; language: Language };

/** A section of a document in one language, which is what MiniSearch finds. */
type Part = {
  document: SearchDocument;
  local: LocalText;
  at: number;
  /** Stems of the title and of the heading, between spaces. */
  title: string;
  heading: string;
  /** Decides between equals. */
  weight: number;
};

/** A document that a query found, by its best section. */
export type Match = Pick<Part, 'document' | 'local' | 'at'> & {
  /** Terms of the index that are marked. */
  terms: readonly string[];
  /** It is about what was searched for, by its title or the heading of the section. */
  isSubject: boolean;
};

export type Matches = {
  matches: readonly Match[];
  /** None has all words. */
  hasSomeWords: boolean;
};

type QueryWord = { stem: string; sounds: readonly string[]; errors: readonly string[] };

type Found = {
  part: Part;
  /** Those of the section, and of the whole document. */
  words: readonly QueryWord[];
  all: ReadonlySet<QueryWord>;
  terms: string[];
  rank: readonly number[];
};

/** Documents by their words (docs/decisions/0015-search.md). */
export class SearchIndex {
  readonly #documents = new Map<string, SearchDocument>();
  readonly #parts: Part[] = [];
  readonly #index = new MiniSearch<Part & { id: number }>({
    fields: ['title', 'heading', 'keywords', 'text'],
    extractField({ id, document, local, at }, field) {
      if (field === 'id') return id;
      if (field === 'title') return local.title;
      if (field === 'keywords') return document.keywords;
      return local.sections[at]?.[field === 'heading' ? field : 'text'] ?? '';
    },
    tokenize: foldedWords,
    processTerm: indexTerms,
    searchOptions: {
      tokenize: (term) => [term],
      processTerm: (term) => term,
      boost: BOOST,
      // Neither the length of a text nor repeated words count: equals stay equal for campus and date to decide.
      bm25: { k: 0, b: 0, d: 0 },
    },
  });

  /** What several campuses have with the same words is one document. Other requests are served meanwhile. */
  async add(document: SearchDocument): Promise<void> {
    const { id, hindi, hrefs } = document;
    const twin = this.#documents.get(id);
    if (twin?.title === document.title && textOf(twin) === textOf(document)) {
      Object.assign(twin.hrefs, hrefs);
      return;
    }
    this.#documents.set(id, document);
    const weight = weightOf(document);
    for (const local of hindi ? [document, hindi] : [document])
      for (const [at, { heading }] of local.sections.entries()) {
        const title = stemsOf(foldedWords(local.title));
        const part = { document, local, at, title, heading: stemsOf(foldedWords(heading)), weight };
        this.#index.add({ ...part, id: this.#parts.push(part) - 1 });
        await yieldToRequests();
      }
  }

  /**
   * The documents that have all words of a query, or, if there are none, more than half of them.
   * @param meaning what of the query is the school's word for what was typed: its pages need no other words.
   */
  search(query: string, on: SearchPage, meaning: string | null = null): Matches {
    const words = queryWords(query)
      .slice(0, MAX_WORDS)
      .map((word) => this.#toQueryWord(word));
    const subjects = [foldedWords(query), subjectWords(query), queryWords(query)];
    if (meaning !== null) subjects.push(queryWords(meaning));
    const options = { words, subjects: subjects.map(stemsOf), on };
    const documents = new Map<SearchDocument, Found>();
    for (const result of this.#index.search({ queries: words.flatMap(buildQueries) })) {
      const part = this.#parts[Number(result.id)];
      if (part === undefined) continue;
      const own = rankPart(part, result, options);
      const other = documents.get(part.document) ?? own;
      const best = byRank(other, own) <= 0 ? other : own;
      documents.set(part.document, { ...best, all: new Set([...own.all, ...other.all]) });
    }
    const found = [...documents.values()]
      .map((each) => ({ ...each, rank: each.rank.toSpliced(1, 0, each.all.size) }))
      .toSorted(byRank);
    const most = Math.max(0, ...found.map(coverage));
    const isEnough = (each: Found) =>
      (coverage(each) >= most - SCATTERED && coverage(each) > words.length / 2) ||
      // The other words of a title in the other script may be too short for their sounds.
      (each.words.length >= words.length / 2 &&
        (each.terms.some(isSound) ||
          each.part.title === stemsOf(each.words.map(({ stem }) => stem)))) ||
      (meaning !== null && hasInName(each.part, stemsOf(queryWords(meaning))));
    return {
      matches: found.filter(isEnough).map(({ part, terms, rank: [subject = 0] }) => ({
        ...part,
        terms,
        isSubject: subject > 0,
      })),
      hasSomeWords: most < words.length - SCATTERED,
    };
  }

  #toQueryWord(word: string): QueryWord {
    const stem = findStem(word);
    const isLong = word.length >= MIN_WITH_ERROR && /^\p{L}[\p{L}\p{M}]+$/u.test(word);
    // A word that is there as it was typed has no error.
    const mayHaveError = isLong && this.#index.search({ queries: [stem] }).length === 0;
    return {
      stem,
      sounds: word.length < MIN_WITH_SOUND ? [] : otherScriptTerms(word),
      errors: mayHaveError ? swapped(stem) : [],
    };
  }
}

type RankOptions = { words: readonly QueryWord[]; subjects: readonly string[]; on: SearchPage };

/** The rank is compared number by number. */
function rankPart(
  part: Part,
  { score, terms, queryTerms, match }: SearchResult,
  { words, subjects, on }: RankOptions,
): Found {
  const own = words.filter(({ stem, sounds, errors }) =>
    [stem, ...sounds, ...errors].some((term) => queryTerms.includes(term)),
  );
  const isIn = (field: string) => (term: string) => match[term]?.includes(field) === true;
  const subject = Math.max(
    ...subjects.map((stems) => {
      if (part.title === stems) return 3;
      if (part.heading === stems) return 2;
      return stems.trim().includes(' ') && hasInName(part, stems) ? 1 : 0;
    }),
  );
  const partly = own.filter(({ stem }) => !terms.includes(stem)).length;
  const named = own.filter(({ stem }) => hasInName(part, stem)).length;
  // A word for its kind, or its campus, beside one of its title.
  const isOfKind =
    terms.some(isIn('title')) &&
    terms.some((term) => !isIn('title')(term) && isIn('keywords')(term));
  // MiniSearch multiplies by the number of terms: a word in both scripts would count four times.
  const { hrefs, hindi } = part.document;
  const weighted =
    (score / queryTerms.length) *
    (hrefs[on.campus] === undefined ? 1 : OWN_CAMPUS_WEIGHT) *
    ((part.local === hindi) === (on.language === 'hi') ? 1 : OTHER_LANGUAGE_WEIGHT) *
    part.weight;
  return {
    part,
    words: own,
    all: new Set(own),
    terms,
    rank: [subject, own.length + named, -partly, Number(isOfKind), weighted],
  };
}

function coverage({ words, all }: Found): number {
  return Math.max(words.length, all.size - SCATTERED);
}

function byRank({ rank: one }: Found, { rank: other }: Found): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return (other[at] ?? 0) - (one[at] ?? 0);
}

function weightOf({ kind, day }: SearchDocument): number {
  const date = day === undefined ? NEWEST_DAY : day === null ? 0 : Date.parse(day) / DAY_MS;
  return (kind === 'documents' ? FILE_WEIGHT : 1) * (1 + date * WEIGHT_PER_DAY);
}

function hasInName({ title, heading }: Part, stems: string): boolean {
  return stems
    .trim()
    .split(' ')
    .every((stem) => `${title}${heading}`.includes(` ${stem} `));
}

function textOf({ sections }: SearchDocument): string {
  return sections.map(({ text }) => text).join('\n');
}

function stemsOf(words: readonly string[]): string {
  return ` ${words.map(findStem).join(' ')} `;
}

/** Find a word by its stem, its beginning, its sound in the other script, and, if it may have an error, with one. */
function buildQueries({ stem, sounds, errors }: QueryWord): Query[] {
  const prefix = stem.length >= MIN_PREFIX && !/^\d/.test(stem);
  const begun = { queries: [stem], prefix };
  if (errors.length === 0) return [begun, ...sounds];
  return [
    begun,
    ...sounds,
    { queries: [stem], fields: NAMES, fuzzy: 1 },
    { queries: [...errors], fields: NAMES },
  ];
}

/** The word with each two neighbours swapped, the commonest error, which is two for MiniSearch. */
function swapped(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  );
}
