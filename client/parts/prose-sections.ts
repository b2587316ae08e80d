import { isElement, textOf, type Block, type PictureBlock } from '../../shared/prose.ts';

export type ProseSection = { heading: string; blocks: Block[] };

/** Splits a text at its headings of level 2. */
export function toSections(blocks: readonly Block[]) {
  const opening: Block[] = [];
  const sections: ProseSection[] = [];
  for (const block of blocks) {
    const section = sections.at(-1);
    if (isElement(block) && block.tag === 'h2')
      sections.push({ heading: textOf(block.children), blocks: [] });
    else (section?.blocks ?? opening).push(block);
  }
  return { opening, sections };
}

/** Moves pictures before the first section into it. */
export function withPictures(
  sections: readonly ProseSection[],
  pictures: readonly PictureBlock[],
): ProseSection[] {
  return sections.map((section, index) =>
    index === 0 ? { ...section, blocks: [...pictures, ...section.blocks] } : section,
  );
}

export function splitPictures(blocks: readonly Block[]) {
  return { pictures: blocks.filter(isPicture), text: blocks.filter(isElement) };
}

export function isPicture(block: Block): block is PictureBlock {
  return 'picture' in block;
}
