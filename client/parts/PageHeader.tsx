import type { ReactNode } from 'react';
import { CampusLink } from './CampusLink.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { MixedText } from './MixedText.tsx';
import { Prose } from './RichText.tsx';
import { CAMPUS_ROUTES } from '../../shared/campuses.ts';
import type { Block } from '../../shared/prose.ts';

type PageHeaderOptions = {
  /** Heading of the page, where it is not the page's title. */
  title?: string;
  /** The page that this one is below, besides the campus's home. */
  parent?: { segment: string; title: string };
  lede?: ReactNode;
  opening?: readonly Block[];
  /** What else belongs to the head of the page: dates, a way back. */
  children?: ReactNode;
};

export function PageHeader({ title, parent, lede, opening, children }: PageHeaderOptions) {
  const page = usePage();
  const heading = title ?? page.title;
  return (
    <div className="page-header">
      <div className="section-inner">
        <Breadcrumb parent={parent} current={heading} />
        <h1>
          <MixedText text={heading} />
        </h1>
        {lede !== undefined && <p className="lede">{lede}</p>}
        {opening !== undefined && (
          <div className="opening">
            <Prose blocks={opening} />
          </div>
        )}
        {children}
      </div>
    </div>
  );
}

type BreadcrumbOptions = Pick<PageHeaderOptions, 'parent'> & { current: string };

/** "Home | Upcoming Events | Annual Day"; Home is the campus's. */
function Breadcrumb({ parent, current }: BreadcrumbOptions) {
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
