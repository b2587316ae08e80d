import type { ReactNode } from 'react';

/** Words that lead to a record's page, where it has one. */
export function RecordLink({ href, children }: { href: string | null; children: ReactNode }) {
  return href === null ? children : <a href={href}>{children}</a>;
}
