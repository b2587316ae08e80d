import { definePage, type PageModule } from '../define-page.ts';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Prose } from '../parts/Prose.tsx';
import { Related } from '../parts/Related.tsx';
import { Section } from '../parts/Section.tsx';
import type { AddedPage } from '../../shared/content.ts';

/** A page that the school has added in content/pages. */
export function addedPage({ title, blocks }: AddedPage): PageModule {
  return definePage({
    title,
    Component: () => (
      <>
        <PageHeader />
        <Section inner="with-related">
          <Prose blocks={blocks} />
          <Related />
        </Section>
      </>
    ),
  });
}
