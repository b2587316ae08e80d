import { CAMPUSES, type Campus } from '../../shared/campuses.ts';
import {
  recordsFor,
  recordsInSteps,
  type ListName,
  type RawOf,
  type RecordOf,
  type ReadList,
} from '../../shared/records/provider-lists.ts';
import type { Sliced } from '../slices.ts';
import type { ListCache } from './list-cache.ts';
import type { ListSnapshot } from './list-store.ts';

const derived = new WeakMap<object, Map<string, unknown>>();

/** `recordsFor`, remembered as long as the rows live. */
export function recordsOfCampus<Name extends ListName>(
  name: Name,
  rows: readonly RawOf<Name>[],
  campus: Campus,
): RecordOf<Name>[] {
  const ofRows = derivedOf(rows);
  const key = `${name} ${campus}`;
  if (!ofRows.has(key)) ofRows.set(key, recordsFor(name, rows, campus));
  // Stored one line above, or by `prepareRecords`, under this list's name.
  return ofRows.get(key) as RecordOf<Name>[];
}

/** Makes what `recordsOfCampus` answers for each campus, before anything asks for it. */
export function* prepareRecords<Name extends ListName>(
  name: Name,
  rows: readonly RawOf<Name>[],
): Sliced<void> {
  for (const campus of CAMPUSES)
    derivedOf(rows).set(`${name} ${campus}`, yield* recordsInSteps(name, rows, campus));
}

function derivedOf(rows: object): Map<string, unknown> {
  const ofRows = derived.get(rows) ?? new Map<string, unknown>();
  derived.set(rows, ofRows);
  return ofRows;
}

/** Lists as they are at one moment. */
export type KnownLists = {
  /** Changes when one of the lists does. */
  version: string;
  state: ListSnapshot['state'];
  readFor: (campus: Campus) => ReadList;
};

/** Reads lists side by side, each once for all that wait for it; null while the first of them cannot be had. */
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
