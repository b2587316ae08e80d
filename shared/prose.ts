import { toSlug } from './records/record-paths.ts';

export const INLINE_TAGS = ['b', 'strong', 'i', 'em', 'u', 'a'] as const;
export const BLOCK_TAGS = ['p', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote'] as const;

/** A table has one `tbody`; its rows have cells. Those of the school have a `thead` too. */
export const TABLE_TAGS = ['table', 'tbody', 'tr', 'td', 'th'] as const;

export type RichTag =
  | (typeof INLINE_TAGS | typeof BLOCK_TAGS | typeof TABLE_TAGS)[number]
  | 'br'
  | 'thead';

/** Rich text of a Markdown file, or of a provider's HTML. */
export type RichNode = string | Block;
export type RichElement = {
  tag: RichTag;
  /** Only links have it. */
  href?: string;
  /** Only cells have them. */
  spans?: { colSpan?: number; rowSpan?: number };
  /** Only cells with headings have it. */
  scope?: 'col' | 'row';
  /** The heading of a cell's column. */
  label?: string;
  /** Headings that links lead to have one. */
  id?: string;
  children: RichNode[];
};
export type PictureBlock = { picture: string; alt: string; caption: string | null };

/** A block of a static page's text; a Markdown file becomes a list of these. */
export type Block = RichElement | PictureBlock;

export function isElement(node: RichNode): node is RichElement {
  return typeof node !== 'string' && 'tag' in node;
}

const INLINE: ReadonlySet<string> = new Set(INLINE_TAGS);

export function isInline(tag: string): boolean {
  return INLINE.has(tag);
}

export function isCell(tag: string): boolean {
  return tag === 'td' || tag === 'th';
}

export function isList(tag: string): boolean {
  return tag === 'ul' || tag === 'ol';
}

/** A heading keeps it as long as its words; the school may give it another. */
export function headingId({ id, children }: RichElement): string {
  return id ?? toSlug(joinTexts(children));
}

/** Pictures have no text; blocks and line breaks are between spaces. */
export function joinTexts(nodes: readonly RichNode[]): string {
  return nodes.map(joinNode).join('');
}

function joinNode(node: RichNode): string {
  if (!isElement(node)) return typeof node === 'string' ? node : '';
  return isInline(node.tag) ? joinTexts(node.children) : ` ${joinTexts(node.children)} `;
}

/** A Markdown file of content/pages: its first heading is the title, the rest its blocks. */
export type Prose = { title: string; blocks: Block[] };

/** Every text that content/pages must hold; `name.nekpur.md` replaces `name.md` on its campus. */
export const PROSE_NAMES = [
  'about-us',
  'vision',
  'mission',
  'safety-security',
  'infrastructure',
  'extra-curricular-activity',
  'sports',
  'life-at-gis',
  'erp-software',
  'privacy',
  'accessibility',
  'chairman-message',
  'chairperson-message',
  'academic-head-message',
  'principal-message',
] as const;

export type ProseName = (typeof PROSE_NAMES)[number];
