import { Suspense, type ReactNode } from 'react';
import { usePage } from '../page-context.tsx';

/**
 * A part of a page that reads lists of its own, so that a slow one holds up nothing else. On a page
 * whose lists are all known it is nothing: boundaries take time, and would hide a fault behind the
 * fallback.
 */
export function Section({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return usePage().isWhole ? children : <Suspense fallback={fallback}>{children}</Suspense>;
}
