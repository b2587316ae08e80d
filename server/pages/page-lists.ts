import { QueryClient } from '@tanstack/react-query';
import { albumStandIn } from './album-stand-in.ts';
import { listQuery, type ListKey } from '../../client/queries.ts';
import type { Campus } from '../../shared/campuses.ts';
import type { ListName, RecordOf } from '../../shared/records/provider-lists.ts';
import { recordsOfCampus } from '../provider/read-rows.ts';
import type { ListCache, ListRequest } from '../provider/list-cache.ts';
import type { ListSnapshot } from '../provider/list-store.ts';

/** A list as a page was rendered with it. */
export type Dependency = { name: ListName; id: string } & Pick<ListSnapshot, 'version' | 'state'>;

/**
 * The lists of one page for one request: a QueryClient over the list cache, which remembers what it was
 * asked for. A list that failed is a value: empty, or its replacement.
 */
export class PageLists {
  readonly queryClient: QueryClient;
  /** Lists that have arrived so far. */
  readonly dependencies: Dependency[] = [];
  readonly #lists: ListCache;
  readonly #request: ListRequest;
  #isClosed = false;

  constructor(lists: ListCache, request: ListRequest) {
    this.#lists = lists;
    this.#request = request;
    this.queryClient = new QueryClient({
      defaultOptions: {
        queries: {
          retry: false,
          staleTime: Infinity,
          gcTime: Infinity,
          // A key is three strings: no need to sort members of objects.
          queryKeyHashFn: (key) => key.join('\n'),
          // The only keys in this client are those of `listQuery`.
          queryFn: ({ queryKey }) => this.#read(queryKey as ListKey),
        },
      },
    });
  }

  /** Every list that was asked for has arrived. */
  get isComplete(): boolean {
    return this.#queries().every(({ state }) => state.data !== undefined);
  }

  /** The records of a list that has arrived; empty while it has not. */
  recordsOf<Name extends ListName>(name: Name, campus: Campus, id: string): RecordOf<Name>[] {
    return this.queryClient.getQueryData(listQuery(name, campus, id).queryKey) ?? [];
  }

  /** Resolves when every list that was asked for has arrived, or each of these. */
  async settled(names?: readonly ListName[]): Promise<void> {
    const queries = this.#queries().filter(
      ({ queryKey }) => names === undefined || names.includes((queryKey as ListKey)[0]),
    );
    await Promise.all(queries.map(({ promise }) => Promise.resolve(promise)));
  }

  /**
   * Lets the lists that are still on their way count as failed, for a page that cannot wait: they are
   * empty, or their replacement.
   */
  leaveOutPending(): void {
    this.#isClosed = true;
    for (const { queryKey, state } of this.#queries()) {
      if (state.data !== undefined) continue;
      const [name, campus, id] = queryKey as ListKey;
      this.dependencies.push({ name, id, version: 'failed', state: 'failed' });
      this.queryClient.setQueryData(queryKey, this.#standIn(name, campus, id));
    }
  }

  #queries() {
    return this.queryClient.getQueryCache().getAll();
  }

  async #read(key: ListKey): Promise<RecordOf<ListName>[]> {
    const [name, campus, id] = key;
    const { rows, version, state } = await this.#lists.get(name, id, this.#request);
    // Late for a page that has gone on without it: what stood in for it stays.
    if (this.#isClosed) return this.queryClient.getQueryData(key) ?? [];
    this.dependencies.push({ name, id, version, state });
    return state === 'failed'
      ? this.#standIn(name, campus, id)
      : recordsOfCampus(name, rows, campus);
  }

  #standIn(name: ListName, campus: Campus, id: string): RecordOf<ListName>[] {
    return name === 'subGallery' ? albumStandIn(this.#lists, id, campus) : [];
  }
}
