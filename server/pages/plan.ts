import { QueryClient } from '@tanstack/react-query';
import { albumStandIn } from './album-stand-in.ts';
import type { Page } from '../../client/page-context.tsx';
import type { ListKey } from '../../client/queries.ts';
import type { ListNeed } from '../../client/routes.tsx';
import type { Campus } from '../../shared/campuses.ts';
import {
  recordsFor,
  type ListName,
  type RawOf,
  type RecordOf,
} from '../../shared/provider-lists.ts';
import type { ListCache, ListRequest, ListSnapshot } from '../provider/list-cache.ts';

/** A list as a page was rendered with it. */
export type Dependency = ListNeed & Pick<ListSnapshot, 'version' | 'state'>;

/** The lists of one page, for one request. */
export type Plan = {
  /** The records of a list that has arrived: a plain look-up, as pages read lists all the time. */
  known: Page['known'];
  /** Fetches the lists that are read before they have arrived. */
  queryClient: QueryClient;
  /** Lists that have arrived so far. */
  dependencies: Dependency[];
  /** Lists that are still on their way. */
  pending: Set<Promise<void>>;
  /**
   * Lets the lists that are still on their way count as failed, for a page that cannot wait: they are
   * empty, or what stands in for them.
   */
  leaveOutPending(): void;
};

export type PlanOptions = {
  lists: ListCache;
  needs: readonly ListNeed[];
  campus: Campus;
  request: ListRequest;
};

/** Starts every list of a page: what is known is there at once, the rest is fetched side by side. */
export function startPlan({ lists, needs, campus, request }: PlanOptions): Plan {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Infinity,
        gcTime: Infinity,
        // The only keys in this client are those of `listQuery`.
        queryFn: async ({ queryKey }) => load(queryKey as ListKey),
      },
    },
  });
  const known = new Map<string, RecordOf<ListName>[]>();
  const dependencies: Dependency[] = [];
  const pending = new Set<Promise<void>>();

  async function load([name, , id]: ListKey): Promise<RecordOf<ListName>[]> {
    return records(name, (await lists.get(name, id, request)).rows, campus);
  }

  function put(need: ListNeed, snapshot: ListSnapshot): void {
    dependencies.push({ ...need, version: snapshot.version, state: snapshot.state });
    known.set(
      keyOf(need),
      snapshot.state === 'failed' ? standIn(need) : records(need.name, snapshot.rows, campus),
    );
  }

  function standIn({ name, id }: ListNeed): RecordOf<ListName>[] {
    return name === 'subGallery' ? albumStandIn(lists, id, campus) : [];
  }

  for (const need of needs) {
    const snapshot = lists.peek(need.name, need.id);
    if (snapshot !== undefined) {
      put(need, snapshot);
      continue;
    }
    const arrival = lists.get(need.name, need.id, request).then((arrived) => {
      put(need, arrived);
      pending.delete(arrival);
    });
    pending.add(arrival);
  }
  return {
    // Only `put` fills the map, with the records of the list whose key it is.
    known: <Name extends ListName>(name: Name, id: string) =>
      known.get(keyOf({ name, id })) as RecordOf<Name>[] | undefined,
    queryClient,
    dependencies,
    pending,
    leaveOutPending() {
      for (const need of needs) {
        if (known.has(keyOf(need))) continue;
        dependencies.push({ ...need, version: 'failed', state: 'failed' });
        known.set(keyOf(need), standIn(need));
      }
      pending.clear();
    },
  };
}

function keyOf({ name, id }: ListNeed): string {
  return `${name} ${id}`;
}

const derived = new WeakMap<object, Map<string, unknown>>();

/** `recordsFor`, remembered as long as the rows live. */
function records<Name extends ListName>(
  name: Name,
  rows: readonly RawOf<Name>[],
  campus: Campus,
): RecordOf<Name>[] {
  const key = `${name} ${campus}`;
  const ofRows = derived.get(rows) ?? new Map<string, unknown>();
  derived.set(rows, ofRows);
  if (!ofRows.has(key)) ofRows.set(key, recordsFor(name, rows, campus));
  // Stored two lines above under this list's name.
  return ofRows.get(key) as RecordOf<Name>[];
}
