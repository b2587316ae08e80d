import { recordLink } from './links.ts';
import { EMBED_TAGS, embeddedLink } from './text-links.ts';
import {
  BLOCK_TAGS,
  INLINE_TAGS,
  isCell,
  isElement,
  isInline,
  isList,
  TABLE_TAGS,
  type PictureBlock,
  type RichElement,
  type RichNode,
  type RichTag,
} from './prose.ts';

/** Beyond these limits text loses its tags. */
const MAX_DEPTH = 24;
export const MAX_ELEMENTS = 5_000;
const MAX_SPAN = 50;

const SHOWN_AS_PARAGRAPHS =
  'div section article header footer figure figcaption address center pre caption dt dd';

/** Other elements lose their tags and keep their text. */
const TAGS: ReadonlyMap<string, RichTag> = new Map<string, RichTag>([
  ...([...INLINE_TAGS, 'br', ...BLOCK_TAGS, ...TABLE_TAGS] as const).map(
    (name) => [name, name] as const,
  ),
  ...SHOWN_AS_PARAGRAPHS.split(' ').map((name) => [name, 'p'] as const),
  // The page's own heading is its h1.
  ['h1', 'h2'],
  ['h5', 'h4'],
  ['h6', 'h4'],
]);

/** Contain text, not blocks. */
const TEXTUAL: ReadonlySet<string> = new Set([...INLINE_TAGS, 'p', 'h2', 'h3', 'h4']);

/** Without it pictures are left out. */
export type ReadPicture = (attributes: ReadonlyMap<string, string>) => PictureBlock;

type More = Pick<RichElement, 'href' | 'spans'>;

type Branch = Pick<RichElement, 'children'> & { tag: RichTag | 'root' };

/** Without a kind it is of the list that is open. */
type QuillItem = { list: 'ul' | 'ol' | null; level: number; mark: string };

/** A tree of valid elements, built from the tags and texts of HTML in their order. */
export class ProviderTree {
  readonly #root: Branch = { tag: 'root', children: [] };
  /** The path from the root to the innermost open element. */
  readonly #open: Branch[] = [this.#root];
  readonly #readPicture: ReadPicture | undefined;
  #elements = 0;
  /** Where the open list of Quill is in the path; 0 without one. */
  #quillDepth = 0;

  constructor(readPicture?: ReadPicture) {
    this.#readPicture = readPicture;
  }

