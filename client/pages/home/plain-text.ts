import { excerpt } from '../../parts/excerpt.ts';
import { parseProviderHtml, type ProviderNode } from '../../parts/provider-html.ts';
import type { Block, Inline } from '../../../shared/prose.ts';

/** All other elements end a line. */
const INLINE: ReadonlySet<string> = new Set(['a', 'b', 'strong', 'i', 'em', 'u']);

/** In one line. The parser bounds the depth. */
export function textOfHtml(html: string): string {
  const line = parseProviderHtml(html).map(textOfNode).join('').replace(/\s+/g, ' ').trim();
  // Invisible characters alone are no text.
  return /[^\s\p{Cf}]/u.test(line) ? line : '';
}

function textOfNode(node: ProviderNode): string {
  if (typeof node === 'string') return node;
  const text = node.children.map(textOfNode).join('');
  return INLINE.has(node.tag) ? text : ` ${text} `;
}

/** In one line. */
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

const SALUTATION = /^(?:(?:my )?dear|respected|प्रिय|आदरणीय|माननीय)\s[^,!।.]{0,80}[,!।]\s*/iu;
/** Up to the last sentence that is complete. */
const SENTENCES = /^.*[.!?।]["”’]?(?=\s)/su;

/** Without the salutation, at most `limit` characters, complete sentences where they fit. */
export function messageExcerpt(text: string, limit: number): string {
  const body = text.replace(SALUTATION, '').replace(/\s+/g, ' ').trim();
  if (body.length <= limit) return body;
  return SENTENCES.exec(body.slice(0, limit + 1))?.[0] ?? excerpt(body, limit);
}
