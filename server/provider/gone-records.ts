import { LRUCache } from 'lru-cache';
import type { ListName } from '../../shared/provider-lists.ts';

/** How many records are remembered after they have left their list. */
const MAX_GONE = 10_000;

type Row = { _id: string };

/** The ids of records that a list had and has no more, as far back as they are remembered. */
export class GoneRecords {
  readonly #ids = new LRUCache<string, true>({ max: MAX_GONE });

  /** Compares a list with what it was. */
  compare(list: ListName, previous: readonly Row[], current: readonly Row[]): void {
    const present = new Set(current.map(({ _id }) => _id));
    for (const { _id } of previous)
      if (_id !== '' && !present.has(_id)) this.#ids.set(keyOf(list, _id), true);
    for (const id of present) this.#ids.delete(keyOf(list, id));
  }

  /** Whether one of these lists had the record. */
  has(lists: readonly ListName[], id: string): boolean {
    return lists.some((list) => this.#ids.has(keyOf(list, id)));
  }
}

function keyOf(list: ListName, id: string): string {
  return `${list} ${id}`;
}
