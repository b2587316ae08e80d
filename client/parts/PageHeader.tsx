import type { ReactNode } from 'react';
import { CampusLink } from './CampusLink.tsx';
import { usePage } from '../page-context.tsx';
import { useTranslation } from '../translation.tsx';
import { MixedText } from './MixedText.tsx';
import { Prose } from './RichText.tsx';
import { CAMPUS_TABLE } from '../../shared/campuses.ts';
import { formatWithWeekday, type Day } from '../../shared/dates.ts';
import type { Block } from '../../shared/prose.ts';
import { RECORD_KINDS, type RecordSegment } from '../../shared/records/registry.ts';
import { baseDirection } from '../../shared/script-runs.ts';

type PageHeaderOptions = {
  /** Heading of the page, where it is not the page's title. */
  title?: string;
  /** The page that this one is below, besides the campus's home. */
  parent?: RecordSegment | 'Documents';
  /** Above the heading. */
  day?: Day | null;
  lede?: ReactNode;
  opening?: readonly Block[];
  /** What else belongs to the head of the page: dates, a way back. */
  children?: ReactNode;
};

/** Characters. */
const LONG_HEADING = 60;

/** Its breadcrumb is "Home | Upcoming Events | Annual Day"; Home is the campus's. */
export function PageHeader({
  title,
  parent,
  day = null,
  lede,
  opening,
  children,
}: PageHeaderOptions) {
  const { campus, title: pageTitle } = usePage();
  const { t, date, path } = useTranslation();
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
        {/* Orca's Say All skips an element of its own. */}
        {day !== null && (
          <p>
            <time dateTime={day} role="none">
              {date(formatWithWeekday(day))}
            </time>
          </p>
        )}
        <h1 className={headingLook(heading)} dir={baseDirection(heading)}>
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

function headingLook(heading: string): string | undefined {
  const looks = [
    heading.length > LONG_HEADING && 'long-heading',
    /\p{Lu}/u.test(heading) && !/\p{Ll}/u.test(heading) && 'capitals',
  ].filter(Boolean);
  return looks.length === 0 ? undefined : looks.join(' ');
}
