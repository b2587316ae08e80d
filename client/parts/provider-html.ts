import { Tokenizer, TokenizerMode, type Token, type TokenHandler } from 'parse5';
import { safeLink } from '../../shared/links.ts';

/** What is shown of a provider's HTML: text, and elements of a short list without attributes but `href`. */
export type ProviderNode = string | ProviderElement;
export type ProviderElement = { tag: ProviderTag; href: string | null; children: ProviderNode[] };

/** Longest HTML that is read, in characters (docs/promises.md#s3: 64 kB). */
const MAX_LENGTH = 64_000;
/** Deepest nesting and most elements that are shown; beyond them text loses its tags. */
const MAX_DEPTH = 24;
const MAX_ELEMENTS = 5_000;

/** Elements that stay, by what they become. All others lose their tags and keep their text. */
const TAGS = {
  b: 'b',
  strong: 'strong',
  i: 'i',
  em: 'em',
  u: 'u',
  a: 'a',
  br: 'br',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  blockquote: 'blockquote',
  p: 'p',
  div: 'p',
  section: 'p',
  article: 'p',
  header: 'p',
  footer: 'p',
  figure: 'p',
  figcaption: 'p',
  address: 'p',
  center: 'p',
  pre: 'p',
  table: 'p',
  caption: 'p',
  tr: 'p',
  dt: 'p',
  dd: 'p',
  // The page's own heading is its h1.
  h1: 'h2',
  h2: 'h2',
  h3: 'h3',
  h4: 'h4',
  h5: 'h4',
  h6: 'h4',
} as const;

type ProviderTag = (typeof TAGS)[keyof typeof TAGS];

type ReadingMode = (typeof TokenizerMode)[keyof typeof TokenizerMode];

/** Elements that go with all that they hold, by how the HTML standard reads their content (section 13.2.6). */
const DROPPED: ReadonlyMap<string, ReadingMode> = new Map<string, ReadingMode>([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
  ...['style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'].map(
    (tag) => [tag, TokenizerMode.RAWTEXT] as const,
  ),
  ...['svg', 'math', 'template', 'object', 'select', 'audio', 'video'].map(
    (tag) => [tag, TokenizerMode.DATA] as const,
  ),
]);

const INLINE: ReadonlySet<string> = new Set(['b', 'strong', 'i', 'em', 'u', 'a']);
/** Elements that hold text, and no other block. */
const TEXTUAL: ReadonlySet<string> = new Set([...INLINE, 'p', 'h2', 'h3', 'h4']);

/**
 * Reads the HTML of a provider. Only its tokens are taken from parse5; the tree is built here, in
 * linear time and within bounds, because the standard's own rules let 64 kB of nested tags take seconds.
 * The result is valid: blocks never stand in text, text stands in paragraphs, list items in lists.
 */
export function parseProviderHtml(source: string): ProviderNode[] {
  const root: Branch = { tag: 'root', href: null, children: [] };
  const open: Branch[] = [root];
  let elements = 0;
  /** Name of the dropped element that is being passed over, and how many of that name are open. */
  let dropped = '';
  let droppedDepth = 0;

  function top(): Branch {
    return open.at(-1) ?? root;
  }

  function push(tag: ProviderTag, href: string | null = null): void {
    if (open.length > MAX_DEPTH || ++elements > MAX_ELEMENTS) return;
    const element = { tag, href, children: [] };
    top().children.push(element);
    open.push(element);
  }

  /** Closes the innermost element; one that holds nothing leaves no trace. */
  function pop(): void {
    const element = open.length > 1 ? open.pop() : undefined;
    if (
      element &&
      element.children.every((child) => typeof child === 'string' && child.trim() === '')
    )
      top().children.pop();
  }

  function closeText(): void {
    while (TEXTUAL.has(top().tag)) pop();
  }

  /** Makes sure that text may stand here. */
  function openText(): void {
    if (top().tag === 'ul' || top().tag === 'ol') push('li');
    else if (top().tag === 'root' || top().tag === 'blockquote') push('p');
  }

  function openBlock(tag: ProviderTag): void {
    closeText();
    if (tag === 'li') {
      if (top().tag === 'li') pop();
      push(isList(top().tag) ? 'li' : 'p');
      return;
    }
    if (isList(top().tag)) push('li');
    push(tag);
  }

  function openInline(tag: ProviderTag, token: Token.TagToken): void {
    if (tag === 'br') {
      if (TEXTUAL.has(top().tag) || top().tag === 'li')
        top().children.push({ tag, href: null, children: [] });
      return;
    }
    if (tag !== 'a') {
      openText();
      push(tag);
      return;
    }
    close('a');
    const href = safeLink(token.attrs.find(({ name }) => name === 'href')?.value);
    if (href === null) return;
    openText();
    push(tag, href);
  }

  /** Closes the innermost open element of that tag. The end of a text's element never closes a list or a quotation. */
  function close(tag: ProviderTag): void {
    const index = open.findLastIndex((element) => element.tag === tag);
    if (index < 1) return;
    if (TEXTUAL.has(tag) && open.slice(index).some((element) => !TEXTUAL.has(element.tag))) return;
    while (open.length > index) pop();
  }

  const handler: TokenHandler = {
    onStartTag(token) {
      const { tagName } = token;
      if (dropped !== '') {
        if (tagName === dropped) droppedDepth++;
        return;
      }
      const mode = DROPPED.get(tagName);
      if (mode !== undefined) {
        if (token.selfClosing && mode === TokenizerMode.DATA) return;
        dropped = tagName;
        droppedDepth = 1;
        tokenizer.state = mode;
        return;
      }
      const tag = tagOf(tagName);
      if (tag === null) {
        if (tagName === 'td' || tagName === 'th') addText(' ');
      } else if (INLINE.has(tag) || tag === 'br') openInline(tag, token);
      else openBlock(tag);
    },
    onEndTag({ tagName }) {
      if (dropped !== '') {
        if (tagName === dropped && --droppedDepth === 0) dropped = '';
        return;
      }
      const tag = tagOf(tagName);
      if (tag !== null) close(tag);
    },
    onCharacter: ({ chars }) => addText(chars),
    onWhitespaceCharacter: ({ chars }) => addText(chars),
    onNullCharacter() {},
    onComment() {},
    onDoctype() {},
    onEof() {},
  };

  function addText(text: string): void {
    if (dropped !== '') return;
    if (!TEXTUAL.has(top().tag) && top().tag !== 'li') {
      if (text.trim() === '') return;
      openText();
    }
    const { children } = top();
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + text;
    else children.push(text);
  }

  const tokenizer = new Tokenizer({}, handler);
  tokenizer.write(source.slice(0, MAX_LENGTH), true);
  while (open.length > 1) pop();
  return root.children;
}

type Branch = { tag: ProviderTag | 'root'; href: string | null; children: ProviderNode[] };

function isList(tag: string): boolean {
  return tag === 'ul' || tag === 'ol';
}

function tagOf(name: string): ProviderTag | null {
  return Object.hasOwn(TAGS, name) ? TAGS[name as keyof typeof TAGS] : null;
}