  start(name: string, attributes: ReadonlyMap<string, string>): void {
    const tag = TAGS.get(name);
    const item = tag === 'li' ? quillItem(attributes, this.#quillDepth > 0) : null;
    if (item !== null) this.#openQuillItem(item);
    else if (name === 'img' && this.#readPicture !== undefined) {
      while (TEXTUAL.has(this.#top.tag)) this.#pop();
      this.#openFlow();
      this.#top.children.push(this.#readPicture(attributes));
    } else if (tag === 'br') {
      if (this.#isInText) this.#top.children.push({ tag, children: [] });
    } else if (tag === 'a') {
      this.#close(tag);
      const href = recordLink(attributes.get('href'));
      if (href !== null) this.#openInline(tag, { href });
    } else if (tag !== undefined && isInline(tag)) this.#openInline(tag);
    else if (tag !== undefined && isCell(tag)) this.#openCell(tag, spansIn(attributes));
    else if (tag !== undefined) this.#openBlock(tag);
  }

  end(name: string): void {
    const tag = TAGS.get(name);
    if (tag === undefined) return;
    if (!isList(tag) || this.#quillDepth === 0) return this.#close(tag);
    this.#popTo(this.#quillDepth);
    this.#quillDepth = 0;
  }

  /** What is embedded is a link to it. */
  addEmbedded(name: string, attributes: ReadonlyMap<string, string>): void {
    if (!EMBED_TAGS.includes(name)) return;
    const names = ['src', 'data-src', 'url', 'data'];
    const link = embeddedLink(names.map((each) => attributes.get(each)).find(Boolean) ?? '');
    if (link === null) return;
    this.#openBlock('p');
    this.#openInline('a', { href: link.href });
    this.addText(link.host);
    this.#close('p');
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
    this.#popTo(1);
    return this.#root.children;
  }

  get #top(): Branch {
    return this.#open.at(-1) ?? this.#root;
  }

  get #isInText(): boolean {
    return TEXTUAL.has(this.#top.tag) || this.#top.tag === 'li' || isCell(this.#top.tag);
  }

  #openInline(tag: RichTag, more?: More): void {
    this.#openText();
    this.#push(tag, more);
  }

  /** Makes sure that text may stand here. */
  #openText(): void {
    this.#openFlow();
    if (this.#top.tag === 'root' || this.#top.tag === 'blockquote') this.#push('p');
  }

  /** Makes sure that blocks may stand here. */
  #openFlow(): void {
    if (isList(this.#top.tag)) this.#push('li');
    if (this.#top.tag === 'tbody') this.#push('tr');
    if (this.#top.tag === 'tr') this.#push('td');
  }

  /** A cell is text without a row. */
  #openCell(tag: RichTag, more: More): void {
    if (!this.#closeTo('tbody', 'tr')) return this.addText(' ');
    if (this.#top.tag === 'tbody') this.#push('tr');
    this.#push(tag, more);
  }

  /** Closes what is open within the innermost of these; false when none of them is open. */
  #closeTo(...tags: readonly RichTag[]): boolean {
    const index = this.#open.findLastIndex(({ tag }) => tags.some((one) => one === tag));
    if (index < 1) return false;
    this.#popTo(index + 1);
    return true;
  }

  #openBlock(tag: RichTag): void {
    while (TEXTUAL.has(this.#top.tag)) this.#pop();
    if (tag === 'li') {
      if (this.#top.tag === 'li') this.#pop();
      this.#push(isList(this.#top.tag) ? 'li' : 'p');
      return;
    }
    if (tag === 'tbody') return;
    // A row is a paragraph without a table.
    if (tag === 'tr') return this.#closeTo('tbody') ? this.#push('tr') : this.#openBlock('p');
    this.#openFlow();
    this.#push(tag);
    if (tag === 'table') this.#push('tbody');
  }

  /** Quill has one flat list of all kinds and levels. */
  #openQuillItem({ list, level, mark }: QuillItem): void {
    while (TEXTUAL.has(this.#top.tag)) this.#pop();
    if (this.#quillDepth === 0 || this.#open.length <= this.#quillDepth) {
      const depth = this.#open.findIndex(({ tag }) => isList(tag));
      if (depth < 0) this.#openFlow();
      this.#quillDepth = depth < 0 ? this.#open.length : depth;
    }
    const base = this.#open[this.#quillDepth];
    if (list !== null && base?.children.length === 0 && base.tag !== list) {
      this.#popTo(this.#quillDepth);
      this.#push(list);
    }
    const openLists = () =>
      this.#open.flatMap(({ tag }, at) => (at >= this.#quillDepth && isList(tag) ? [at] : []));
    const own = openLists()[level];
    if (own !== undefined) {
      this.#popTo(own + 1);
      // A list of another kind follows.
      if (this.#top.tag !== (list ?? this.#top.tag)) this.#pop();
    }
    for (let missing = level + 1 - openLists().length; missing > 0; missing -= 1) {
      const last = this.#top.children.at(-1);
      if (isList(this.#top.tag) && last !== undefined && isElement(last)) this.#open.push(last);
      this.#openFlow();
      this.#push(list ?? 'ul');
    }
    this.#push('li');
    if (mark !== '') this.addText(mark);
  }

  /** Closes the innermost open element of that tag. The end of a text's element never closes a list or a quotation. */
  #close(tag: RichTag): void {
    const index = this.#open.findLastIndex((element) => element.tag === tag);
    if (index < 1) return;
    const inner = this.#open.slice(index);
    if (TEXTUAL.has(tag) && inner.some((element) => !TEXTUAL.has(element.tag))) return;
    this.#popTo(index);
  }

  #push(tag: RichTag, more: More = {}): void {
    if (this.#open.length > MAX_DEPTH || ++this.#elements > MAX_ELEMENTS) return;
    const element: RichElement = { tag, ...more, children: [] };
    this.#top.children.push(element);
    this.#open.push(element);
  }

  #popTo(length: number): void {
    while (this.#open.length > length) this.#pop();
  }

  /** Closes the innermost element; one that holds nothing leaves no trace, but for a cell, which has a column. */
  #pop(): void {
    const element = this.#open.pop();
    if (element !== undefined && !isCell(element.tag) && element.children.every(isBlank))
      this.#top.children.pop();
  }
}

function isBlank(node: RichNode): boolean {
  if (typeof node === 'string') return node.trim() === '';
  return isElement(node) && isCell(node.tag) && node.children.every(isBlank);
}

/** How many columns and rows a cell has. */
function spansIn(attributes: ReadonlyMap<string, string>): More {
  const read = (name: string) => {
    const span = Number(attributes.get(name));
    return span >= 2 && span <= MAX_SPAN ? Math.floor(span) : undefined;
  };
  return { spans: { colSpan: read('colspan'), rowSpan: read('rowspan') } };
}

const CHECK_MARKS: Readonly<Record<string, string>> = { checked: '☑ ', unchecked: '☐ ' };

/** How Quill writes the kind and the level of an item; null for an item of a list of HTML. */
function quillItem(attributes: ReadonlyMap<string, string>, isInside: boolean): QuillItem | null {
  const kind = attributes.get('data-list');
  const [, level] = /(?:^|\s)ql-indent-([1-8])(?:\s|$)/.exec(attributes.get('class') ?? '') ?? [];
  if (kind === undefined && level === undefined && !isInside) return null;
  const list = kind === undefined ? null : kind === 'ordered' ? 'ol' : 'ul';
  return { list, level: Number(level ?? 0), mark: CHECK_MARKS[kind ?? ''] ?? '' };
}
