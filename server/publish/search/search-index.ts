import MiniSearch, { type SearchResult } from 'minisearch';
import type { Meaning } from './aliases.ts';
import type { Section } from './page-sections.ts';
import { buildQueries, parseQuery, type QueryWord, type SearchQuery } from './search-query.ts';
import { foldedWords, indexTerms, joinedWords, nameWords, stemsOf } from './words.ts';
import { yieldToRequests } from '../../event-loop.ts';
import type { Campus } from '../../../shared/campuses.ts';
import type { Day } from '../../../shared/dates.ts';
import type { Language } from '../../../shared/languages.ts';
import type { FileId } from '../../../shared/links.ts';
import type { SearchKind } from '../../../shared/site-search.ts';

/** A text may have ten words that begin like one of the query: titles and headings count for more. */
const BOOST = { title: 40, heading: 10, keywords: 2 };
const OTHER_LANGUAGE_WEIGHT = 0.99;
/**
 * What is searched as one, as words of two sentences do not belong together: a sentence, else whole words, else letters
 * without a space: together all of a text.
 */
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
  keywords: readonly string[];
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

/** A document that a query found, by its best section. */
export type Match = Pick<Part, 'document' | 'local' | 'at'> & {
  /** Terms of the index that are marked. */
  terms: readonly string[];
  /** It has all of the words, and what narrows them. */
  hasAll: boolean;
  /** Compared number by number. */
  rank: readonly number[];
};

/** Documents by their words (docs/decisions/0015-search.md). */
export class SearchIndex {
  readonly #documents = new Map<string, SearchDocument>();
  readonly #parts: Part[] = [];
  readonly #index = new MiniSearch<Record<string, string | number>>({
    // Neighbours of texts would be half of the index.
    fields: ['title', 'heading', 'neighbours', 'keywords', 'text'],
    tokenize(text, field) {
      if (field === 'text') return foldedWords(text);
      const words = nameWords(text);
      return field === 'neighbours' ? joinedWords(words) : [...words];
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
    const { kind, hindi, hrefs } = document;
    const keywords = document.keywords.join(' ');
    const twin = this.#documents.get(document.id);
    if (twin?.title === document.title && textOf(twin) === textOf(document)) {
      Object.assign(twin.hrefs, hrefs);
      return;
    }
    this.#documents.set(document.id, document);
    const { length } = textOf(document);
    for (const local of hindi ? [document, hindi] : [document])
      for (const [at, { heading, text, isPointer = false }] of local.sections.entries()) {
        const names = { title: local.title, heading, neighbours: `${local.title}\n${heading}` };
        const stems = {
          title: stemsOf(nameWords(local.title)),
          heading: stemsOf(nameWords(heading)),
        };
        const part = { document, local, at, isPointer, length, ...stems };
        // A sentence of a letter tells of many things.
        const searched = kind === 'leaders' ? text.replace(/(?<=[^\n]{60})[,;:] /g, '$&\n') : text;
        for (const sentence of searched.match(SENTENCE) ?? ['']) {
          const id = this.#parts.push(part) - 1;
          this.#index.add({ id, ...names, keywords, text: sentence });
          await yieldToRequests();
        }
      }
  }

  /**
   * The documents of which a passage has all words of a query, or whose title is half of them.
   * @param meaning what the school calls some of the words: its pages need most of them
   */
  search(query: string, on: SearchPage, meaning?: Meaning): Match[] {
    const isKnown = (terms: string[]) => this.#index.search({ queries: terms }).length > 0;
    const parsed = parseQuery(query, meaning, isKnown);
    const documents = new Map<SearchDocument, Match>();
    for (const result of this.#index.search({ queries: buildQueries(parsed) })) {
      const part = this.#parts[Number(result.id)];
      const own = part && rankPart(part, result, { ...parsed, on });
      if (!own) continue;
      const other = documents.get(own.document) ?? own;
      documents.set(own.document, byRank(other, own) <= 0 ? other : own);
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
  const isIn = (field: string) => (term: string) => match[term]?.includes(field) === true;
  const isInName = (term: string) =>
    ['title', 'heading', 'neighbours'].some((field) => isIn(field)(term));
  const isMeant = meaning.length > 0 && meaning.every((stem) => terms.includes(stem));
  const isMeantByName = isMeant && meaning.every(isInName);
  const isMeantBy = ({ hasMeaning }: QueryWord) => hasMeaning && isMeant;
  const own = words.filter(
    (word) => isMeantBy(word) || word.terms.some((term) => queryTerms.includes(term)),
  );
  const spelled = own.filter(
    (word) => isMeantBy(word) || word.spellings.some((term) => terms.includes(term)),
  );
  const hasWords = own.length === words.length;
  const title = part.title.trim().split(' ');
  const isTitled =
    title.length >= words.length / 2 && title.every((stem) => queryTerms.includes(stem));
  // Short words have no sound in the other script.
  const isHeard =
    title.length === words.length &&
    own.some(({ sounds }) => sounds.some(isIn('title'))) &&
    words.every((word) => own.includes(word) || word.sounds.length === 0);
  const isMost = isMeantByName && own.length >= words.length / 2;
  const isInNames = terms.some(isInName);
  const narrowed = narrowing.filter((term) => terms.includes(term)).length;
  const hasAll = hasWords && narrowed === narrowing.length;
  // What only mentions the words in its text has those of a year or a class too.
  if (!hasAll && !(hasWords && isInNames) && !isTitled && !isMost && !isHeard) return null;
  const named = own.filter(({ spellings }) => spellings.some(isInName)).length;
  const hasStem = (stem: string) => `${part.title}${part.heading}`.includes(` ${stem} `);
  const isNamed =
    (named > 1 && named === words.length) ||
    names.map((name) => name.trim().split(' ')).some((all) => all.length > 1 && all.every(hasStem));
  // A word for its kind, or its campus, beside one of its title.
  const isOfKind =
    terms.some(isIn('title')) &&
    queryTerms.some((term) => isIn('keywords')(term) && !isIn('title')(term));
  const { document, local, at } = part;
  const { kind, day, hrefs, hindi } = document;
  const weight = (local === hindi) === (on.language === 'hi') ? 1 : OTHER_LANGUAGE_WEIGHT;
  const isJust = (all: readonly string[]) =>
    all.includes(part.title) || (all.includes(part.heading) && !part.isPointer);
  const rank = [
    Number(isJust(names.slice(0, 1))),
    isJust(names) || isNamed
      ? 2 + Number(isMeantByName)
      : Number(isMeant && isJust([` ${meaning.join(' ')} `])),
    own.length,
    Number(isMeantByName),
    named,
    narrowed,
    spelled.length,
    Number(isOfKind),
    Number(hrefs[on.campus] !== undefined),
    // What shows it comes before a file that has it, and before a letter that only mentions it.
    Number(kind !== 'documents' && (kind !== 'leaders' || isInNames)),
    // MiniSearch multiplies by the number of terms: a word in both scripts would count four times.
    (score / queryTerms.length) * weight,
    // What has no date by its nature ranks with the newest.
    day === undefined ? Infinity : Date.parse(day ?? '1900-01-01'),
    // A short page with it is more about it.
    -part.length,
  ];
  return { document, local, at, terms, hasAll, rank };
}

function byRank({ rank: one }: Match, { rank: other }: Match): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return (other[at] ?? 0) - (one[at] ?? 0);
}

function textOf({ sections }: SearchDocument): string {
  return sections.map(({ text }) => text).join('\n');
}
