import MiniSearch, { type SearchResult } from 'minisearch';
import type { Section } from './page-sections.ts';
import { buildQueries, parseQuery, type QueryWord, type SearchQuery } from './search-query.ts';
import { foldedWords, indexTerms, joinedStems, joinedTerm, stemsOf } from './words.ts';
import { yieldToRequests } from '../../event-loop.ts';
import type { Campus } from '../../../shared/campuses.ts';
import type { Day } from '../../../shared/dates.ts';
import type { Language } from '../../../shared/languages.ts';
import type { FileId } from '../../../shared/links.ts';
import type { SearchKind } from '../../../shared/site-search.ts';

/** A text may have ten words that begin like one of the query: titles and headings count for more. */
const BOOST = { title: 40, heading: 10, keywords: 2 };
const OTHER_LANGUAGE_WEIGHT = 0.99;
/** Later days rank higher, by so little that this decides between equals only. */
const WEIGHT_PER_DAY = 1e-6;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Ranks what has no date by its nature with the newest. */
const NEWEST_DAY = 36_500;

/** Characters of a section that are searched as one. */
const PASSAGE_LENGTH = 300;
/** A sentence, else whole words, else letters without a space: together all of a text. */
const SENTENCE = /[^]{1,280}?(?:[.!?।]\s|\n|$)|[^]{1,280}(?:\s|$)|[^]{280}/g;

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
  isPointer: boolean;
  /** Of the whole document, in characters. */
  length: number;
};

type Fields = { id: number; title: string; heading: string; keywords: string; text: string };

/** A document that a query found, by its best section. */
export type Match = Pick<Part, 'document' | 'local' | 'at'> & {
  /** Terms of the index that are marked. */
  terms: readonly string[];
  /** It has all of the words, and what narrows them. */
  hasAll: boolean;
  /** It is about what was searched for, by its title or the heading of the section. */
  isSubject: boolean;
  /** Compared number by number. */
  rank: readonly number[];
};

/** Documents by their words (docs/decisions/0015-search.md). */
export class SearchIndex {
  readonly #documents = new Map<string, SearchDocument>();
  readonly #parts: Part[] = [];
  readonly #index = new MiniSearch<Fields>({
    fields: ['title', 'heading', 'keywords', 'text'],
    tokenize(text, field) {
      const words = foldedWords(text);
      // Neighbours of texts would be half of the index.
      return field === 'text' ? words : [...words, ...joinedStems(words).map(joinedTerm)];
    },
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
    const { hindi, keywords, hrefs } = document;
    const twin = this.#documents.get(document.id);
    if (twin?.title === document.title && textOf(twin) === textOf(document)) {
      Object.assign(twin.hrefs, hrefs);
      return;
    }
    this.#documents.set(document.id, document);
    const { length } = textOf(document);
    for (const local of hindi ? [document, hindi] : [document])
      for (const [at, { heading, text, isPointer = false }] of local.sections.entries()) {
        const title = stemsOf(foldedWords(local.title));
        const stems = { title, heading: stemsOf(foldedWords(heading)) };
        const part = { document, local, at, isPointer, length, ...stems };
        for (const passage of passagesOf(text)) {
          const id = this.#parts.push(part) - 1;
          this.#index.add({ id, title: local.title, heading, keywords, text: passage });
          await yieldToRequests();
        }
      }
  }

  /**
   * The documents of which a passage has all words of a query, or whose title is half of them.
   * @param meaning what of the query is the school's word for what was typed: its pages need most words.
   */
  search(query: string, on: SearchPage, meaning: string | null = null): Match[] {
    const parsed = parseQuery(
      query,
      meaning,
      (terms) => this.#index.search({ queries: terms }).length > 0,
    );
    const documents = new Map<SearchDocument, Match>();
    for (const result of this.#index.search({ queries: buildQueries(parsed) })) {
      const part = this.#parts[Number(result.id)];
      if (part === undefined) continue;
      const own = rankPart(part, result, { ...parsed, on });
      if (own === null) continue;
      const other = documents.get(part.document) ?? own;
      documents.set(part.document, byRank(other, own) <= 0 ? other : own);
    }
    return [...documents.values()].toSorted(byRank);
  }
}

