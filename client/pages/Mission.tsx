import { definePage } from '../define-page.ts';
import { Features } from '../parts/Features.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Prose } from '../parts/Prose.tsx';
import { splitPictures, toSections, withPictures } from '../parts/prose-sections.ts';
import { Related } from '../parts/Related.tsx';
import { Section } from '../parts/Section.tsx';
import { useProse } from '../page-context.tsx';

export const mission = definePage({ title: 'Mission', Component: Mission });

function Mission() {
  const { opening, sections } = toSections(useProse('mission').blocks);
  const { pictures, text } = splitPictures(opening);
  const items = text.flatMap((block) => (block.kind === 'list' ? block.items : []));
  return (
    <>
      <PageHeader opening={text.filter(({ kind }) => kind !== 'list')} />
      <Section>
        <ol className="mission">
          {items.map((item, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a text never changes its order
            <li key={index} className="card">
              <Prose blocks={[{ kind: 'paragraph', children: item }]} />
            </li>
          ))}
        </ol>
      </Section>
      <Section look="section-sunk">
        <Features sections={withPictures(sections, pictures)} />
      </Section>
      <Section look="section-compact">
        <Related />
      </Section>
    </>
  );
}
