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
  type SearchKind,
  type SearchResults,
} from '../../shared/site-search.ts';
import { recordsOfCampus } from '../provider/campus-lists.ts';
import type { ListCache } from '../provider/list-cache.ts';
import { settledWithin } from '../settled-within.ts';
import type { Log } from '../web/log.ts';

/** Words of a query that are looked for; the rest is ignored. */
const MAX_WORDS = 8;
/** How long a search waits for lists that are not known yet, in milliseconds. */
const WAIT_MS = 1_000;
/** How long the index is worked at before others have a turn, in milliseconds. */
const SLICE_MS = 5;

/** Ranks a result that has the words as its exact title before all others, which begin at one. */
const EXACT_TITLE = 0;
/** The day on which what has no date by its nature is ranked: a page is as good as new. */
const NEWEST = 99_999;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** The version of a list that cannot be had. */
const FAILED = 'failed';

/** A document with what its rank and the filters are made of. */
type Indexed = {
  document: SearchDocument;
  title: string;
  dayNumber: number;
  campuses: readonly Campus[];
  /** Null for what has no date. */
  year: number | null;
};

/** What is indexed of a source. */
type IndexedSource = {
  /** Of its lists, in one text; null before all of it was indexed once. */
  versions: string | null;
  /** Numbers of its documents, by their ids. */
  numbers: Map<string, number>;
};

/** What is ranked for whom, and by which filters. */
type Query = { search: Search; title: string; campus: Campus };

/** Which filters a result meets. */
type Meets = { kind: boolean; campus: boolean; year: boolean };

/** The best results, and how many there are. */
type Ranked = { best: readonly Indexed[]; total: number; choices: SearchChoices };

type SiteSearchOptions = { lists: ListCache; sources: readonly SearchSource[]; log: Log };

/** Finds records, pages and documents of both campuses by their words. The index is in memory and follows the lists. */
export class SiteSearch {
  readonly #lists: ListCache;
  readonly #words = new WordIndex();
  /** By their numbers. */
  readonly #documents: (Indexed | undefined)[] = [];
  /** Numbers of documents that were removed. */
  readonly #free: number[] = [];
  readonly #indexed: ReadonlyMap<SearchSource, IndexedSource>;
  #revision = -1;
  #updating: Promise<void> | null = null;

  constructor({ lists, sources, log }: SiteSearchOptions) {
    this.#lists = lists;
    this.#indexed = new Map(
      sources.map((source) => [source, { versions: null, numbers: new Map() }]),
    );
    lists.onChange(() => {
      // Until it was made once, whoever asks first makes it.
      if (this.#isMade())
        this.update().catch((error: unknown) =>
          log.error({ event: 'search-index-failed', cause: String(error) }),
        );
    });
  }

  /** What a visitor at a campus finds with the text, filters and page of an address. */
  async find({ q = '', ...search }: Search, campus: Campus): Promise<SearchResults> {
    await this.#untilKnown();
    if (!this.#isComplete()) await this.update();
    const found = this.#words.find(queryWords(q, MAX_WORDS));
    const { best, total, choices } = this.#rank(found, { search, title: titleOf(q), campus });
    return {
      hits: best.map((indexed) => hitOf(indexed, found.spellings, campus)),
      total,
      choices,
      hasSomeWords: found.hasSomeWords,
      isComplete: this.#isComplete(),
    };
  }

  /** Brings the index up to date with the lists, in slices between which others are answered. */
  async update(): Promise<void> {
    if (this.#updating === null && this.#revision === this.#lists.revision()) return;
    this.#updating ??= this.#updateAll().finally(() => (this.#updating = null));
    await this.#updating;
  }

  /** Number of documents and of different words. */
  size(): { documents: number; words: number } {
    return { documents: this.#documents.length - this.#free.length, words: this.#words.size };
  }

  /** Waits for lists that are not known yet, but not for long; those that are due are asked for meanwhile. */
  async #untilKnown(): Promise<void> {
    const names = [...this.#indexed.keys()].flatMap(({ lists }) => lists);
    await settledWithin(
      names.map((name) => this.#lists.get(name)),
      WAIT_MS,
    );
  }

  /** All was indexed once. */
  #isMade(): boolean {
    return [...this.#indexed.values()].every(({ versions }) => versions !== null);
  }

  /** Every list could be read. */
  #isComplete(): boolean {
    return [...this.#indexed.values()].every(
      ({ versions }) => versions !== null && !versions.split(' ').includes(FAILED),
    );
  }

  async #updateAll(): Promise<void> {
    // Lists may change meanwhile.
    while (this.#revision !== this.#lists.revision()) {
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
  }

  #versionsOf({ lists }: SearchSource): string {
    return lists.map((name) => this.#lists.peek(name)?.version ?? FAILED).join(' ');
  }

  async #updateSource(source: SearchSource, numbers: Map<string, number>): Promise<void> {
    let sliceEnd = 0;
    const pause = async () => {
      if (performance.now() < sliceEnd) return;
      await setImmediate();
      sliceEnd = performance.now() + SLICE_MS;
    };
    await pause();
    const gone = new Map(numbers);
    const documents = source.documents(
      (campus) => (name) => recordsOfCampus(name, this.#rowsOf(name), campus),
    );
    for (const document of documents) {
      const number = numbers.get(document.id);
      gone.delete(document.id);
      if (number === undefined || !this.#isSame(number, document)) {
        this.#remove(number);
        numbers.set(document.id, this.#add(document));
      }
      await pause();
    }
    for (const [id, number] of gone) {
      this.#remove(number);
      numbers.delete(id);
      await pause();
    }
  }

  #rowsOf<Name extends ListName>(name: Name): readonly RawOf<Name>[] {
    return this.#lists.peek(name)?.rows ?? [];
  }

  #isSame(number: number, document: SearchDocument): boolean {
    return isDeepStrictEqual(this.#documents[number]?.document, document);
  }

  #add(document: SearchDocument): number {
    const number = this.#free.pop() ?? this.#documents.length;
    const { title, text, keywords, kind, day } = document;
    const isTimeless = kind === 'pages' || kind === 'documents' || kind === 'leaders';
    this.#documents[number] = {
      document,
      title: titleOf(title),
      dayNumber: isTimeless ? NEWEST : day === null ? 0 : Date.parse(day) / DAY_MS,
      campuses: CAMPUSES.filter((campus) => document.hrefs[campus] !== undefined),
      year: day === null ? null : dayParts(day).year,
    };
    this.#words.add(number, title, `${text} ${keywords}`);
    return number;
  }

  #remove(number: number | undefined): void {
    const indexed = number === undefined ? undefined : this.#documents[number];
    if (number === undefined || indexed === undefined) return;
    const { title, text, keywords } = indexed.document;
    this.#words.remove(number, title, `${text} ${keywords}`);
    this.#documents[number] = undefined;
    this.#free.push(number);
  }

