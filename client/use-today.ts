import { useSyncExternalStore } from 'react';
import type { Day } from '../shared/dates.ts';

/** Dispatched when the page is of another day (scripts/today.ts). */
export const DAY_CHANGE = 'daychange';

/** The day that the page is of, in an island. @param rendered that of its HTML, which the first render repeats */
export function useToday(rendered: Day): Day {
  return useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset.day ?? rendered,
    () => rendered,
  );
}

function subscribe(listener: () => void): () => void {
  document.addEventListener(DAY_CHANGE, listener);
  return () => document.removeEventListener(DAY_CHANGE, listener);
}
