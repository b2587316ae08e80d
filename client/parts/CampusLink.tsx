import type { ReactNode } from 'react';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { campusPath } from '../../shared/campuses.ts';

type CampusLinkOptions = { page: string; className?: string; children: ReactNode };

/** To a page of the visitor's campus: `Events`, `Events/Calendar`. */
export function CampusLink({ page, className, children }: CampusLinkOptions) {
  const { path } = useTranslation();
  return (
    <a className={className} href={path(campusPath(usePage().campus, page))}>
      {children}
    </a>
  );
}
