import { Tokenizer, TokenizerMode, type Token } from 'parse5';
import { safeLink } from '../../shared/links.ts';
import {
  BLOCK_TAGS,
  INLINE_TAGS,
  isInline,
  isList,
  type RichElement,
  type RichNode,
  type RichTag,
} from '../../shared/prose.ts';

/** Characters (docs/promises.md#s3). */
const MAX_LENGTH = 64_000;
/** Beyond these limits text loses its tags. */
const MAX_DEPTH = 24;
const MAX_ELEMENTS = 5_000;

const SHOWN_AS_PARAGRAPHS =
  'div section article header footer figure figcaption address center pre table caption tr dt dd';

/** Other elements lose their tags and keep their text. */
const TAGS: ReadonlyMap<string, RichTag> = new Map<string, RichTag>([
  ...([...INLINE_TAGS, 'br', ...BLOCK_TAGS] as const).map((name) => [name, name] as const),
  ...SHOWN_AS_PARAGRAPHS.split(' ').map((name) => [name, 'p'] as const),
  // The page's own heading is its h1.
  ['h1', 'h2'],
  ['h5', 'h4'],
  ['h6', 'h4'],
]);

type ReadingMode = (typeof TokenizerMode)[keyof typeof TokenizerMode];

/** Removed with their content, by how the HTML standard reads it (section 13.2.6). */
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

/** Contain text, not blocks. */
const TEXTUAL: ReadonlySet<string> = new Set([...INLINE_TAGS, 'p', 'h2', 'h3', 'h4']);

/**
 * Reads the HTML of a provider. Only its tokens are taken from parse5; the tree is built here, in
 * linear time and within bounds, because the standard's own rules let 64 kB of nested tags take seconds.
 * The result is valid: no blocks in text, text in paragraphs, list items in lists.
 */
export function parseProviderHtml(source: string): RichNode[] {
  const tree = new ProviderTree();
  /** Name of the dropped element that is being passed over, and how many of that name are open. */
  let dropped = '';
  let droppedDepth = 0;

  function addText({ chars }: Token.CharacterToken): void {
    if (dropped === '') tree.addText(chars);
  }

  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag({ tagName, attrs, selfClosing }) {
        const mode = DROPPED.get(tagName);
        if (dropped !== '') {
          if (tagName === dropped) droppedDepth++;
        } else if (mode === undefined) {
          tree.start(tagName, attrs.find(({ name }) => name === 'href')?.value);
        } else if (!selfClosing || mode !== TokenizerMode.DATA) {
          dropped = tagName;
          droppedDepth = 1;
          tokenizer.state = mode;
        }
      },
      onEndTag({ tagName }) {
        if (dropped === '') tree.end(tagName);
        else if (tagName === dropped && --droppedDepth === 0) dropped = '';
      },
      onCharacter: addText,
      onWhitespaceCharacter: addText,
      onNullCharacter() {},
      onComment() {},
      onDoctype() {},
      onEof() {},
    },
  );
  tokenizer.write(source.slice(0, MAX_LENGTH), true);
  return tree.finish();
}

type Branch = Pick<RichElement, 'children'> & { tag: RichTag | 'root' };

class ProviderTree {
  readonly #root: Branch = { tag: 'root', children: [] };
  /** From the root to the innermost open element. */
  readonly #open: Branch[] = [this.#root];
  #elements = 0;

  start(name: string, href: string | undefined): void {
    const tag = TAGS.get(name);
    if (name === 'td' || name === 'th') this.addText(' ');
    else if (tag === 'br') {
      if (this.#isInText) this.#top.children.push({ tag, children: [] });
    } else if (tag === 'a') {
      this.#close(tag);
      const link = safeLink(href);
      if (link !== null) this.#openInline(tag, link);
    } else if (tag !== undefined && isInline(tag)) this.#openInline(tag);
    else if (tag !== undefined) this.#openBlock(tag);
  }

  end(name: string): void {
    const tag = TAGS.get(name);
    if (tag !== undefined) this.#close(tag);
  }

  addText(text: string): void {
    if (!this.#isInText) {
      if (text.trim() === '') return;
      this.#openText();
    }
    const { children } = this.#top;
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + text;
    else children.push(text);
  }

  finish(): RichNode[] {
    while (this.#open.length > 1) this.#pop();
    return this.#root.children;
  }

  get #top(): Branch {
    return this.#open.at(-1) ?? this.#root;
  }

  get #isInText(): boolean {
    return TEXTUAL.has(this.#top.tag) || this.#top.tag === 'li';
  }

  #openInline(tag: RichTag, href?: string): void {
    this.#openText();
    this.#push(tag, href);
  }

  /** Makes sure that text may stand here. */
  #openText(): void {
    if (isList(this.#top.tag)) this.#push('li');
    else if (this.#top.tag === 'root' || this.#top.tag === 'blockquote') this.#push('p');
  }

  #openBlock(tag: RichTag): void {
    while (TEXTUAL.has(this.#top.tag)) this.#pop();
    if (tag === 'li') {
      if (this.#top.tag === 'li') this.#pop();
      this.#push(isList(this.#top.tag) ? 'li' : 'p');
      return;
    }
    if (isList(this.#top.tag)) this.#push('li');
    this.#push(tag);
  }

  /** Closes the innermost open element of that tag. The end of a text's element never closes a list or a quotation. */
  #close(tag: RichTag): void {
    const index = this.#open.findLastIndex((element) => element.tag === tag);
    if (index < 1) return;
    const inner = this.#open.slice(index);
    if (TEXTUAL.has(tag) && inner.some((element) => !TEXTUAL.has(element.tag))) return;
    while (this.#open.length > index) this.#pop();
  }

  #push(tag: RichTag, href?: string): void {
    if (this.#open.length > MAX_DEPTH || ++this.#elements > MAX_ELEMENTS) return;
    const element: RichElement = { tag, href, children: [] };
    this.#top.children.push(element);
    this.#open.push(element);
  }

  /** Closes the innermost element; one that holds nothing leaves no trace. */
  #pop(): void {
    const element = this.#open.pop();
    const isEmpty = element?.children.every((child) => typeof child === 'string' && !child.trim());
    if (isEmpty) this.#top.children.pop();
  }
}
