import { PageLink } from './PageLink.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { MixedText } from './MixedText.tsx';
import { CAMPUS_ROUTES, campusPath } from '../../shared/campuses.ts';

export type BreadcrumbParent = { segment: string; title: string };

/** "Home | Upcoming Events | Annual Day"; Home is the campus's. */
export function Breadcrumb({ parent, current }: { parent?: BreadcrumbParent; current: string }) {
  const { campus } = usePage();
  const { t } = useTranslation();
  return (
    <nav className="breadcrumb" aria-label={t('Breadcrumb')}>
      <PageLink to={CAMPUS_ROUTES[campus].breadcrumbHome}>{t('Home')}</PageLink>
      <span aria-hidden="true"> | </span>
      {parent !== undefined && (
        <>
          <PageLink to={campusPath(campus, parent.segment)}>{t(parent.title)}</PageLink>
          <span aria-hidden="true"> | </span>
        </>
      )}
      <span aria-current="page">
        <MixedText text={current} />
      </span>
    </nav>
  );
}
