import { Suspense, type ReactNode } from 'react';

/** A part of a page that reads lists of its own, so that a slow one holds up nothing else. */
export function Section({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return <Suspense fallback={fallback}>{children}</Suspense>;
}
