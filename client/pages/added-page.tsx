import { definePage, type PageModule } from '../define-page.ts';
import { usePage } from '../page-context.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Prose } from '../parts/RichText.tsx';
import { Related } from '../parts/Related.tsx';
import { Section } from '../parts/Section.tsx';
import type { AddedPage } from '../../shared/content.ts';

export function addedPage({ title, campus, name }: AddedPage): PageModule {
  return definePage({ title, Component: AddedProse });

  function AddedProse() {
    const { addedPages } = usePage().content;
    const page = addedPages.find((each) => each.campus === campus && each.name === name);
    return (
      <>
        <PageHeader />
        <Section inner="with-related">
          <Prose blocks={page?.blocks ?? []} />
          <Related />
        </Section>
      </>
    );
  }
}
