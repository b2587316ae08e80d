import { isDeepStrictEqual } from 'node:util';
import type { Meaning } from './aliases.ts';
import { excerptWithMatch, markMatches } from './matches.ts';
import { SearchIndex, type Match, type SearchDocument, type SearchPage } from './search-index.ts';
import { CAMPUSES, otherCampuses, type Campus } from '../../../shared/campuses.ts';
import { dayInIndia, dayParts, type Day } from '../../../shared/dates.ts';
import type { ListName, ReadList } from '../../../shared/records/provider-lists.ts';
import type { Search } from '../../../shared/query-params.ts';
import { RESULTS_STEP, type SearchHit, type SearchResults } from '../../../shared/site-search.ts';
import type { ListCache } from '../../provider/list-cache.ts';
import { yieldToRequests } from '../../event-loop.ts';
import { settledWithin } from '../../settled-within.ts';
import type { Log } from '../../log/log.ts';

/** How long a search waits for lists that are not known yet, in milliseconds. */
const WAIT_MS = 1_000;

export type SearchSource = {
  /** Nothing is complete without them. */
  lists: readonly ListName[];
  /** The documents show them as far as they are known. */
  shownLists?: readonly ListName[];
  /** Null for a document that is not available yet. */
  documents: (
    campus: Campus,
    read: ReadList,
  ) => Iterable<SearchDocument | null> | AsyncIterable<SearchDocument | null>;
};

type SiteSearchOptions = {
  lists: ListCache;
  sources: readonly SearchSource[];
  /** What a search means, unless it has no other meaning. */
  meaning: (query: string) => Meaning | undefined;
  /** Ends the building of an index. */
  signal: AbortSignal;
  log: Log;
  now: () => Date;
};

/** Finds records, pages and documents of all campuses by their words. The index is in memory and follows the lists. */
export class SiteSearch {
  readonly #options: SiteSearchOptions;
  readonly #needed: readonly ListName[];
  readonly #names: readonly ListName[];
  #index = new SearchIndex();
  /** What is in the index; null before the first one was built. */
  #built: { day: Day; versions: readonly (string | null)[] } | null = null;
  /** Whether the index has every document of the known lists. */
  #isWhole = false;
  #updating: Promise<void> | null = null;

