import { excerptWithMatch, markMatches } from './matches.ts';
import { SearchIndex, type Match, type Matches, type SearchDocument } from './search-index.ts';
import { CAMPUSES, otherCampuses, type Campus } from '../../../shared/campuses.ts';
import { dayParts } from '../../../shared/dates.ts';
import type { Language } from '../../../shared/languages.ts';
import type { ListName, ReadList } from '../../../shared/records/provider-lists.ts';
import type { Search } from '../../../shared/query-params.ts';
import { RESULTS_STEP, type SearchHit, type SearchResults } from '../../../shared/site-search.ts';
import type { ListCache } from '../../provider/list-cache.ts';
import { settledWithin } from '../../settled-within.ts';
import { yieldToRequests } from '../../event-loop.ts';
import type { Log } from '../../log/log.ts';

/** How long a search waits for lists that are not known yet, in milliseconds. */
const WAIT_MS = 1_000;

const FAILED = 'failed';

export type SearchSource = {
  lists: readonly ListName[];
  documents: (campus: Campus, read: ReadList) => Iterable<SearchDocument>;
};

type SearchPage = { campus: Campus; language: Language };

type SiteSearchOptions = {
  lists: ListCache;
  sources: readonly SearchSource[];
  /** What a search means; null for one that has no other meaning. */
  meaning: (query: string) => string | null;
  log: Log;
};

/** Finds records, pages and documents of both campuses by their words. The index is in memory and follows the lists. */
export class SiteSearch {
  readonly #lists: ListCache;
  readonly #sources: readonly SearchSource[];
  readonly #names: readonly ListName[];
  readonly #meaning: SiteSearchOptions['meaning'];
  #index = new SearchIndex();
  /** Versions of the lists in the index; null before the first one was built. */
  #versions: string | null = null;
  #updating: Promise<void> | null = null;

  constructor({ lists, sources, meaning, log }: SiteSearchOptions) {
    this.#lists = lists;
    this.#sources = sources;
    this.#meaning = meaning;
    this.#names = sources.flatMap((source) => source.lists);
    lists.onListUpdated(() => {
      // The first search builds the first index.
      if (this.#versions !== null)
        this.update().catch((error: unknown) =>
          log.error({ event: 'search-index-failed', cause: String(error) }),
        );
    });
  }

  async find({ q = '', page = '1', ...filters }: Search, on: SearchPage): Promise<SearchResults> {
    await settledWithin(
      this.#names.map((name) => this.#lists.get(name)),
      WAIT_MS,
    );
    if (!this.#isComplete()) await this.update();
    const { matches, hasSomeWords } = this.#search(q, on.campus);
    return {
      ...filtered(matches, filters, Number(page), on),
      hasSomeWords,
      isComplete: this.#isComplete(),
    };
  }

  /** What is meant first, then what has the words themselves. */
  #search(query: string, campus: Campus): Matches {
    const found = this.#index.search(query, campus);
    const meaning = this.#meaning(query);
    const meant = meaning === null ? null : this.#index.search(meaning, campus);
    if (meant === null || meant.matches.length === 0) return found;
    const others = new Map(found.matches.map((match) => [match.document, match]));
    const first = meant.matches.map((match) => {
      const terms = [...match.terms, ...(others.get(match.document)?.terms ?? [])];
      others.delete(match.document);
      return { ...match, terms };
    });
    return { ...meant, matches: [...first, ...others.values()] };
  }

  /** Builds the index anew if a list has changed, while other requests are served. */
  async update(): Promise<void> {
    this.#updating ??= this.#rebuild().finally(() => (this.#updating = null));
    await this.#updating;
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
    for (const { documents } of this.#sources)
      for (const campus of CAMPUSES) {
        const read: ReadList = (name) => this.#lists.peek(name)?.records[campus] ?? [];
        for (const document of documents(campus, read)) {
          index.add(document);
          await yieldToRequests();
        }
      }
    return index;
  }
}

/** What the filters of an address leave, up to the page of it, and what other filters would. */
function filtered(
  matches: readonly Match[],
  { kind, campus, year = 'All' }: Search,
  page: number,
  on: SearchPage,
): Pick<SearchResults, 'hits' | 'total' | 'choices'> {
  const ofKind = ({ document }: Match) => kind === undefined || document.kind === kind;
  const ofCampus = ({ document }: Match) =>
    campus === undefined || campusesOf(document).some((own) => own === campus);
  const ofYear = (match: Match) => year === 'All' || yearsOf(match)[0] === Number(year);
  const left = matches.filter((match) => ofKind(match) && ofCampus(match) && ofYear(match));
  return {
    hits: left.slice(0, page * RESULTS_STEP).map((match) => buildHit(match, on)),
    total: left.length,
    choices: {
      kind: countBy(matches.filter(ofCampus).filter(ofYear), ({ document }) => [document.kind]),
      campus: countBy(matches.filter(ofKind).filter(ofYear), ({ document }) =>
        campusesOf(document),
      ),
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

function campusesOf({ hrefs }: SearchDocument): Campus[] {
  return CAMPUSES.filter((campus) => hrefs[campus] !== undefined);
}

function buildHit({ document, terms }: Match, { campus, language }: SearchPage): SearchHit {
  const { kind, day = null, attachments = [], hrefs } = document;
  const { title, text, facts = '' } = (language === 'hi' ? document.hindi : null) ?? document;
  return {
    kind,
    day,
    facts,
    attachments,
    title: markMatches(title, terms),
    excerpt: markMatches(excerptWithMatch(text, terms), terms),
    href: [campus, ...otherCampuses(campus)].flatMap((each) => hrefs[each] ?? [])[0] ?? '/',
    campuses: campusesOf(document),
  };
}
