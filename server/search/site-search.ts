import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { excerptWithMatch, markMatches } from './matches.ts';
import type { SearchSource } from './record-documents.ts';
import type { SearchDocument } from './search-document.ts';
import { WordIndex, type Found } from './word-index.ts';
import { distinctWords, queryWords } from './words.ts';
import { CAMPUSES, otherCampus, type Campus } from '../../shared/campuses.ts';
import { dayParts } from '../../shared/dates.ts';
import type { ListName, RawOf } from '../../shared/provider-lists.ts';
import type { Search } from '../../shared/search.ts';
import {
  RESULTS_PER_PAGE,
  type SearchChoices,
  type SearchHit,
  type SearchResults,
} from '../../shared/site-search.ts';
import { recordsOfCampus } from '../provider/campus-lists.ts';
import type { ListCache } from '../provider/list-cache.ts';
import { settledWithin } from '../settled-within.ts';

/** Words of a query that are looked for; the rest is ignored. */
const MAX_WORDS = 8;
/** How long a search waits for lists that are not known yet, in milliseconds. */
const WAIT_MS = 1_000;
/** How long the index is worked at before others have a turn, in milliseconds. */
const SLICE_MS = 5;

/** Ranks a result that has the words as its exact title before all others. */
const EXACT_TITLE = -1;
/** The day on which what has no date by its nature is ranked: a page is as good as new. */
const NEWEST = 99_999;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The version of a list that cannot be had. */
const FAILED = 'failed';

/** A document with what its rank is made of. */
type Indexed = { document: SearchDocument; title: string; dayNumber: number };

/** What is indexed of a source. */
type IndexedSource = {
  /** Of its lists, in one text; null before all of it was indexed once. */
  versions: string | null;
  /** Numbers of its documents, by their ids. */
  numbers: Map<string, number>;
};

type Ranked = Indexed & { rank: number };

/** What is left of the results when the filters are set, one of them perhaps left out. */
type Filter = 'kind' | 'campus' | 'year';

/** Finds records, pages and documents of both campuses by their words. The index is in memory and follows the lists. */
export class SiteSearch {
  readonly #lists: ListCache;
  readonly #words = new WordIndex();
  readonly #documents = new Map<number, Indexed>();
  readonly #indexed: ReadonlyMap<SearchSource, IndexedSource>;
  #nextNumber = 0;
  #revision = -1;
  #updating: Promise<void> | null = null;

