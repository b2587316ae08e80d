import { definePage } from '../define-page.ts';
import { Features, useSections } from '../parts/Features.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Figure, Prose } from '../parts/RichText.tsx';
import { Related } from '../parts/Related.tsx';
import { Section } from '../parts/Section.tsx';

export const vision = definePage({ title: 'Vision', Component: Vision });

function Vision() {
  const { pictures, text, sections } = useSections('vision');
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
