import { usePage } from '../page-context.tsx';
import { CAMPUSES, CAMPUS_ROUTES } from '../../shared/campuses.ts';

/** The ways home from a page that is none. */
export function CampusButtons() {
  const { campuses } = usePage().content.site;
  return (
    <p className="campus-buttons">
      {CAMPUSES.map((campus) => (
        <a key={campus} className="button" data-campus={campus} href={CAMPUS_ROUTES[campus].home}>
          {campuses[campus].label} campus
        </a>
      ))}
    </p>
  );
}
