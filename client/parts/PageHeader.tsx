import type { ReactNode } from 'react';
import { CampusLink } from './CampusLink.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { MixedText } from './MixedText.tsx';
import { Prose } from './RichText.tsx';
import { CAMPUS_TABLE } from '../../shared/campuses.ts';
import type { Block } from '../../shared/prose.ts';
import { RECORD_KINDS, type RecordSegment } from '../../shared/records/registry.ts';
import { baseDirection } from '../../shared/script-runs.ts';

type PageHeaderOptions = {
  /** Heading of the page, where it is not the page's title. */
  title?: string;
  /** The page that this one is below, besides the campus's home. */
  parent?: RecordSegment | 'Documents';
  lede?: ReactNode;
  opening?: readonly Block[];
  /** What else belongs to the head of the page: dates, a way back. */
  children?: ReactNode;
};

/** Its breadcrumb is "Home | Upcoming Events | Annual Day"; Home is the campus's. */
export function PageHeader({ title, parent, lede, opening, children }: PageHeaderOptions) {
  const { campus, title: pageTitle } = usePage();
  const { t, path } = useTranslation();
  const heading = title ?? pageTitle;
  return (
    <div className="page-header">
      <div className="section-inner">
        <nav className="breadcrumb" aria-label={t('Breadcrumb')}>
          <a href={path(CAMPUS_TABLE[campus].breadcrumbHome)}>{t('Home')}</a>
          <span aria-hidden="true"> | </span>
          {parent !== undefined && (
            <>
              <CampusLink page={parent}>
                {t(parent === 'Documents' ? parent : RECORD_KINDS[parent].title)}
              </CampusLink>
              <span aria-hidden="true"> | </span>
            </>
          )}
          <span aria-current="page">
            <MixedText text={heading} />
          </span>
        </nav>
        <h1 dir={baseDirection(heading)}>
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
