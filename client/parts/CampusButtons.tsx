import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { CAMPUSES, CAMPUS_ROUTES } from '../../shared/campuses.ts';

export function CampusButtons() {
  const { campuses } = usePage().content.site;
  const { t, path } = useTranslation();
  return (
    <p className="campus-buttons">
      {CAMPUSES.map((campus) => (
        <a
          key={campus}
          className="button"
          data-campus={campus}
          href={path(CAMPUS_ROUTES[campus].home)}
        >
          {t('{campus} campus', { campus: campuses[campus].label })}
        </a>
      ))}
    </p>
  );
}
