import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { IslandData } from './island.tsx';
import { recordsFor, PROVIDER_LISTS, type RawOf } from '../shared/provider-lists.ts';
import type { ListKey } from './queries.ts';

/** How long a seeded list counts as fresh in the browser, in milliseconds. */
const STALE_AFTER_MS = 60_000;

/** One client for all islands of the page. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: 1,
      staleTime: STALE_AFTER_MS,
      refetchOnWindowFocus: false,
      queryFn: ({ queryKey, signal }) => fetchList(queryKey as ListKey, signal),
    },
  },
});

async function fetchList([name, campus, id]: ListKey, signal: AbortSignal) {
  const schoolCode =
    document.querySelector<HTMLMetaElement>('meta[name=school-code]')?.content ?? '';
  const answer = await fetch(PROVIDER_LISTS[name].path(schoolCode, id), { signal });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  // Our own /api answers rows that its schema has passed.
  const rows = (await answer.json()) as RawOf<typeof name>[];
  return recordsFor(name, rows, campus);
}

/** Hydrates an island over the HTML that the server made of it. */
export function mountIsland<Props extends object>(
  Component: ComponentType<Props>,
  root: Element,
  data: IslandData,
): void {
  for (const [key, records] of data.lists) {
    if (queryClient.getQueryData(key) === undefined) queryClient.setQueryData(key, records);
  }
  hydrateRoot(
    root,
    <QueryClientProvider client={queryClient}>
      <Component {...(data.props as Props)} />
    </QueryClientProvider>,
  );
}
