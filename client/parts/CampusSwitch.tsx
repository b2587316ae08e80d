import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { CAMPUSES, CAMPUS_ROUTES } from '../../shared/campuses.ts';

/** Leads to the campus's own home page, and to this page of the other campus. */
export function CampusSwitch() {
  const { campus, content, otherCampusPath } = usePage();
  const { path } = useTranslation();
  return (
    <p className="campus-switch">
      {CAMPUSES.map((name) => (
        <a
          key={name}
          data-campus={name}
          aria-current={name === campus ? 'true' : undefined}
          href={name === campus ? path(CAMPUS_ROUTES[name].home) : otherCampusPath}
        >
          {content.site.campuses[name].label}
        </a>
      ))}
    </p>
  );
}
