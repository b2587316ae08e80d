import { useDeferredValue, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Day } from '../../shared/dates.ts';
import {
  applyFilters,
  resolveFilters,
  type Filterable,
  type Filters,
} from '../../shared/filters.ts';
import { readSearch, searchString, type Search, type SearchKey } from '../../shared/search.ts';

const FILTER_KEYS: readonly SearchKey[] = ['year', 'month', 'q'];

/** Pause in typing after which the address follows, in milliseconds. Safari allows 100 changes in 10 seconds. */
const ADDRESS_DELAY_MS = 150;

type FilterOptions<Item> = {
  items: readonly Item[];
  /** What the HTML was rendered with: the first render in the browser must repeat it. */
  search: Search;
  today: Day;
};

type FilterState<Item> = {
  filters: Filters;
  /** The items to show. Follows the filters at low priority, so that typing never waits for a long list. */
  shown: Item[];
  /** For the filter form, whose search field keeps its own text. */
  form: RefObject<HTMLFormElement | null>;
  /** A selector was changed: a step of its own in the history. */
  choose: (change: Search) => void;
  /** The search text was changed: the address follows without a step in the history. */
  type: (text: string) => void;
};

/** Filters of a list page: in the address, and changed by back and forward. */
export function useFilters<Item extends Filterable>({
  items,
  search: rendered,
  today,
}: FilterOptions<Item>): FilterState<Item> {
  const [search, setSearch] = useState(rendered);
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const filters = useMemo(() => resolveFilters(search, items, today), [search, items, today]);
  const deferred = useDeferredValue(filters);
  const shown = useMemo(() => applyFilters(items, deferred), [items, deferred]);

  function type(text: string): void {
    const next = { ...search, q: readText(text) };
    setSearch(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => history.replaceState(history.state, '', addressOf(next)),
      ADDRESS_DELAY_MS,
    );
  }

  function choose(change: Search): void {
    const next = { ...search, ...change };
    setSearch(next);
    clearTimeout(timer.current);
    if (addressOf(next) !== location.pathname + location.search)
      history.pushState(null, '', addressOf(next));
  }

  useEffect(() => {
    const early =
      form.current && earlyChanges(form.current, resolveFilters(rendered, items, today));
    const here = searchHere();
    if (early === null && searchString(here) === searchString(rendered)) return;
    const next = { ...here, ...early };
    setSearch(next);
    history.replaceState(history.state, '', addressOf(next));
  }, [rendered, items, today]);

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
  }, []);

  return { filters, shown, form, choose, type };
}

function readText(text: string): string | undefined {
  return readSearch(new URLSearchParams({ q: text }), ['q']).q;
}

function searchHere(): Search {
  return readSearch(new URLSearchParams(location.search), FILTER_KEYS);
}

function addressOf(search: Search): string {
  return location.pathname + searchString(search);
}

/** What the visitor chose or typed before the script arrived, or null. */
function earlyChanges(form: HTMLFormElement, rendered: Filters): Search | null {
  const now = readSearch(
    new URLSearchParams(
      [...new FormData(form)].map(([name, value]) => [
        name,
        typeof value === 'string' ? value : '',
      ]),
    ),
    FILTER_KEYS,
  );
  const changes: Search = {
    ...(now.year !== undefined && now.year !== String(rendered.year) && { year: now.year }),
    ...(now.month !== undefined && now.month !== String(rendered.month) && { month: now.month }),
    ...((now.q ?? '') !== rendered.q && { q: now.q }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}
