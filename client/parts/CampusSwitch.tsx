import { PageLink } from './PageLink.tsx';
import { usePage } from '../page-context.tsx';
import { CAMPUSES, CAMPUS_ROUTES } from '../../shared/campuses.ts';

/** Both campuses by name, each a link to its home page. */
export function CampusSwitch() {
  const { campus, content } = usePage();
  return (
    <p className="campus-switch">
      {CAMPUSES.map((name) => (
        <PageLink
          key={name}
          to={CAMPUS_ROUTES[name].home}
          data-campus={name}
          aria-current={name === campus ? 'true' : undefined}
        >
          {content.site.campuses[name].label}
        </PageLink>
      ))}
    </p>
  );
}
