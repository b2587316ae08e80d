import {
  queryOptions,
  useSuspenseQueries,
  useSuspenseQuery,
  type QueryClient,
} from '@tanstack/react-query';
import { usePage } from './page-context.tsx';
import type { Campus } from '../shared/campuses.ts';
import {
  PROVIDER_LISTS,
  type ListName,
  type RecordOf,
  type ReadList,
} from '../shared/records/provider-lists.ts';
import type { Search } from '../shared/query-params.ts';

/** `[list, campus, id]`; the request's QueryClient reads it from the list cache (server/pages/page-lists.ts). */
export type ListKey<Name extends ListName = ListName> = readonly [
  name: Name,
  campus: Campus,
  id: string,
];

/** @param id for lists that need one (subGallery), else empty */
export function listQuery<Name extends ListName>(name: Name, campus: Campus, id = '') {
  const queryKey: ListKey<Name> = [name, campus, id];
  return queryOptions<RecordOf<Name>[], Error, RecordOf<Name>[], ListKey<Name>>({ queryKey });
}

export type PreloadContext = { queryClient: QueryClient; search: Search };

export function idFor(name: ListName, search: Search): string {
  return PROVIDER_LISTS[name].needsId === true ? (search.id ?? '') : '';
}

/**
 * The records of a list for the page's campus. Suspends while the list is on its way; a list that
 * failed is empty (R-243: load failures are only logged).
 */
export function useList<Name extends ListName>(name: Name, id = ''): RecordOf<Name>[] {
  return useSuspenseQuery(listQuery(name, usePage().campus, id)).data;
}

export function useLists(names: readonly ListName[]): ReadList {
  const { campus } = usePage();
  const lists = useSuspenseQueries({ queries: names.map((name) => listQuery(name, campus)) });
  return <Name extends ListName>(name: Name) =>
    // The query at the place of a list's name is that list's.
    (lists[names.indexOf(name)]?.data ?? []) as RecordOf<Name>[];
}
