import { Lexer, type MarkedToken, type Token } from 'marked';
import type { Block, Inline, Prose } from '../../shared/content.ts';
import { safeLink } from '../../shared/links.ts';

/** What a page of content/pages may be made of; everything else is a fault. */
const SUPPORTED = [
  'heading',
  'paragraph',
  'list',
  'blockquote',
  'image',
  'space',
  'text',
  'escape',
  'strong',
  'em',
  'link',
] as const;

type Supported = Extract<MarkedToken, { type: (typeof SUPPORTED)[number] }>;
type TokenOf<Type extends Supported['type']> = Extract<Supported, { type: Type }>;

/** How a fault calls what is not supported, for a reader who does not know Markdown's own words. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  html: 'HTML',
  code: 'a code block (three back-ticks, or a line that starts with four spaces)',
  codespan: 'code (back-ticks)',
  table: 'a table',
  del: 'struck-out text',
  hr: 'a rule',
  br: 'a line break inside a paragraph (two spaces at the end of a line)',
  def: 'a link definition',
  checkbox: 'a check box',
};

/** A character reference would be shown as it is written, as text is never read as HTML. */
const CHARACTER_REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z][\da-z]*);/i;

/** The name of a file in content/pictures. */
export const PICTURE_NAME = /^[a-z0-9-]+\.(svg|jpg|png|webp|avif)$/;

type Say = (fault: string) => void;

/**
 * Reads the Markdown of content/pages: one `# Title`, then headings of level 2 and 3, paragraphs, flat
 * lists, block quotes and pictures on lines of their own. `faults` names, with its line, everything that
 * would not be shown as it is written; with faults the prose is incomplete.
 */
export function readMarkdown(markdown: string): { prose: Prose; faults: string[] } {
  const faults: string[] = [];
  const blocks: Block[] = [];
  let title: string | null = null;
  let line = 1;
  for (const token of Lexer.lex(markdown.replace(/^\ufeff/, ''), { gfm: true })) {
    const at = line;
    const say: Say = (fault) => faults.push(`line ${at}: ${fault}`);
    line += token.raw.split('\n').length - 1;
    if (isSupported(token) && token.type === 'heading' && token.depth === 1) {
      if (title !== null)
        say('a second title; a page has one "# Title", its other headings are "##" or "###"');
      else if (blocks.length > 0) say('text before the title');
      title ??= headingText(token, say);
    } else {
      blocks.push(...toBlocks(token, say));
    }
  }
  if (title === null) faults.unshift('has no title; its first line must be "# Title"');
  if (blocks.length === 0) faults.push('has no text below its title');
  return { prose: { title: title ?? '', blocks }, faults };
}

function isSupported(token: Token): token is Supported {
  return SUPPORTED.some((type) => type === token.type);
}

function reject(token: Token, say: Say): [] {
  const start = token.raw.trim().split('\n')[0] ?? '';
  say(
    `${UNSUPPORTED[token.type] ?? token.type} is not possible here${start === '' ? '' : `: ${start.slice(0, 60)}`}`,
  );
  return [];
}

function toBlocks(token: Token, say: Say): Block[] {
  if (!isSupported(token)) return reject(token, say);
  switch (token.type) {
    case 'space':
      return [];
    case 'heading':
      if (token.depth !== 2 && token.depth !== 3) {
        say(`a heading of level ${token.depth} is not possible here: ${token.text}`);
        return [];
      }
      return [{ kind: 'heading', level: token.depth, text: headingText(token, say) }];
    case 'paragraph':
      return (
        toPictures(token, say) ?? [{ kind: 'paragraph', children: toInlines(token.tokens, say) }]
      );
    case 'list':
      return toList(token, say);
    case 'blockquote':
      return [{ kind: 'quote', blocks: token.tokens.flatMap((inner) => toBlocks(inner, say)) }];
    default:
      return reject(token, say);
  }
}

function headingText(token: TokenOf<'heading'>, say: Say): string {
  const inlines = toInlines(token.tokens, say);
  if (inlines.length === 0) say('a heading without text');
  if (inlines.some((inline) => inline.kind !== 'text'))
    say(`a heading must be plain text: ${token.text}`);
  return inlines.map((inline) => (inline.kind === 'text' ? inline.text : '')).join('');
}

/** The pictures of a paragraph that holds nothing else, or null. */
function toPictures(paragraph: TokenOf<'paragraph'>, say: Say): Block[] | null {
  const parts = paragraph.tokens.filter((token) => token.raw.trim() !== '');
  const images = parts.filter(isSupported).filter((token) => token.type === 'image');
  if (images.length === 0 || images.length < parts.length) return null;
  return images.map((image) => {
    if (!PICTURE_NAME.test(image.href))
      say(`"${image.href}" is not the name of a picture in content/pictures`);
    if (image.text.trim() === '')
      say(`the picture ${image.href} needs a text between [ and ] that says what it shows`);
    return {
      kind: 'picture',
      picture: image.href,
      alt: image.text.trim(),
      caption: image.title || null,
    };
  });
}

function toList(list: TokenOf<'list'>, say: Say): Block[] {
  if (list.ordered && list.start !== 1) say('a numbered list must start with 1');
  const items = list.items.map((item) => {
    const [first, ...rest] = item.tokens.filter((token) => token.type !== 'space');
    if (first === undefined || rest.length > 0)
      say(`a list item must be one piece of text: ${item.text.split('\n')[0] ?? ''}`);
    if (first === undefined) return [];
    if (isSupported(first) && (first.type === 'text' || first.type === 'paragraph'))
      return toInlines(first.tokens ?? [first], say);
    return reject(first, say);
  });
  return [{ kind: 'list', ordered: list.ordered, items }];
}

function toInlines(tokens: readonly Token[], say: Say): Inline[] {
  const inlines = tokens.flatMap((token) => toInline(token, say));
  return inlines.reduce<Inline[]>((joined, inline) => {
    const last = joined.at(-1);
    if (inline.kind !== 'text' || last?.kind !== 'text') return [...joined, inline];
    return [...joined.slice(0, -1), { kind: 'text', text: last.text + inline.text }];
  }, []);
}

function toInline(token: Token, say: Say): Inline[] {
  if (!isSupported(token)) return reject(token, say);
  switch (token.type) {
    case 'text': {
      const reference = CHARACTER_REFERENCE.exec(token.text);
      if (reference) say(`write the character itself instead of ${reference[0]}`);
      return [{ kind: 'text', text: token.text.replace(/\s*\n\s*/g, ' ') }];
    }
    case 'escape':
      return [{ kind: 'text', text: token.text }];
    case 'strong':
      return [{ kind: 'strong', children: toInlines(token.tokens, say) }];
    case 'em':
      return [{ kind: 'emphasis', children: toInlines(token.tokens, say) }];
    case 'link':
      return toLink(token, say);
    case 'image':
      say(`a picture must stand on a line of its own: ${token.raw}`);
      return [];
    default:
      return reject(token, say);
  }
}

function toLink(token: TokenOf<'link'>, say: Say): Inline[] {
  const href = safeLink(token.href);
  if (token.title) say(`a link has no second text here: "${token.title}"`);
  if (token.text.trim() === '') say(`a link without text: ${token.raw}`);
  if (href === null) say(`not a safe link: ${token.href}`);
  return href === null ? [] : [{ kind: 'link', href, children: toInlines(token.tokens, say) }];
}