  constructor(options: SiteSearchOptions) {
    const { lists, sources } = options;
    this.#options = options;
    this.#needed = [...new Set(sources.flatMap((source) => source.lists))];
    const shown = sources.flatMap(({ shownLists = [] }) => shownLists);
    this.#names = [...new Set([...this.#needed, ...shown])];
    lists.onListUpdated(() => {
      // The first search builds the first index.
      if (this.#built !== null) void this.update();
    });
  }

  async find({ q = '', page = '1', ...filters }: Search, on: SearchPage): Promise<SearchResults> {
    await settledWithin(
      this.#needed.map((name) => this.#options.lists.get(name)),
      WAIT_MS,
    );
    const update = this.update();
    // A list that has changed is searched a little later: nothing waits for it.
    const isOfToday = this.#built?.day === dayInIndia(this.#options.now());
    if (!isOfToday || !this.#isComplete()) await settledWithin([update], WAIT_MS);
    const matches = this.#index.search(q, on, this.#options.meaning(q));
    return {
      ...(await filtered(matches, filters, Number(page), on)),
      hasSomeWords: !matches.some(({ hasAll }) => hasAll),
      isComplete: this.#isComplete(),
    };
  }

  /** Builds the index anew if a list or the day has changed, while other requests are served. An error is logged. */
  async update(): Promise<void> {
    this.#updating ??= this.#rebuild()
      .catch((error: unknown) =>
        this.#options.log.error({ event: 'search-index-failed', cause: String(error) }),
      )
      .finally(() => (this.#updating = null));
    await this.#updating;
  }

  #isComplete(): boolean {
    if (this.#built === null || !this.#isWhole) return false;
    const { versions } = this.#built;
    return this.#needed.every((name) => versions[this.#names.indexOf(name)] !== null);
  }

  async #rebuild(): Promise<void> {
    // Lists may change meanwhile.
    for (let next = this.#readState(); !isDeepStrictEqual(next, this.#built);) {
      const index = new SearchIndex();
      // The first index is searched while it grows.
      if (this.#built === null) this.#index = index;
      this.#isWhole = await this.#fill(index);
      this.#index = index;
      this.#built = next;
      next = this.#readState();
    }
  }

  #readState() {
    return {
      day: dayInIndia(this.#options.now()),
      versions: this.#names.map((name) => {
        const list = this.#options.lists.peek(name);
        return list === undefined || list.state === 'failed' ? null : list.version;
      }),
    };
  }

  /** @returns whether all documents were available */
  async #fill(index: SearchIndex): Promise<boolean> {
    let isWhole = true;
    for (const { documents } of this.#options.sources)
      for (const campus of CAMPUSES) {
        const read: ReadList = (name) => this.#options.lists.peek(name)?.records[campus] ?? [];
        for await (const document of documents(campus, read))
          if (this.#options.signal.aborted) return false;
          else if (document === null) isWhole = false;
          else await index.add(document);
      }
    return isWhole;
  }
}

/** What the filters of an address leave, up to the page of it, and what other filters would. */
async function filtered(
  matches: readonly Match[],
  { kind, campus, year = 'All' }: Search,
  page: number,
  on: SearchPage,
): Promise<Pick<SearchResults, 'hits' | 'total' | 'choices'>> {
  const ofKind = ({ document }: Match) => kind === undefined || document.kind === kind;
  const ofCampus = (match: Match) =>
    campus === undefined || campusesOf(match).some((own) => own === campus);
  const ofYear = (match: Match) => year === 'All' || yearsOf(match)[0] === Number(year);
  const left = matches.filter((match) => ofKind(match) && ofCampus(match) && ofYear(match));
  const hits: SearchHit[] = [];
  for (const match of left.slice(0, page * RESULTS_STEP)) {
    await yieldToRequests();
    hits.push(buildHit(match, on));
  }
  return {
    hits,
    total: left.length,
    choices: {
      kind: countBy(matches.filter(ofCampus).filter(ofYear), ({ document }) => [document.kind]),
      campus: countBy(matches.filter(ofKind).filter(ofYear), campusesOf),
      year: countBy(matches.filter(ofKind).filter(ofCampus), yearsOf),
    },
  };
}

function countBy<Value>(
  matches: readonly Match[],
  valuesOf: (match: Match) => Value | readonly Value[],
): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of matches.flatMap(valuesOf)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** None for what has no date. */
function yearsOf({ document: { day } }: Match): number[] {
  return day ? [dayParts(day).year] : [];
}

function campusesOf({ document }: Pick<Match, 'document'>): Campus[] {
  return CAMPUSES.filter((campus) => document.hrefs[campus] !== undefined);
}

/** The same section in the visitor's language, in which it may have been split in another way. */
function buildHit(
  { document, local, at, terms }: Match,
  { campus, language }: SearchPage,
): SearchHit {
  const { kind, day = null, attachments = [], hrefs, hindi } = document;
  const own = (language === 'hi' ? hindi : null) ?? document;
  const isSame = own === local || own.sections.length === local.sections.length;
  const { id = null, heading = '', text = '' } = own.sections[isSame ? at : 0] ?? {};
  const href = [campus, ...otherCampuses(campus)].flatMap((each) => hrefs[each] ?? [])[0] ?? '/';
  return {
    kind,
    day,
    facts: own.facts ?? '',
    attachments,
    title: markMatches(own.title, terms),
    section: id === null ? '' : heading,
    excerpt: markMatches(excerptWithMatch(text, terms), terms),
    href: id === null ? href : `${href}#${encodeURIComponent(id)}`,
    campuses: campusesOf({ document }),
  };
}
