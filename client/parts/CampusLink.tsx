import type { ReactNode } from 'react';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { campusPath } from '../../shared/campuses.ts';

type CampusLinkOptions = { page: string; className?: string; children: ReactNode };

/** It leads to a page of the visitor's campus: `Events`, `Events/Calendar`. */
export function CampusLink({ page, className, children }: CampusLinkOptions) {
  const { path } = useTranslation();
  return (
    <a className={className} href={path(campusPath(usePage().campus, page))}>
      {children}
    </a>
  );
}

type MoreLinkOptions = { page: string; label: string; about: string };

/** `about` is for screen readers. */
export function MoreLink({ page, label, about }: MoreLinkOptions) {
  return (
    <CampusLink page={page} className="more">
      {label}
      <span className="visually-hidden">{` ${about}`}</span>
    </CampusLink>
  );
}
