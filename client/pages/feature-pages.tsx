import { definePage } from '../define-page.ts';
import { useProse } from '../page-context.tsx';
import { Features } from '../parts/Features.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Prose } from '../parts/Prose.tsx';
import { isPicture, splitPictures, toSections, withPictures } from '../parts/prose-sections.ts';
import { Related } from '../parts/Related.tsx';
import { Section } from '../parts/Section.tsx';
import type { ProseName } from '../../shared/prose.ts';

export const extraCurricularActivity = featurePage(
  'Extra Curricular Activity',
  'extra-curricular-activity',
);
export const infrastructure = featurePage('Infrastructure', 'infrastructure');
export const lifeAtGis = featurePage('Life at GIS', 'life-at-gis');
export const safetySecurity = featurePage('Safety & Security', 'safety-security');

function featurePage(title: string, prose: ProseName) {
  return definePage({ title, Component: () => <FeaturePage prose={prose} /> });
}

export function FeaturePage({ prose }: { prose: ProseName }) {
  const { opening, sections } = toSections(useProse(prose).blocks);
  const { pictures, text } = splitPictures(opening);
  return (
    <>
      <PageHeader>
        <div className="opening">
          <Prose blocks={text} />
        </div>
      </PageHeader>
      {pictures.length > 0 || sections.some(({ blocks }) => blocks.some(isPicture)) ? (
        <>
          <Section>
            <Features sections={withPictures(sections, pictures)} priority />
          </Section>
          <Section look="section-sunk section-compact">
            <Related />
          </Section>
        </>
      ) : (
        <Section inner="with-related">
          <Features sections={sections} />
          <Related />
        </Section>
      )}
    </>
  );
}
