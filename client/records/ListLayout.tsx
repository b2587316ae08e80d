import { Suspense, type ReactNode } from 'react';
import { Loading } from '../parts/Loading.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Section } from '../parts/Section.tsx';
import { Subscribe } from '../parts/Subscribe.tsx';
import { FEED_SEGMENTS, RECORD_KINDS, type RecordSegment } from '../../shared/records/registry.ts';

type ListLayoutOptions = {
  segment: RecordSegment;
  /** The page is below the list's. */
  isBelow?: true;
  /** What else belongs to the head of the page. */
  header?: ReactNode;
  children: ReactNode;
};

/** A page of records, which may be streamed after the heading, and their feeds. */
export function ListLayout({ segment, isBelow, header, children }: ListLayoutOptions) {
  return (
    <>
      <PageHeader parent={isBelow && { segment, title: RECORD_KINDS[segment].title }}>
        {header}
      </PageHeader>
      <Section look="list-section">
        <Suspense fallback={<Loading />}>{children}</Suspense>
        {FEED_SEGMENTS.includes(segment) && <Subscribe segment={segment} />}
      </Section>
    </>
  );
}
