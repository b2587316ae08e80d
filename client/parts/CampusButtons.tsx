import { PageLink } from './PageLink.tsx';
import { usePage } from '../page-context.tsx';
import { CAMPUSES, CAMPUS_ROUTES } from '../../shared/campuses.ts';

/** The ways home from a page that is none. */
export function CampusButtons() {
  const { campuses } = usePage().content.site;
  return (
    <p className="campus-buttons">
      {CAMPUSES.map((campus) => (
        <PageLink
          key={campus}
          to={CAMPUS_ROUTES[campus].home}
          className="button"
          data-campus={campus}
        >
          {campuses[campus].label} campus
        </PageLink>
      ))}
    </p>
  );
}
