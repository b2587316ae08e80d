import { SitePicture } from './Picture.tsx';
import type { PictureBlock } from './prose-sections.ts';

type FigureOptions = { block: PictureBlock; priority?: boolean };

export function Figure({ block, priority }: FigureOptions) {
  return (
    <figure className="figure">
      <SitePicture name={block.picture} alt={block.alt} priority={priority} />
      {block.caption !== null && <figcaption>{block.caption}</figcaption>}
    </figure>
  );
}
