import { PROVIDER_LISTS, type ListName } from '../../shared/records/provider-lists.ts';
import type { Log } from '../log/log.ts';
import type { ListEntry } from './list-store.ts';
import { formatCause, type ProviderError } from './provider-error.ts';

/**
 * Decides whether a list of which the provider says 404, or the like, has no rows: on the second such response in a
 * row, if another list has responded since the first (docs/decisions/0037-not-found-is-empty.md).
 */
export class NotFoundLists {
  readonly #log: Log;
  readonly #lists = new Map<ListName, { sinceMs: number; isLogged: boolean }>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** The list has responded otherwise. */
  delete(name: ListName): void {
    this.#lists.delete(name);
  }

  /** Records a failed fetch. `witness` is a list to fetch before the next one. */
  record(
    name: ListName,
    { error, nowMs, fetched }: { error: ProviderError; nowMs: number; fetched: ListEntry[] },
  ): { isEmpty: boolean; witness: ListName | null } {
    if (!error.mayBeEmpty) {
      if (error.kind !== 'breaker-open') this.#lists.delete(name);
      return { isEmpty: false, witness: null };
    }
    const list = this.#lists.get(name);
    if (list === undefined) this.#lists.set(name, { sinceMs: nowMs, isLogged: false });
    // A wrong token must not empty the lists that need it.
    const { withToken } = PROVIDER_LISTS[name];
    const witnesses = fetched.filter(
      ({ list: other }) =>
        !this.#lists.has(other.name) &&
        (error.status === 404 || PROVIDER_LISTS[other.name].withToken === withToken),
    );
    if (list === undefined || witnesses.every(({ fetchedAt }) => fetchedAt < list.sinceMs))
      return { isEmpty: false, witness: witnesses[0]?.list.name ?? null };
    if (!list.isLogged)
      this.#log.warn({ event: 'list-not-found', list: name, cause: formatCause(error) });
    list.isLogged = true;
    return { isEmpty: true, witness: null };
  }
}
