import {
  QueryClient,
  QueryClientProvider,
  queryOptions,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Campus } from '../../shared/campuses.ts';

/** Where an island reads its list anew: a path of our own /api, and how long an answer is fresh. */
export type ListSource = { path: string; campus: Campus; freshSeconds: number };

type LiveListProps<Card> = {
  source: ListSource;
  /** What the page was rendered with. */
  cards: Card[];
  /** What the list's rows become. They are our own server's, which has checked them by the list's schema. */
  toCards: (rows: readonly never[], campus: Campus) => Card[];
  children: (cards: Card[]) => ReactNode;
};

/**
 * A list that stays true while its page is left open: it begins with what the page carries, and is read
 * anew when the tab is looked at again after the list's fresh time. What cannot be read changes nothing.
 */
export function LiveList<Card>({ source, cards, toCards, children }: LiveListProps<Card>) {
  const query = cardsQuery(source, toCards);
  const [queryClient] = useState(() => {
    const client = new QueryClient();
    // As old as the page itself: an island may start long after it.
    client.setQueryData(query.queryKey, cards, { updatedAt: performance.timeOrigin });
    return client;
  });
  return (
    <QueryClientProvider client={queryClient}>
      <CurrentCards query={query}>{children}</CurrentCards>
    </QueryClientProvider>
  );
}

function cardsQuery<Card>(
  { path, campus, freshSeconds }: ListSource,
  toCards: LiveListProps<Card>['toCards'],
) {
  return queryOptions({
    queryKey: [path, campus],
    queryFn: async ({ signal }) => toCards(await readRows(path, signal), campus),
    staleTime: freshSeconds * 1_000,
    gcTime: Infinity,
    retry: false,
  });
}

type CurrentCardsProps<Card> = Pick<LiveListProps<Card>, 'children'> & {
  query: ReturnType<typeof cardsQuery<Card>>;
};

function CurrentCards<Card>({ query, children }: CurrentCardsProps<Card>) {
  return children(useSuspenseQuery(query).data);
}

/** @throws Error for an answer that is no list. */
async function readRows(path: string, signal: AbortSignal): Promise<never[]> {
  const answer = await fetch(path, { signal, headers: { Accept: 'application/json' } });
  const rows: unknown = answer.ok ? await answer.json() : null;
  if (!Array.isArray(rows)) throw new Error(`${path} answered ${answer.status}`);
  return rows as never[];
}
