import type { ReactNode } from 'react';
import { useTranslation } from '../translation.tsx';

export function RecordLink({ href, children }: { href: string | null; children: ReactNode }) {
  const { path } = useTranslation();
  return href === null ? children : <a href={path(href)}>{children}</a>;
}
