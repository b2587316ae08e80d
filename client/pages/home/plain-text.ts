import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import type { Block, Inline } from '../../../shared/content.ts';

type HtmlNode = DefaultTreeAdapterTypes.ChildNode;

/** Elements whose text is no text to read. */
const UNREAD = new Set([
  'script',
  'style',
  'template',
  'title',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
  'select',
  'textarea',
]);
/** Elements that stand within a line; all others end it. */
const INLINE = new Set([
  'a',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'span',
  'font',
  'small',
  'sub',
  'sup',
  'mark',
  'abbr',
  'q',
  'cite',
  'code',
]);

/** Most HTML that is read for an excerpt, in characters. */
const MAX_READ = 16_000;

/** The text of a provider's HTML, in one line. Deep nesting costs no stack. */
export function textOfHtml(html: string): string {
  const parts: string[] = [];
  const open: (HtmlNode | ' ')[] = parseFragment(html.slice(0, MAX_READ)).childNodes.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === ' ') parts.push(' ');
    else if (node.nodeName === '#text' && 'value' in node) parts.push(node.value);
    else if ('tagName' in node && !UNREAD.has(node.tagName)) {
      const edge = INLINE.has(node.tagName) ? [] : ([' '] as const);
      open.push(...edge, ...node.childNodes.toReversed(), ...edge);
    }
  }
  return parts.join('').replace(/\s+/g, ' ').trim();
}

/** The text of a page's blocks, in one line. */
export function textOfBlocks(blocks: readonly Block[]): string {
  return blocks.map(textOfBlock).filter(Boolean).join(' ');
}

function textOfBlock(block: Block): string {
  if (block.kind === 'heading') return block.text;
  if (block.kind === 'paragraph') return textOfInlines(block.children);
  if (block.kind === 'list') return block.items.map(textOfInlines).join(' ');
  return block.kind === 'quote' ? textOfBlocks(block.blocks) : '';
}

function textOfInlines(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => (inline.kind === 'text' ? inline.text : textOfInlines(inline.children)))
    .join('');
}
