import { Features } from '../parts/Features.tsx';
import { Figure } from '../parts/Figure.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Prose } from '../parts/Prose.tsx';
import { isPicture, toSections } from '../parts/prose-sections.ts';
import { useProse } from '../page-context.tsx';

/** The mission's nine items (SPEC §2) as a numbered grid. */
export function Mission() {
  const { opening, sections } = toSections(useProse('mission').blocks);
  const items = opening.flatMap((block) => (block.kind === 'list' ? block.items : []));
  return (
    <>
      <PageHeader>
        <div className="opening">
          <Prose blocks={opening.filter(({ kind }) => kind !== 'list' && kind !== 'picture')} />
        </div>
      </PageHeader>
      <div className="band">
        <div className="band-inner">
          <ol className="mission">
            {items.map((item, index) => (
              <li key={index} className="card">
                <Prose blocks={[{ kind: 'paragraph', children: item }]} />
              </li>
            ))}
          </ol>
        </div>
      </div>
      <div className="band band-sunk">
        <div className="band-inner">
          {opening.filter(isPicture).map((block) => (
            <div key={block.picture} className="wide-figure">
              <Figure block={block} />
            </div>
          ))}
          <Features sections={sections} />
        </div>
      </div>
    </>
  );
}
