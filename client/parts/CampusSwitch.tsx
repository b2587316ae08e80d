import { usePage } from '../page-context.tsx';
import { CAMPUSES, CAMPUS_ROUTES } from '../../shared/campuses.ts';

/** Both campuses by name, each a link to its home page. */
export function CampusSwitch() {
  const { campus, content } = usePage();
  return (
    <ul className="campus-switch" aria-label="Campuses">
      {CAMPUSES.map((name) => (
        <li key={name} data-campus={name}>
          <a href={CAMPUS_ROUTES[name].home} aria-current={name === campus ? 'true' : undefined}>
            {content.site.campuses[name].label}
          </a>
        </li>
      ))}
    </ul>
  );
}
