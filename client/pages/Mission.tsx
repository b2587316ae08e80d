import { definePage } from '../define-page.ts';
import { Features } from '../parts/Features.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Prose } from '../parts/RichText.tsx';
import { splitPictures, toSections, withPictures } from '../parts/prose-sections.ts';
import { Related } from '../parts/Related.tsx';
import { Section } from '../parts/Section.tsx';
import { useProse } from '../page-context.tsx';
import { isElement, isList } from '../../shared/prose.ts';

export const mission = definePage({ title: 'Mission', Component: Mission });

function Mission() {
  const { opening, sections } = toSections(useProse('mission').blocks);
  const { pictures, text } = splitPictures(opening);
  const items = text.flatMap(({ tag, children }) => (isList(tag) ? children : []));
  return (
    <>
      <PageHeader opening={text.filter(({ tag }) => !isList(tag))} />
      <Section>
        <ol className="mission">
          {items.filter(isElement).map((item, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a text never changes its order
            <li key={index} className="card">
              <Prose blocks={[{ ...item, tag: 'p' }]} />
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