/** Null for what is not found. */
function rankPart(
  part: Part,
  { score, terms, queryTerms, match }: SearchResult,
  { words, narrowing, names, meaning, on }: SearchQuery & { on: SearchPage },
): Match | null {
  const own = words.filter(({ spellings, sounds, errors }) =>
    [...spellings, ...sounds, ...errors].some((term) => queryTerms.includes(term)),
  );
  const isSpelled = ({ spellings }: QueryWord) => spellings.some((term) => terms.includes(term));
  const stems = own.filter(isSpelled).map(({ spellings: [stem] }) => stem);
  const title = part.title.trim().split(' ');
  const isTitled = title.length >= words.length / 2 && title.every((stem) => stems.includes(stem));
  const isMeant = meaning !== null && own.length > words.length / 2 && hasInName(part, meaning);
  const isIn = (field: string) => (term: string) => match[term]?.includes(field) === true;
  // Short words have no sound in the other script.
  const isHeard =
    title.length === words.length &&
    own.some(({ sounds }) => sounds.some(isIn('title'))) &&
    words.every((word) => own.includes(word) || word.sounds.length === 0);
  if (own.length < words.length && !isTitled && !isMeant && !isHeard) return null;
  const isInName = (term: string) => isIn('title')(term) || isIn('heading')(term);
  const inNames = terms.filter(isInName);
  const isOf = ({ spellings, isUnknown }: QueryWord, term: string) =>
    spellings.some((each) => (isUnknown ? term.startsWith(each) : term === each));
  const named = own.filter((word) => inNames.some((term) => isOf(word, term))).length;
  const narrowed = narrowing.filter((term) => terms.includes(term)).length;
  const isNamed =
    (named > 1 && named === words.length && stems.length === named) ||
    names.some((name) => name.trim().includes(' ') && hasInName(part, name));
  // A word for its kind, or its campus, beside one of its title.
  const isOfKind =
    terms.some(isIn('title')) &&
    terms.some((term) => !isIn('title')(term) && isIn('keywords')(term));
  const { document, local, at } = part;
  const { kind, day, hrefs, hindi } = document;
  // MiniSearch multiplies by the number of terms: a word in both scripts would count four times.
  const weighted =
    (score / queryTerms.length) *
    ((local === hindi) === (on.language === 'hi') ? 1 : OTHER_LANGUAGE_WEIGHT) *
    weightOf(day);
  const isJustThat =
    names.includes(part.title) || (names.includes(part.heading) && !part.isPointer);
  return {
    document,
    local,
    at,
    terms,
    hasAll: own.length === words.length && narrowed === narrowing.length,
    isSubject: isJustThat || isNamed,
    rank: [
      Number(isJustThat),
      Number(isNamed),
      own.length,
      named,
      narrowed,
      stems.length - own.length,
      Number(isOfKind),
      Number(hrefs[on.campus] !== undefined),
      // What shows it comes before a file that has it, and before a letter that only mentions it.
      Number(kind !== 'documents' && (kind !== 'leaders' || inNames.length > 0)),
      weighted,
      // A short page with it is more about it.
      -part.length,
    ],
  };
}

function byRank({ rank: one }: Match, { rank: other }: Match): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return (other[at] ?? 0) - (one[at] ?? 0);
}

function weightOf(day: SearchDocument['day']): number {
  const date = day === undefined ? NEWEST_DAY : day === null ? 0 : Date.parse(day) / DAY_MS;
  return 1 + date * WEIGHT_PER_DAY;
}

function hasInName({ title, heading }: Part, stems: string): boolean {
  return stems
    .trim()
    .split(' ')
    .every((stem) => `${title}${heading}`.includes(` ${stem} `));
}

/** Sentences and rows that stand together: words further from each other do not belong together. */
function passagesOf(text: string): string[] {
  const passages = [''];
  for (const [sentence] of text.matchAll(SENTENCE)) {
    const last = passages.at(-1) ?? '';
    if (last.length + sentence.length > PASSAGE_LENGTH) passages.push(sentence);
    else passages[passages.length - 1] = last + sentence;
  }
  return passages;
}

function textOf({ sections }: SearchDocument): string {
  return sections.map(({ text }) => text).join('\n');
}
