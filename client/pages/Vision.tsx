import { definePage } from '../define-page.ts';
import { Features } from '../parts/Features.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Figure, Prose } from '../parts/RichText.tsx';
import { splitPictures, toSections } from '../parts/prose-sections.ts';
import { Related } from '../parts/Related.tsx';
import { Section } from '../parts/Section.tsx';
import { useProse } from '../page-context.tsx';

export const vision = definePage({ title: 'Vision', Component: Vision });

function Vision() {
  const { opening, sections } = toSections(useProse('vision').blocks);
  const { pictures, text } = splitPictures(opening);
  return (
    <>
      <PageHeader />
      <Section look="section-sunk" inner="statement">
        <div className="statement-text">
          <Prose blocks={text} />
        </div>
        {pictures.map((block) => (
          <Figure className="figure" key={block.picture} block={block} priority />
        ))}
      </Section>
      <Section inner="with-related">
        <Features sections={sections} />
        <Related />
      </Section>
    </>
  );
}
