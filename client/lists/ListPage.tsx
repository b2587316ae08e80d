import type { ReactNode } from 'react';
import type { ListSource } from './LiveList.tsx';
import { usePage } from '../page-context.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Section } from '../parts/Section.tsx';
import { PROVIDER_LISTS, type ListName } from '../../shared/provider-lists.ts';

/** Heading and ground of the events, gallery and news pages; the list may come later than the rest. */
export function ListPage({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader />
      <div className="section list-section">
        <div className="section-inner">
          <Section fallback={<p className="empty">One moment …</p>}>{children}</Section>
        </div>
      </div>
    </>
  );
}

/** Where the island of a list page reads its list anew. */
export function useListSource(name: ListName): ListSource {
  const { campus, schoolCode } = usePage();
  const { path, freshSeconds } = PROVIDER_LISTS[name];
  return { path: path(schoolCode, ''), campus, freshSeconds };
}
