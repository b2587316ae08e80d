import { definePage } from '../define-page.ts';
import { Features, useSections } from '../parts/Features.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Prose } from '../parts/RichText.tsx';
import { Related } from '../parts/Related.tsx';
import { Section } from '../parts/Section.tsx';
import { isElement, isList } from '../../shared/prose.ts';

export const mission = definePage({ title: 'Mission', Component: Mission });

function Mission() {
  const { pictures, text, sections } = useSections('mission');
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
        <Features sections={sections} pictures={pictures} />
      </Section>
      <Section look="section-compact">
        <Related />
      </Section>
    </>
  );
}
