import type { ReactNode } from 'react';
import { useTranslation } from '../translation.tsx';

/** Words that lead to a record's page, where it has one. */
export function RecordLink({ href, children }: { href: string | null; children: ReactNode }) {
  const { path } = useTranslation();
  return href === null ? children : <a href={path(href)}>{children}</a>;
}
