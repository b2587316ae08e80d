import type { Block } from '../../shared/prose.ts';

export type PictureBlock = Extract<Block, { kind: 'picture' }>;

export type ProseSection = { heading: string; blocks: Block[] };

/** A text cut at its headings of level 2, for pages that lay it out: what comes before the first, and the sections. */
export function toSections(blocks: readonly Block[]): {
  opening: Block[];
  sections: ProseSection[];
} {
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

/** Sections whose first one begins with the pictures that stood before it. */
export function withPictures(
  sections: readonly ProseSection[],
  pictures: readonly PictureBlock[],
): ProseSection[] {
  return sections.map((section, index) =>
    index === 0 ? { ...section, blocks: [...pictures, ...section.blocks] } : section,
  );
}

/** The pictures of a text, and the text without them. */
export function splitPictures(blocks: readonly Block[]): {
  pictures: PictureBlock[];
  text: Block[];
} {
  return { pictures: blocks.filter(isPicture), text: blocks.filter((block) => !isPicture(block)) };
}

export function isPicture(block: Block): block is PictureBlock {
  return block.kind === 'picture';
}
