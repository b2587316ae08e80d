import { queryOptions, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query';
import type { ListName, ReadList, RecordOf } from '../shared/records/provider-lists.ts';

/** The QueryClient of a page reads it from the list cache, for the page's campus and id (server/pages/page-lists.ts). */
export type ListKey<Name extends ListName = ListName> = readonly [name: Name];

export function listQuery<Name extends ListName>(name: Name) {
  const queryKey: ListKey<Name> = [name];
  return queryOptions<RecordOf<Name>[], Error, RecordOf<Name>[], ListKey<Name>>({ queryKey });
}

/**
 * The records of a list for the page's campus. Suspends while the list is on its way; a list that
 * failed is empty (R-243: load failures are only logged).
 */
export function useList<Name extends ListName>(name: Name): RecordOf<Name>[] {
  return useSuspenseQuery(listQuery(name)).data;
}

export function useLists(names: readonly ListName[]): ReadList {
  const lists = useSuspenseQueries({ queries: names.map((name) => listQuery(name)) });
  return <Name extends ListName>(name: Name) =>
    // The query at the place of a list's name is that list's.
    (lists[names.indexOf(name)]?.data ?? []) as RecordOf<Name>[];
}
