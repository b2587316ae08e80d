import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { usePage } from './page-context.tsx';
import type { Campus } from '../shared/campuses.ts';
import type { ListName, RecordOf } from '../shared/provider-lists.ts';

/** `[list, campus, id]`; the default query function of the request's QueryClient reads it (server/pages/plan.ts). */
export type ListKey<Name extends ListName = ListName> = readonly [
  name: Name,
  campus: Campus,
  id: string,
];

/** A list as one campus sees it. The id is for lists that need one (subGallery), else empty. */
export function listQuery<Name extends ListName>(name: Name, campus: Campus, id = '') {
  const queryKey: ListKey<Name> = [name, campus, id];
  return queryOptions<RecordOf<Name>[], Error, RecordOf<Name>[], ListKey<Name>>({ queryKey });
}

/**
 * The records of a list for the page's campus. Suspends while the list is on its way; a list that
 * failed is empty (SPEC §8: load failures are only logged).
 */
export function useList<Name extends ListName>(name: Name, id = ''): RecordOf<Name>[] {
  const queryClient = useQueryClient();
  const { campus, known } = usePage();
  return known(name, id) ?? use(queryClient.fetchQuery(listQuery(name, campus, id)));
}
