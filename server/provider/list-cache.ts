import type { ListName, RawOf } from '../../shared/provider-lists.ts';

/** What the cache knows of one list. A failed list has no rows and `version` "failed". */
export type ListSnapshot<Name extends ListName = ListName> = {
  rows: readonly RawOf<Name>[];
  /** Changes when the content changes, and only then. */
  version: string;
  state: 'fresh' | 'stale' | 'failed';
};

export type ListRequest = { requestId?: string };

/** Read-through cache over the provider's lists (DESIGN "Pages"). */
export type ListCache = {
  /** What is known now, without waiting; a stale list starts its refresh in the background. */
  peek<Name extends ListName>(name: Name, id?: string): ListSnapshot<Name> | undefined;
  /** What is known, else one fetch that all waiting callers share. Never rejects: a failed fetch is state "failed". */
  get<Name extends ListName>(name: Name, id?: string, request?: ListRequest): Promise<ListSnapshot<Name>>;
};
