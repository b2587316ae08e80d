import { CampusLink } from './CampusLink.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { MixedText } from './MixedText.tsx';
import { CAMPUS_ROUTES } from '../../shared/campuses.ts';

export type BreadcrumbParent = { segment: string; title: string };

/** "Home | Upcoming Events | Annual Day"; Home is the campus's. */
export function Breadcrumb({ parent, current }: { parent?: BreadcrumbParent; current: string }) {
  const { campus } = usePage();
  const { t, path } = useTranslation();
  return (
    <nav className="breadcrumb" aria-label={t('Breadcrumb')}>
      <a href={path(CAMPUS_ROUTES[campus].breadcrumbHome)}>{t('Home')}</a>
      <span aria-hidden="true"> | </span>
      {parent !== undefined && (
        <>
          <CampusLink page={parent.segment}>{t(parent.title)}</CampusLink>
          <span aria-hidden="true"> | </span>
        </>
      )}
      <span aria-current="page">
        <MixedText text={current} />
      </span>
    </nav>
  );
}
