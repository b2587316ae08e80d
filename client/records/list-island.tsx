import {
  QueryClient,
  QueryClientProvider,
  queryOptions,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useState } from 'react';
import { PictureFocusProvider } from './CardPicture.tsx';
import {
  FilteredList,
  type ListCard,
  type ListLook,
  type ListProps,
  type ListSource,
} from './FilteredList.tsx';
import { campusRecords, type CampusRule, type Owned } from '../../shared/records/entity.ts';
import type { Campus } from '../../shared/campuses.ts';

type ListIslandOptions<Raw, Rec, Card> = ListLook<Card> & {
  rule: CampusRule<Raw, Rec>;
  toCards: (records: Rec[], campus: Campus) => Card[];
};

/** Starts with the page's own cards; a failed refresh changes nothing. */
export function listIsland<Raw extends Owned, Rec extends object, Card extends ListCard>({
  rule,
  toCards,
  ...look
}: ListIslandOptions<Raw, Rec, Card>) {
  const queryOf = ({ path, campus, freshSeconds }: ListSource) =>
    queryOptions({
      queryKey: [path, campus],
      queryFn: async ({ signal }) =>
        toCards(campusRecords(rule, await readRows<Raw>(path, signal), campus), campus),
      staleTime: freshSeconds * 1_000,
      gcTime: Infinity,
      retry: false,
    });

  function CurrentList({ source, ...filters }: Omit<ListProps<Card>, 'cards' | 'focus'>) {
    const { data: cards } = useSuspenseQuery(queryOf(source));
    return <FilteredList {...look} {...filters} campus={source.campus} cards={cards} />;
  }

  return function LiveList({ cards, focus, ...props }: ListProps<Card>) {
    const [queryClient] = useState(() => {
      const client = new QueryClient();
      // As old as the page itself: an island may start long after it.
      client.setQueryData(queryOf(props.source).queryKey, cards, {
        updatedAt: performance.timeOrigin,
      });
      return client;
    });
    return (
      <QueryClientProvider client={queryClient}>
        <PictureFocusProvider value={focus}>
          <CurrentList {...props} />
        </PictureFocusProvider>
      </QueryClientProvider>
    );
  };
}

/**
 * Rows of our own server, which has checked them by the list's schema.
 *
 * @throws Error for a response that is no list.
 */
async function readRows<Raw>(path: string, signal: AbortSignal): Promise<Raw[]> {
  const response = await fetch(path, { signal, headers: { Accept: 'application/json' } });
  const rows: unknown = response.ok ? await response.json() : null;
  if (!Array.isArray(rows)) throw new Error(`${path} responded ${response.status}`);
  return rows as Raw[];
}
