import { PageLink } from './PageLink.tsx';
import { usePage } from '../page-context.tsx';
import { CAMPUS_ROUTES } from '../../shared/campuses.ts';

/** "Home | Upcoming Events"; Home is the campus's. */
export function Breadcrumb({ current }: { current: string }) {
  return (
    <nav className="breadcrumb" aria-label="Breadcrumb">
      <PageLink to={CAMPUS_ROUTES[usePage().campus].breadcrumbHome}>Home</PageLink>
      <span aria-hidden="true"> | </span>
      <span aria-current="page">{current}</span>
    </nav>
  );
}
