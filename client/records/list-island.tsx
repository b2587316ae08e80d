import { QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FilteredList, type ListCard, type ListLook, type ListProps } from './FilteredList.tsx';
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
  return function LiveList({ source, cards: rendered, ...props }: ListProps<Card>) {
    const { path, campus, freshSeconds } = source;
    const [queryClient] = useState(() => new QueryClient());
    // Reads again when the page is looked at or connected again.
    useEffect(() => {
      queryClient.mount();
      return () => queryClient.unmount();
    }, [queryClient]);
    const { data: cards } = useQuery(
      {
        queryKey: [path, campus],
        queryFn: async ({ signal }) =>
          toCards(campusRecords(rule, await readRows<Raw>(path, signal), campus), campus),
        initialData: rendered,
        // The data is as old as the page: an island may start long after it.
        initialDataUpdatedAt: performance.timeOrigin,
        staleTime: freshSeconds * 1_000,
        retry: false,
      },
      queryClient,
    );
    return <FilteredList {...props} look={look} campus={campus} cards={cards} />;
  };
}

/**
 * Rows of our own server, which has checked them by the list's schema.
 *
 * @throws Error for a response that is no list.
 */
async function readRows<Raw>(path: string, signal: AbortSignal): Promise<Raw[]> {
  // The list is requested because it is stale; the copy in the browser's cache may be stale, too.
  const response = await fetch(path, {
    signal,
    cache: 'no-cache',
    headers: { Accept: 'application/json' },
  });
  const rows: unknown = response.ok ? await response.json() : null;
  if (!Array.isArray(rows)) throw new Error(`${path} responded ${response.status}`);
  return rows as Raw[];
}
