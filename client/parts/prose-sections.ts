import type { Block } from '../../shared/prose.ts';

export type PictureBlock = Extract<Block, { kind: 'picture' }>;

export type ProseSection = { heading: string; blocks: Block[] };

/** Splits a text at its headings of level 2. */
export function toSections(blocks: readonly Block[]) {
  const opening: Block[] = [];
  const sections: ProseSection[] = [];
  for (const block of blocks) {
    const section = sections.at(-1);
    if (block.kind === 'heading' && block.level === 2)
      sections.push({ heading: block.text, blocks: [] });
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
  return { pictures: blocks.filter(isPicture), text: blocks.filter((block) => !isPicture(block)) };
}

export function isPicture(block: Block): block is PictureBlock {
  return block.kind === 'picture';
}