  /**
   * By match, then the own campus, then the newest, as far as the filters let them: those of the page that
   * was asked for. A common word finds thousands: they are ranked and counted in one go, as numbers.
   */
  #rank({ texts, distances }: Found, { search, title, campus }: Query): Ranked {
    const test = testOf(search);
    const choices = {
      kind: new Map<SearchKind, number>(),
      campus: new Map<Campus, number>(),
      year: new Map<number, number>(),
    };
    const ranks: number[] = [];
    for (const [index, number] of texts.entries()) {
      const indexed = this.#documents[number];
      if (indexed === undefined) continue;
      const { document, campuses, year, dayNumber } = indexed;
      const isOf = test(indexed);
      if (isOf.campus && isOf.year) count(choices.kind, document.kind);
      if (isOf.kind && isOf.year) for (const own of campuses) count(choices.campus, own);
      if (isOf.kind && isOf.campus && year !== null) count(choices.year, year);
      if (!isOf.kind || !isOf.campus || !isOf.year) continue;
      const match = indexed.title === title ? EXACT_TITLE : 1 + (distances[index] ?? 0);
      const isOther = campuses.includes(campus) ? 0 : 1;
      const rank = (match * 2 + isOther) * (NEWEST + 1) + NEWEST - dayNumber;
      ranks.push(rank * texts.length + index);
    }
    const first = (Number(search.page ?? 1) - 1) * RESULTS_PER_PAGE;
    const best = Array.from(
      Float64Array.from(ranks)
        .sort()
        .subarray(first, first + RESULTS_PER_PAGE),
      (rank) => this.#documents[texts[rank % texts.length] ?? 0],
    );
    return { best: best.filter((indexed) => indexed !== undefined), total: ranks.length, choices };
  }
}

/** A title as it is compared with a query. */
function titleOf(text: string): string {
  return [...distinctWords(text)].join(' ');
}

/** Which of the filters of an address a result meets. */
function testOf({ kind, campus, year = 'All' }: Search): (indexed: Indexed) => Meets {
  const chosenYear = year === 'All' ? null : Number(year);
  return (indexed) => ({
    kind: kind === undefined || indexed.document.kind === kind,
    campus: campus === undefined || indexed.campuses.some((own) => own === campus),
    year: chosenYear === null || indexed.year === chosenYear,
  });
}

function count<Value>(counts: Map<Value, number>, value: Value): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

function hitOf(
  { document, campuses }: Indexed,
  spellings: ReadonlySet<string>,
  campus: Campus,
): SearchHit {
  const { kind, title, text, day, files, hrefs } = document;
  return {
    kind,
    day,
    files,
    title: markMatches(title, spellings),
    excerpt: markMatches(excerptWithMatch(text, spellings), spellings),
    href: hrefs[campus] ?? hrefs[otherCampus(campus)] ?? '/',
    campuses,
  };
}
