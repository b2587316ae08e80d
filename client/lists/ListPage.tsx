import type { ReactNode } from 'react';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Section } from '../parts/Section.tsx';

/** Heading and ground of the events, gallery and news pages; the list may come later than the rest. */
export function ListPage({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader />
      <div className="band list-band">
        <div className="band-inner">
          <Section fallback={<p className="empty">One moment …</p>}>{children}</Section>
        </div>
      </div>
    </>
  );
}
