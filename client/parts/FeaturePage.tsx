import { Features } from './Features.tsx';
import { PageHeader } from './PageHeader.tsx';
import { Prose } from './Prose.tsx';
import { splitPictures, toSections, withPictures } from './prose-sections.ts';
import { useProse } from '../page-context.tsx';
import type { ProseName } from '../../shared/content.ts';

/** A page about several things in turn, each with its pictures. */
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
      <div className="section">
        <div className="section-inner">
          <Features sections={withPictures(sections, pictures)} priority />
        </div>
      </div>
    </>
  );
}
