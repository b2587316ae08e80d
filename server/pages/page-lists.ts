import { QueryClient } from '@tanstack/react-query';
import { listQuery, type ListKey } from '../../client/queries.ts';
import type { PageAddress } from '../../client/routes.tsx';
import type { Campus } from '../../shared/campuses.ts';
import type { Day } from '../../shared/dates.ts';
import { applyFilters, resolveFilters, type Filterable } from '../../shared/filters.ts';
import { SHOW_STEP, type Search } from '../../shared/query-params.ts';
import type { Album } from '../../shared/records/gallery.ts';
import { kindRecords } from '../../shared/records/kind-records.ts';
import { listId, type ListName, type RecordOf } from '../../shared/records/provider-lists.ts';
import type { ListCache, ListRequest } from '../provider/list-cache.ts';
import type { ListSnapshot } from '../provider/list-store.ts';

export type Dependency = { name: ListName; id: string } & Pick<ListSnapshot, 'version' | 'state'>;

type PageListsOptions = ListRequest & {
  campus: Campus;
  /** Id of the record that the page's address names. */
  id: string | undefined;
};

/**
 * The lists of one page for one request: a QueryClient over the list cache. A failed list is empty, except an
 * album that a gallery has.
 */
export class PageLists {
  readonly queryClient: QueryClient;
  readonly dependencies: Dependency[] = [];
  readonly #lists: ListCache;
  readonly #options: PageListsOptions;
  #isClosed = false;

  constructor(lists: ListCache, options: PageListsOptions) {
    this.#lists = lists;
    this.#options = options;
    this.queryClient = new QueryClient({
      defaultOptions: {
        queries: {
          retry: false,
          staleTime: Infinity,
          gcTime: Infinity,
          // A key is one string, so no members of objects need sorting.
          queryKeyHashFn: ([name]) => String(name),
          // The only keys in this client are those of `listQuery`.
          queryFn: ({ queryKey }) => this.#read(...(queryKey as ListKey)),
        },
      },
    });
  }

  get isComplete(): boolean {
    return this.#queries().every(({ state }) => state.data !== undefined);
  }

  /** Empty while the list is pending. */
  recordsOf<Name extends ListName>(name: Name): RecordOf<Name>[] {
    return this.queryClient.getQueryData(listQuery(name).queryKey) ?? [];
  }

  /** Resolves when every requested list has arrived, or each of these. */
  async settled(names?: readonly ListName[]): Promise<void> {
    const queries = this.#queries().filter(
      ({ queryKey }) => names === undefined || names.includes((queryKey as ListKey)[0]),
    );
    await Promise.all(queries.map(({ promise }) => Promise.resolve(promise)));
  }

  /** Counts pending lists as failed, for a page that cannot wait. */
  leaveOutPending(): void {
    this.#isClosed = true;
    for (const { queryKey, state } of this.#queries()) {
      if (state.data !== undefined) continue;
      const [name] = queryKey as ListKey;
      const id = listId(name, this.#options.id);
      this.dependencies.push({ name, id, version: 'failed', state: 'failed' });
      this.queryClient.setQueryData(queryKey, this.#replacement(name));
    }
  }

  #queries() {
    return this.queryClient.getQueryCache().getAll();
  }

  async #read(name: ListName): Promise<readonly RecordOf<ListName>[]> {
    const id = listId(name, this.#options.id);
    const { records, version, state } = await this.#lists.get(name, id, this.#options);
    // Too late: the page has its replacement.
    if (this.#isClosed) return this.recordsOf(name);
    this.dependencies.push({ name, id, version, state });
    return state === 'failed' ? this.#replacement(name) : records[this.#options.campus];
  }

  #replacement(name: ListName): RecordOf<ListName>[] {
    const { id = '', campus } = this.#options;
    return name === 'subGallery' ? albumInGallery(this.#lists, id, campus) : [];
  }
}

/** An album as a cached gallery has it, while its own response is not available; empty when none has it. */
export function albumInGallery(lists: ListCache, id: string, campus: Campus): Album[] {
  if (id === '') return [];
  const albums = kindRecords('Gallery', (name) => lists.peek(name)?.records[campus] ?? []);
  return albums.filter((album) => album.id === id).slice(0, 1);
}

/** Whether cached lists have the record that a page is about; true for a page without one. */
export function isListed(lists: ListCache, address: PageAddress, id = ''): boolean {
  const { page, campus } = address;
  if (page.subject === null) return true;
  if (page.subject.lists.includes('subGallery'))
    return albumInGallery(lists, id, campus).length > 0;
  const record = page.subject.describe((name) => lists.peek(name)?.records[campus] ?? [], {
    id,
    campus,
  });
  return record !== undefined;
}

type CardsAt = { search: Search; today: Day };

/** Whether a cached list has a card that an address shows and a shorter step does not; true without filters and on other pages. */
export function hasCards(
  lists: ListCache,
  { page, campus }: PageAddress,
  { search, today }: CardsAt,
): boolean {
  const { year, month, show } = search;
  if (!page.searchKeys.includes('show') || (year ?? month ?? show) === undefined) return true;
  const records: readonly object[] = page.lists.flatMap(
    (name) => lists.peek(name)?.records[campus] ?? [],
  );
  const cards = records.filter(isFilterable);
  const matching = applyFilters(cards, resolveFilters(search, cards, today));
  return matching.length > Number(show ?? SHOW_STEP) - SHOW_STEP;
}

function isFilterable(record: object): record is Filterable {
  return 'title' in record && 'day' in record;
}