  constructor(lists: ListCache, sources: readonly SearchSource[]) {
    this.#lists = lists;
    this.#indexed = new Map(
      sources.map((source) => [source, { versions: null, numbers: new Map() }]),
    );
  }

  /** What a visitor at a campus finds with the text, filters and page of an address. */
  async find({ q = '', ...search }: Search, campus: Campus): Promise<SearchResults> {
    await this.update();
    const words = queryWords(q, MAX_WORDS);
    const found = this.#words.find(words);
    const ranked = this.#rank(found, { title: titleOf(q), campus });
    const matching = ranked.filter(testOf(search)).toSorted((a, b) => a.rank - b.rank);
    const first = (Number(search.page ?? 1) - 1) * RESULTS_PER_PAGE;
    return {
      hits: matching
        .slice(first, first + RESULTS_PER_PAGE)
        .map(({ document }) => hitOf(document, found.spellings, campus)),
      total: matching.length,
      choices: choicesOf(ranked, search),
      hasSomeWords: found.hasSomeWords,
      isComplete: [...this.#indexed.values()].every(isComplete),
    };
  }

  /**
   * Brings the index up to date with the lists, in slices between which others are answered. It waits
   * for lists that are not known yet, but not for long.
   */
  async update(): Promise<void> {
    await settledWithin(
      this.#listNames().map((name) => this.#lists.get(name)),
      WAIT_MS,
    );
    if (this.#updating === null && this.#revision === this.#lists.revision()) return;
    this.#updating ??= this.#updateAll().finally(() => (this.#updating = null));
    await this.#updating;
  }

  /** Number of documents and of different words. */
  size(): { documents: number; words: number } {
    return { documents: this.#documents.size, words: this.#words.size };
  }

  #listNames(): ListName[] {
    return [...this.#indexed.keys()].flatMap(({ lists }) => lists);
  }

  async #updateAll(): Promise<void> {
    this.#revision = this.#lists.revision();
    for (const [source, indexed] of this.#indexed) {
      const versions = this.#versionsOf(source);
      // While the list that has all of them cannot be had, what was known of it stays.
      const isFailed = indexed.versions !== null && versions.startsWith(FAILED);
      if (isFailed || versions === indexed.versions) continue;
      await this.#updateSource(source, indexed.numbers);
      indexed.versions = versions;
    }
  }

  #versionsOf({ lists }: SearchSource): string {
    return lists.map((name) => this.#lists.peek(name)?.version ?? FAILED).join(' ');
  }

  async #updateSource(source: SearchSource, numbers: Map<string, number>): Promise<void> {
    await setImmediate();
    const documents = source.documents(
      (campus) => (name) => recordsOfCampus(name, this.#rowsOf(name), campus),
    );
    const current = new Map(documents.map((document) => [document.id, document]));
    let sliceEnd = performance.now() + SLICE_MS;
    const pause = async () => {
      if (performance.now() < sliceEnd) return;
      await setImmediate();
      sliceEnd = performance.now() + SLICE_MS;
    };
    for (const [id, number] of numbers) {
      const document = current.get(id);
      if (document !== undefined && this.#isSame(number, document)) current.delete(id);
      else {
        this.#remove(number);
        numbers.delete(id);
      }
      await pause();
    }
    for (const document of current.values()) {
      numbers.set(document.id, this.#add(document));
      await pause();
    }
  }

  #rowsOf<Name extends ListName>(name: Name): readonly RawOf<Name>[] {
    return this.#lists.peek(name)?.rows ?? [];
  }

  #isSame(number: number, document: SearchDocument): boolean {
    return isDeepStrictEqual(this.#documents.get(number)?.document, document);
  }

  #add(document: SearchDocument): number {
    const number = this.#nextNumber;
    this.#nextNumber += 1;
    const { title, text, keywords, kind, day } = document;
    const isTimeless = kind === 'pages' || kind === 'documents' || kind === 'leaders';
    const dayNumber = isTimeless ? NEWEST : day === null ? 0 : Date.parse(day) / DAY_MS;
    this.#documents.set(number, { document, title: titleOf(title), dayNumber });
    this.#words.add(number, title, `${text} ${keywords}`);
    return number;
  }

  #remove(number: number): void {
    const indexed = this.#documents.get(number);
    if (indexed === undefined) return;
    const { title, text, keywords } = indexed.document;
    this.#words.remove(number, title, `${text} ${keywords}`);
    this.#documents.delete(number);
  }

  /** By match, then the own campus, then the newest: one number for each, smallest first. */
  #rank({ distances }: Found, query: { title: string; campus: Campus }): Ranked[] {
    const ranked: Ranked[] = [];
    for (const [number, distance] of distances) {
      const indexed = this.#documents.get(number);
      if (indexed === undefined) continue;
      const match = indexed.title === query.title ? EXACT_TITLE : distance;
      const isOther = indexed.document.hrefs[query.campus] === undefined ? 1 : 0;
      const rank = (match * 2 + isOther) * (NEWEST + 1) + NEWEST - indexed.dayNumber;
      ranked.push({ ...indexed, rank });
    }
    return ranked;
  }
}

/** Every list of a source could be read. */
function isComplete({ versions }: IndexedSource): boolean {
  return versions !== null && !versions.split(' ').includes(FAILED);
}

/** A title as it is compared with a query. */
function titleOf(text: string): string {
  return [...distinctWords(text)].join(' ');
}

/** Whether a result meets the filters of an address, but for the one that is left out. */
function testOf(
  { kind, campus, year = 'All' }: Search,
  leftOut?: Filter,
): (indexed: Indexed) => boolean {
  return ({ document }) =>
    (leftOut === 'kind' || kind === undefined || document.kind === kind) &&
    (leftOut === 'campus' ||
      campus === undefined ||
      campusesOf(document).some((own) => own === campus)) &&
    (leftOut === 'year' || year === 'All' || yearsOf(document)[0] === Number(year));
}

/** How many results each value of each filter would leave. */
function choicesOf(all: readonly Indexed[], search: Search): SearchChoices {
  const counted = <Value>(filter: Filter, valuesOf: (document: SearchDocument) => Value[]) => {
    const counts = new Map<Value, number>();
    for (const { document } of all.filter(testOf(search, filter)))
      for (const value of valuesOf(document)) counts.set(value, (counts.get(value) ?? 0) + 1);
    return counts;
  };
  return {
    kind: counted('kind', ({ kind }) => [kind]),
    campus: counted('campus', campusesOf),
    year: counted('year', yearsOf),
  };
}

function campusesOf({ hrefs }: SearchDocument): Campus[] {
  return CAMPUSES.filter((campus) => hrefs[campus] !== undefined);
}

/** None for what has no date. */
function yearsOf({ day }: SearchDocument): number[] {
  return day === null ? [] : [dayParts(day).year];
}

function hitOf(
  document: SearchDocument,
  spellings: ReadonlySet<string>,
  campus: Campus,
): SearchHit {
  const { kind, title, text, day, hrefs } = document;
  return {
    kind,
    day,
    title: markMatches(title, spellings),
    excerpt: markMatches(excerptWithMatch(text, spellings), spellings),
    href: hrefs[campus] ?? hrefs[otherCampus(campus)] ?? '/',
    campuses: campusesOf(document),
  };
}
