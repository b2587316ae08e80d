import type { Campus } from '../../shared/campuses.ts';
import type { ListName, ReadList } from '../../shared/records/provider-lists.ts';
import type { ListCache } from './list-cache.ts';
import type { ListSnapshot } from './list-store.ts';
import { recordsOfCampus } from './read-rows.ts';

/** Lists as they are at one moment. */
export type KnownLists = {
  /** Changes when one of the lists does. */
  version: string;
  state: ListSnapshot['state'];
  readFor: (campus: Campus) => ReadList;
};

/** Reads lists side by side, each once for all that wait for it; null while the first of them is not available. */
export async function knownLists(
  cache: Pick<ListCache, 'get'>,
  names: readonly ListName[],
): Promise<KnownLists | null> {
  const snapshots = new Map<ListName, ListSnapshot>(
    await Promise.all(names.map(async (name) => [name, await cache.get(name)] as const)),
  );
  const all = [...snapshots.values()];
  if (all[0] === undefined || all[0].state === 'failed') return null;
  return {
    version: all.map(({ version }) => version).join(' '),
    state: all.every(({ state }) => state === 'fresh') ? 'fresh' : 'stale',
    readFor:
      (campus) =>
      <Name extends ListName>(name: Name) =>
        // The snapshot under a list's name is of that list.
        recordsOfCampus(
          name,
          (snapshots.get(name) as ListSnapshot<Name> | undefined)?.rows ?? [],
          campus,
        ),
  };
}
