import type { ReactNode } from 'react';
import { Breadcrumb, type BreadcrumbParent } from './Breadcrumb.tsx';
import { usePage } from '../page-context.tsx';
import { MixedText } from './MixedText.tsx';
import { Prose } from './Prose.tsx';
import type { Block } from '../../shared/prose.ts';

type PageHeaderOptions = {
  /** Heading of the page, where it is not the page's title. */
  title?: string;
  /** The page that this one is below, besides the campus's home. */
  parent?: BreadcrumbParent;
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
