import { usePage } from '../page-context.tsx';
import { CAMPUS_ROUTES } from '../../shared/campuses.ts';

/** "Home | Upcoming Events"; Home is the campus's (SPEC §2). */
export function Breadcrumb({ current }: { current: string }) {
  return (
    <nav className="breadcrumb" aria-label="Breadcrumb">
      <a href={CAMPUS_ROUTES[usePage().campus].breadcrumbHome}>Home</a>
      <span aria-hidden="true"> | </span>
      <span aria-current="page">{current}</span>
    </nav>
  );
}
