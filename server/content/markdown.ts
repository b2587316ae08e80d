import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import {
  joinTexts,
  type Block,
  type Prose,
  type RichElement,
  type RichNode,
} from '../../shared/prose.ts';
import { PICTURE_NAME } from '../../shared/content-fields.ts';
import { safeLink } from '../../shared/links.ts';
import { shapeTables } from './page-tables.ts';
import type { Finding } from './problem.ts';
import { htmlFinding, lineErrors } from './text-findings.ts';

/** Names for a reader who does not know Markdown's terms. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  html: 'HTML',
  code: 'a code block (three back-ticks, or a line that starts with four spaces)',
  codespan: 'code (back-ticks)',
  del: 'struck-out text',
  hr: 'a rule',
  br: 'a line break inside a paragraph (two spaces at the end of a line)',
  def: 'a link definition',
  checkbox: 'a check box',
};

/** Text is never read as HTML, so a reference would be visible. */
const CHARACTER_REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z][\da-z]*);/i;

/** A name with blanks or brackets is otherwise not read as one. */
const PICTURE =
  /(!\[[^\]\n]*\]\()([^<>()\n"]*(?:\([^()\n]*\)[^<>()\n"]*)*\.\w{3,4})(?=\s*(?:"[^"\n]*")?\s*\))/g;

type Report = (text: Finding['text'], values?: Finding['values']) => void;

/**
 * Reads one `# Title`, then headings of level 2 and 3, paragraphs, lists, tables, block quotes and pictures on
 * lines of their own. `errors` names everything else; the prose is then incomplete.
 */
export function readMarkdown(markdown: string): { prose: Prose; errors: Finding[] } {
  const errors: Finding[] = [];
  const blocks: Block[] = [];
  let title: string | null = null;
  let line = 1;
  errors.push(...lineErrors(markdown));
  const source = markdown.replace(/^\ufeff/, '').replace(PICTURE, '$1<$2>');
  const tokens = Lexer.lex(source, { gfm: true }) as MarkedToken[];
  for (const token of tokens) {
    const at = line;
    const report: Report = (text, values) =>
      errors.push({ place: `line ${at}`, text, ...(values && { values }) });
    line += token.raw.split('\n').length - 1;
    if (token.type === 'heading' && token.depth === 1) {
      if (title !== null)
        report('a second title; a page has one "# Title", its other headings are "##" or "###"');
      else if (blocks.length > 0) report('text before the title');
      title ??= headingText(token, report);
    } else {
      blocks.push(...toBlocks(token, report));
    }
  }
  if (title === null) errors.unshift({ text: 'has no title; its first line must be "# Title"' });
  if (blocks.length === 0) errors.push({ text: 'has no text below its title' });
  return { prose: { title: title ?? '', blocks }, errors };
}

function reject(token: Token, report: Report): [] {
  const start = token.raw.trim().split('\n')[0] ?? '';
  const what = UNSUPPORTED[token.type] ?? token.type;
  if (start === '') report('{what} is not possible here', { what });
  else report('{what} is not possible here: {start}', { what, start: start.slice(0, 60) });
  return [];
}

function toBlocks(block: Token, report: Report): Block[] {
  // Other tokens are made by extensions: there are none.
  const token = block as MarkedToken;
  switch (token.type) {
    case 'space':
      return [];
    case 'heading':
      if (token.depth !== 2 && token.depth !== 3) {
        report('a heading of level {level} is not possible here: {heading}', {
          level: String(token.depth),
          heading: token.text,
        });
        return [];
      }
      return [toHeading(token.depth === 2 ? 'h2' : 'h3', headingText(token, report))];
    case 'paragraph':
      return toPictures(token, report) ?? [{ tag: 'p', children: toInlines(token.tokens, report) }];
    case 'list':
      return toList(token, report);
    case 'table':
      return shapeTables([toTable(token, report)]);
    case 'blockquote':
      return [
        { tag: 'blockquote', children: token.tokens.flatMap((inner) => toBlocks(inner, report)) },
      ];
    default:
      return reject(token, report);
  }
}

/** `Bus {#bus}` may be linked as `#bus`, in each language. */
function toHeading(tag: 'h2' | 'h3', text: string): RichElement {
  const [, words, id] = /^(.*?)\s*\{#([a-z0-9-]+)\}$/.exec(text) ?? [];
  return words === undefined || id === undefined
    ? { tag, children: [text] }
    : { tag, id, children: [words] };
}

function headingText(token: Tokens.Heading, report: Report): string {
  const inlines = toInlines(token.tokens, report);
  if (inlines.length === 0) report('a heading without text');
  if (inlines.some((inline) => typeof inline !== 'string'))
    report('a heading must be plain text: {heading}', { heading: token.text });
  return joinTexts(inlines);
}

/** Returns null for a paragraph that is not only pictures. */
function toPictures(paragraph: Tokens.Paragraph, report: Report): Block[] | null {
  const tokens = paragraph.tokens as MarkedToken[];
  const parts = tokens.filter((token) => token.raw.trim() !== '');
  const images = parts.filter((token) => token.type === 'image');
  if (images.length === 0 || images.length < parts.length) return null;
  return images.map((image) => {
    if (!PICTURE_NAME.test(image.href))
      report('"{name}" is not the name of a picture in the folder pictures', { name: image.href });
    if (image.text.trim() === '')
      report('the picture {name} needs a text between [ and ] that says what it shows', {
        name: image.href,
      });
    checkText(image.text, report);
    checkText(image.title ?? '', report);
    return { picture: image.href, alt: image.text.trim(), caption: image.title || null };
  });
}

function toList(list: Tokens.List, report: Report): Block[] {
  if (list.ordered && list.start !== 1) report('a numbered list must start with 1');
  const items = list.items.map((item) => {
    const [first, ...rest] = item.tokens.filter((token) => token.type !== 'space');
    if (first === undefined || rest.some((token) => token.type !== 'list'))
      report('a list item must be one piece of text, and lists below it: {item}', {
        item: item.text.split('\n')[0] ?? '',
      });
    const lists = rest.filter((token) => token.type === 'list');
    const inner = lists.flatMap((token) => toBlocks(token, report));
    if (first === undefined) return [];
    if (first.type === 'text' || first.type === 'paragraph')
      return [...toInlines(first.tokens ?? [first], report), ...inner];
    return reject(first, report);
  });
  const children = items.map((item): RichElement => ({ tag: 'li', children: item }));
  return [{ tag: list.ordered ? 'ol' : 'ul', children }];
}

function toTable({ header, rows }: Tokens.Table, report: Report): RichElement {
  const toRow = (cells: Tokens.TableCell[]): RichElement => ({
    tag: 'tr',
    children: cells.map(({ tokens }) => ({ tag: 'td', children: toInlines(tokens, report) })),
  });
  return { tag: 'table', children: [header, ...rows].map(toRow) };
}

function toInlines(tokens: readonly Token[], report: Report): RichNode[] {
  const inlines = tokens.flatMap((token) => toInline(token, report));
  return inlines.reduce<RichNode[]>((joined, inline) => {
    const last = joined.at(-1);
    if (typeof inline !== 'string' || typeof last !== 'string') return [...joined, inline];
    return [...joined.slice(0, -1), last + inline];
  }, []);
}

function toInline(inline: Token, report: Report): RichNode[] {
  const token = inline as MarkedToken;
  switch (token.type) {
    case 'text':
      checkText(token.text, report);
      return [token.text.replace(/\s*\n\s*/g, ' ')];
    case 'escape':
      return [token.text];
    case 'strong':
    case 'em':
      return [{ tag: token.type, children: toInlines(token.tokens, report) }];
    case 'link':
      return toLink(token, report);
    case 'image':
      report('a picture must stand on a line of its own: {picture}', { picture: token.raw });
      return [];
    default:
      return reject(token, report);
  }
}

/** Markup that marked leaves in a text. */
function checkText(text: string, report: Report): void {
  const [reference] = CHARACTER_REFERENCE.exec(text) ?? [];
  if (reference !== undefined)
    report('write the character itself instead of {reference}', { reference });
  for (const { text: message, values } of htmlFinding(text)) report(message, values);
}

function toLink(token: Tokens.Link, report: Report): RichNode[] {
  const href = safeLink(token.href);
  if (token.title) report('a link has no second text here: "{title}"', { title: token.title });
  if (token.text.trim() === '') report('a link without text: {link}', { link: token.raw });
  if (href === null) report('not a safe link: {link}', { link: token.href });
  return href === null ? [] : [{ tag: 'a', href, children: toInlines(token.tokens, report) }];
}
