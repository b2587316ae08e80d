import { setImmediate } from 'node:timers/promises';
import { excerptWithMatch, markMatches } from './matches.ts';
import type { SearchSource } from './record-documents.ts';
import { SearchIndex, type Match } from './search-index.ts';
import { otherCampus, type Campus } from '../../../shared/campuses.ts';
import type { Language } from '../../../shared/languages.ts';
import type { ListName } from '../../../shared/records/provider-lists.ts';
import type { Search } from '../../../shared/search.ts';
import {
  RESULTS_STEP,
  type SearchHit,
  type SearchKind,
  type SearchResults,
} from '../../../shared/site-search.ts';
import { recordsOfCampus } from '../../provider/read-rows.ts';
import type { ListCache } from '../../provider/list-cache.ts';
import { settledWithin } from '../../settled-within.ts';
import type { Log } from '../../log/log.ts';

/** How long a search waits for lists that are not known yet, in milliseconds. */
const WAIT_MS = 1_000;
/** How long the index is built before other requests have a turn, in milliseconds. */
const SLICE_MS = 5;

const FAILED = 'failed';

type SearchPage = { campus: Campus; language: Language };

type Meets = { kind: boolean; campus: boolean; year: boolean };

type SiteSearchOptions = { lists: ListCache; sources: readonly SearchSource[]; log: Log };

/** Finds records, pages and documents of both campuses by their words. The index is in memory and follows the lists. */
export class SiteSearch {
  readonly #lists: ListCache;
  readonly #sources: readonly SearchSource[];
  readonly #names: readonly ListName[];
  #index = new SearchIndex();
  /** Versions of the lists in the index; null before the first one was built. */
  #versions: string | null = null;
  #updating: Promise<void> | null = null;

  constructor({ lists, sources, log }: SiteSearchOptions) {
    this.#lists = lists;
    this.#sources = sources;
    this.#names = sources.flatMap((source) => source.lists);
    lists.onListUpdated(() => {
      // The first search builds the first index.
      if (this.#versions !== null)
        this.update().catch((error: unknown) =>
          log.error({ event: 'search-index-failed', cause: String(error) }),
        );
    });
  }

  /** What a visitor finds on a page with the text, filters and step of an address. */
  async find({ q = '', page = '1', ...filters }: Search, on: SearchPage): Promise<SearchResults> {
    await settledWithin(
      this.#names.map((name) => this.#lists.get(name)),
      WAIT_MS,
    );
    if (!this.#isComplete()) await this.update();
    const { matches, hasSomeWords } = this.#index.search(q, on.campus);
    return {
      ...filtered(matches, filters, Number(page), on),
      hasSomeWords,
      isComplete: this.#isComplete(),
    };
  }

  /** Builds the index anew if a list has changed, in slices between which other requests are served. */
  async update(): Promise<void> {
    this.#updating ??= this.#rebuild().finally(() => (this.#updating = null));
    await this.#updating;
  }

  size(): { documents: number; terms: number } {
    return this.#index.size;
  }

  #isComplete(): boolean {
    return this.#versions !== null && !this.#versions.split(' ').includes(FAILED);
  }

  async #rebuild(): Promise<void> {
    // Lists may change meanwhile.
    for (let versions = this.#readVersions(); versions !== this.#versions;) {
      this.#index = await this.#build();
      this.#versions = versions;
      versions = this.#readVersions();
    }
  }

  #readVersions(): string {
    return this.#names.map((name) => this.#lists.peek(name)?.version ?? FAILED).join(' ');
  }

  async #build(): Promise<SearchIndex> {
    const index = new SearchIndex();
    let sliceEnd = 0;
    for (const { documents } of this.#sources) {
      const found = documents(
        (campus) => (name) => recordsOfCampus(name, this.#lists.peek(name)?.rows ?? [], campus),
      );
      for (const document of found) {
        if (performance.now() >= sliceEnd) {
          await setImmediate();
          sliceEnd = performance.now() + SLICE_MS;
        }
        index.add(document);
      }
    }
    return index;
  }
}

/** What the filters of an address leave, up to the page of it, and what other filters would. */
function filtered(
  matches: readonly Match[],
  filters: Search,
  page: number,
  on: SearchPage,
): Pick<SearchResults, 'hits' | 'total' | 'choices'> {
  const choices = {
    kind: new Map<SearchKind, number>(),
    campus: new Map<Campus, number>(),
    year: new Map<number, number>(),
  };
  const meets = testOf(filters);
  const left = matches.filter((match) => {
    const { document, campuses, year } = match;
    const isOf = meets(match);
    if (isOf.campus && isOf.year) count(choices.kind, document.kind);
    if (isOf.kind && isOf.year) for (const campus of campuses) count(choices.campus, campus);
    if (isOf.kind && isOf.campus && year !== null) count(choices.year, year);
    return isOf.kind && isOf.campus && isOf.year;
  });
  return {
    hits: left.slice(0, page * RESULTS_STEP).map((match) => hitOf(match, on)),
    total: left.length,
    choices,
  };
}

function testOf({ kind, campus, year = 'All' }: Search): (match: Match) => Meets {
  const chosenYear = year === 'All' ? null : Number(year);
  return (match) => ({
    kind: kind === undefined || match.document.kind === kind,
    campus: campus === undefined || match.campuses.some((own) => own === campus),
    year: chosenYear === null || match.year === chosenYear,
  });
}

function count<Value>(counts: Map<Value, number>, value: Value): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

function hitOf({ document, campuses, terms }: Match, { campus, language }: SearchPage): SearchHit {
  const { kind, day, attachments, hrefs } = document;
  const { title, text, facts } = (language === 'hi' ? document.hindi : null) ?? document;
  return {
    kind,
    day,
    facts,
    attachments,
    title: markMatches(title, terms),
    excerpt: markMatches(excerptWithMatch(text, terms), terms),
    href: hrefs[campus] ?? hrefs[otherCampus(campus)] ?? '/',
    campuses,
  };
}
