import { SitePicture, type Ratio } from './Picture.tsx';
import type { PictureBlock } from './prose-sections.ts';

type FigureOptions = { block: PictureBlock; ratio?: Ratio; priority?: boolean };

/** A picture of a text, with its caption. */
export function Figure({ block, ratio, priority }: FigureOptions) {
  return (
    <figure className="figure">
      <SitePicture name={block.picture} alt={block.alt} ratio={ratio} priority={priority} />
      {block.caption !== null && <figcaption>{block.caption}</figcaption>}
    </figure>
  );
}
