import { SitePicture } from './Picture.tsx';
import type { PictureBlock } from './prose-sections.ts';
import { MixedText } from './MixedText.tsx';

type FigureOptions = { block: PictureBlock; priority?: boolean };

export function Figure({ block, priority }: FigureOptions) {
  return (
    <figure className="figure">
      <SitePicture name={block.picture} alt={block.alt} priority={priority} />
      {block.caption !== null && (
        <figcaption>
          <MixedText text={block.caption} />
        </figcaption>
      )}
    </figure>
  );
}
