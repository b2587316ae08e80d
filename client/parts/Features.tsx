import { Figure, Prose } from './RichText.tsx';
import { MixedText } from './MixedText.tsx';
import { useProse } from '../page-context.tsx';
import {
  headingId,
  isElement,
  joinTexts,
  type Block,
  type PictureBlock,
  type ProseName,
} from '../../shared/prose.ts';

type ProseSection = { heading: string; id: string; blocks: Block[] };

/** A text of content/pages, split at its headings of level 2; what precedes them is its opening. */
export function useSections(name: ProseName) {
  const opening: Block[] = [];
  const sections: ProseSection[] = [];
  for (const block of useProse(name).blocks) {
    const section = sections.at(-1);
    if (isElement(block) && block.tag === 'h2')
      sections.push({ heading: joinTexts(block.children), id: headingId(block), blocks: [] });
    else (section?.blocks ?? opening).push(block);
  }
  return { opening, ...splitPictures(opening), sections };
}

function splitPictures(blocks: readonly Block[]) {
  return { pictures: blocks.filter(isPicture), text: blocks.filter(isElement) };
}

export function isPicture(block: Block): block is PictureBlock {
  return 'picture' in block;
}

type FeaturesOptions = {
  sections: readonly ProseSection[];
  /** Pictures before the first section, which are shown in it. */
  pictures?: readonly PictureBlock[];
  /** The first section is in the first screen. */
  priority?: boolean;
};

/** Sections of a text: beside their pictures, on alternating sides, or with the heading beside the text. */
export function Features({ sections, pictures = [], priority = false }: FeaturesOptions) {
  return (
    <div className="features">
      {sections.map(({ heading, id, blocks }, index) => (
        <Feature
          key={heading}
          heading={heading}
          id={id}
          blocks={index === 0 ? [...pictures, ...blocks] : blocks}
          priority={priority && index === 0}
        />
      ))}
    </div>
  );
}

/** The index is the number of pictures. */
const LOOKS = ['feature', 'feature feature-pictured', 'feature feature-row'];

function Feature({ heading, id, blocks, priority }: ProseSection & { priority: boolean }) {
  const { pictures, text } = splitPictures(blocks);
  return (
    <section className={LOOKS[Math.min(pictures.length, 2)]}>
      <h2 id={id}>
        <MixedText text={heading} />
      </h2>
      {pictures.length > 0 && (
        <div className="feature-pictures">
          {pictures.map((block) => (
            <Figure className="figure" key={block.picture} block={block} priority={priority} />
          ))}
        </div>
      )}
      <Prose blocks={text} />
    </section>
  );
}
