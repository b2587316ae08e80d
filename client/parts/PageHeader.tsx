import type { ReactNode } from 'react';
import { Breadcrumb } from './Breadcrumb.tsx';
import { usePage } from '../page-context.tsx';

type PageHeaderOptions = {
  /** Heading of the page, where it is not the page's title. */
  title?: string;
  /** Last part of the breadcrumb, where it is not the heading. */
  crumb?: string;
  /** A sentence or two below the heading. */
  lede?: ReactNode;
  /** What else belongs to the head of the page: dates, a way back. */
  children?: ReactNode;
};

/** First section of every page but the home pages: breadcrumb, heading and what introduces the page. */
export function PageHeader({ title, crumb, lede, children }: PageHeaderOptions) {
  const page = usePage();
  const heading = title ?? page.title;
  return (
    <div className="page-header">
      <div className="section-inner">
        <Breadcrumb current={crumb ?? heading} />
        <h1>{heading}</h1>
        {lede !== undefined && <p className="lede">{lede}</p>}
        {children}
      </div>
    </div>
  );
}
