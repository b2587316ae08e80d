import { PageLink } from './PageLink.tsx';
import { usePage } from '../page-context.tsx';
import { CAMPUS_ROUTES, campusPath } from '../../shared/campuses.ts';

/** A page of the campus, by its path segment and its title. */
export type BreadcrumbParent = { segment: string; title: string };

/** "Home | Upcoming Events | Annual Day"; Home is the campus's. */
export function Breadcrumb({ parent, current }: { parent?: BreadcrumbParent; current: string }) {
  const { campus } = usePage();
  return (
    <nav className="breadcrumb" aria-label="Breadcrumb">
      <PageLink to={CAMPUS_ROUTES[campus].breadcrumbHome}>Home</PageLink>
      <span aria-hidden="true"> | </span>
      {parent !== undefined && (
        <>
          <PageLink to={campusPath(campus, parent.segment)}>{parent.title}</PageLink>
          <span aria-hidden="true"> | </span>
        </>
      )}
      <span aria-current="page">{current}</span>
    </nav>
  );
}
