import {
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Day } from '../../shared/dates.ts';
import {
  applyFilters,
  resolveFilters,
  type Filterable,
  type Filters,
} from '../../shared/filters.ts';
import {
  readParameter,
  readSearch,
  searchString,
  SHOW_STEP,
  type Search,
  type SearchKey,
} from '../../shared/query-params.ts';

export const FILTER_KEYS: readonly SearchKey[] = ['year', 'month', 'q'];
const ADDRESS_KEYS: readonly SearchKey[] = [...FILTER_KEYS, 'show'];

/** Safari allows 100 address changes in 10 seconds. */
const ADDRESS_DELAY_MS = 150;

export type FilterState = ReturnType<typeof useFilters>;

/**
 * Filters live in the address; back and forward change them.
 *
 * @param rendered what the HTML was rendered with: the first render in the browser must repeat it
 */
export function useFilters<Item extends Filterable>(
  items: readonly Item[],
  rendered: Search,
  today: Day,
) {
  const [search, renderSearch] = useState(rendered);
  /** Ahead of `search` until React renders: two changes may come before that. */
  const latest = useRef(rendered);
  const setSearch = useCallback((next: Search): void => {
    latest.current = next;
    renderSearch(next);
  }, []);
  /** The filter form, whose search field keeps its own text. */
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const filters = useMemo(() => resolveFilters(search, items, today), [search, items, today]);
  /** Follows at low priority, so that typing never waits for a long list. */
  const deferred = useDeferredValue(filters);
  const limit = useDeferredValue(Number(search.show ?? SHOW_STEP));
  const hasFilters = FILTER_KEYS.some((key) => search[key] !== undefined);
  const matching = useMemo(() => applyFilters(items, deferred), [items, deferred]);
  const further = { ...search, show: String(limit + SHOW_STEP) };
  /** Query of the address that shows one step more; null where all are shown. */
  const moreQuery = limit < matching.length ? searchString(further) : null;

  /** The search text was changed: the address follows without a step in the history. */
  function type(text: string): void {
    const next = { ...latest.current, q: readParameter('q', text) ?? undefined, show: undefined };
    setSearch(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => history.replaceState(history.state, '', buildAddress(next)),
      ADDRESS_DELAY_MS,
    );
  }

  /** A selector was changed: a step of its own in the history. */
  function choose(change: Search): void {
    const next = { ...latest.current, ...change, show: undefined };
    setSearch(next);
    clearTimeout(timer.current);
    if (buildAddress(next) !== location.pathname + location.search)
      history.pushState(null, '', buildAddress(next));
  }

  function showMore(): void {
    setSearch(further);
    clearTimeout(timer.current);
    history.replaceState(history.state, '', buildAddress(further));
  }

  const hasStarted = useRef(false);
  // A layout effect runs before any event: an earlier letter would write an address without the choices.
  useLayoutEffect(() => {
    // A list that was read anew leaves the choices as they are.
    if (hasStarted.current) return;
    hasStarted.current = true;
    const early =
      form.current && earlyChanges(form.current, resolveFilters(rendered, items, today));
    const here = searchHere();
    if (early === null && searchString(here) === searchString(rendered)) return;
    const next = early === null ? here : { ...here, ...early, show: undefined };
    setSearch(next);
    // A choice is a step of its own, also one that was made before the script came.
    const isChoice = early?.year !== undefined || early?.month !== undefined;
    if (isChoice) history.pushState(null, '', buildAddress(next));
    else history.replaceState(history.state, '', buildAddress(next));
  }, [rendered, items, today, setSearch]);

  useEffect(() => {
    function readAddress(): void {
      clearTimeout(timer.current);
      const next = searchHere();
      setSearch(next);
      const field = form.current?.elements.namedItem('q');
      if (field instanceof HTMLInputElement) field.value = next.q ?? '';
    }
    addEventListener('popstate', readAddress);
    return () => removeEventListener('popstate', readAddress);
  }, [setSearch]);

  return {
    filters,
    hasFilters,
    deferred,
    matching,
    limit,
    form,
    choose,
    type,
    moreQuery,
    showMore,
  };
}

function searchHere(): Search {
  return readSearch(new URLSearchParams(location.search), ADDRESS_KEYS);
}

function buildAddress(search: Search): string {
  return location.pathname + searchString(search);
}

/** Changes made before the script arrived, or null. */
function earlyChanges(form: HTMLFormElement, rendered: Filters): Search | null {
  const entries = [...new FormData(form)].map(([name, value]) => [
    name,
    typeof value === 'string' ? value : '',
  ]);
  const now = readSearch(new URLSearchParams(entries), FILTER_KEYS);
  const changes: Search = {
    ...(now.year !== undefined && now.year !== String(rendered.year) && { year: now.year }),
    ...(now.month !== undefined && now.month !== String(rendered.month) && { month: now.month }),
    ...((now.q ?? '') !== rendered.q && { q: now.q }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}
