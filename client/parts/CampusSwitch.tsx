import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { CAMPUSES, CAMPUS_ROUTES } from '../../shared/campuses.ts';

/** Both campuses by name, each a link to its home page. */
export function CampusSwitch() {
  const { campus, content } = usePage();
  const { path } = useTranslation();
  return (
    <p className="campus-switch">
      {CAMPUSES.map((name) => (
        <a
          key={name}
          data-campus={name}
          aria-current={name === campus ? 'true' : undefined}
          href={path(CAMPUS_ROUTES[name].home)}
        >
          {content.site.campuses[name].label}
        </a>
      ))}
    </p>
  );
}
