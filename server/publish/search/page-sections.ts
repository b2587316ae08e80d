import { Tokenizer, TokenizerMode, type Token } from 'parse5';
import { yieldToRequests } from '../../event-loop.ts';

/** A part of a page, from one heading to the next. */
export type Section = {
  /** Id of the element that it begins with; null for the top of the page. */
  id: string | null;
  heading: string;
  /** One line for each paragraph, item and row. */
  text: string;
  /** Each of its sentences has a link to a page of the site. */
  isPointer?: boolean;
};

/** How much of a page is searched, in characters: it bounds the memory of the index. */
const MAX_TEXT = 20_000;
/** Characters of HTML that are read in one step. */
const STEP = 32_768;

/** What belongs to the frame of pages, is asked, not told, or is a record's card. */
const UNREAD = new Set(
  'nav form script style template noscript iframe svg dialog article'.split(' '),
);
const HIDDEN = new Set(['hidden', 'aria-hidden', 'data-unsearched']);
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'caption']);
const CELLS = new Set(['td', 'th', 'dd']);
const LINES = new Set(
  'p li tr dt div section table ul ol dl figure figcaption blockquote address details summary br'.split(
    ' ',
  ),
);

/** Stands before a link to a page of the site. */
const LINK = '\u0001';
const SENTENCE_END = /\n|(?<=[.!?।])\s/;

/** What a finished page tells, without its frame. Elements with `data-unsearched` are left out. */
export async function readSections(html: string): Promise<Section[]> {
  const reader = new SectionReader();
  const end = html.lastIndexOf('</main>');
  for (let at = html.indexOf('<main'); at >= 0 && at < end; at += STEP) {
    reader.tokenizer.write(html.slice(at, Math.min(at + STEP, end)), at + STEP >= end);
    await yieldToRequests();
  }
  return reader.sections.map(({ id, heading, text }) => {
    const lines = toLines(text);
    return {
      id,
      heading: toLines(heading.replaceAll(LINK, '')).replaceAll('\n', ' '),
      text: lines.replaceAll(LINK, ''),
      isPointer: lines.split(SENTENCE_END).every((sentence) => sentence.includes(LINK)),
    };
  });
}

class SectionReader {
  readonly sections: [Section, ...Section[]] = [{ id: null, heading: '', text: '' }];
  #last: Section = this.sections[0];
  /** The open heading; empty outside of headings. */
  #heading = '';
  #table: string | undefined;
  /** The element that is passed over, and how many of its name are open. */
  #unread = { tag: '', depth: 0 };
  #isAfterEnd = false;
  #length = 0;

  readonly tokenizer: Tokenizer = new Tokenizer(
    {},
    {
      onStartTag: (token) => this.#start(token),
      onEndTag: ({ tagName }) => this.#end(tagName),
      onCharacter: ({ chars }) => this.#add(chars),
      onWhitespaceCharacter: ({ chars }) => this.#add(chars),
      onNullCharacter() {},
      onComment() {},
      onDoctype() {},
      onEof() {},
    },
  );

  #start({ tagName: tag, attrs, selfClosing }: Token.TagToken): void {
    if (tag === 'script' || tag === 'style') this.tokenizer.state = TokenizerMode.RAWTEXT;
    if (this.#unread.tag !== '') {
      if (tag === this.#unread.tag && !selfClosing) this.#unread.depth += 1;
      return;
    }
    const isUnread = UNREAD.has(tag) || attrs.some(({ name }) => HIDDEN.has(name));
    if (isUnread && !selfClosing) this.#unread = { tag, depth: 1 };
    else if (CELLS.has(tag)) this.#add(' · ');
    else if (LINES.has(tag)) this.#add('\n');
    // Neighbours stand apart on the page, as a name and its figure, or two links.
    else if (this.#isAfterEnd) this.#add(' · ');
    const valueOf = (own: string) => attrs.find(({ name }) => name === own)?.value;
    if (tag === 'a' && /^\/(?!files\/)/.test(valueOf('href') ?? '')) this.#add(LINK);
    if (tag === 'table') this.#table = valueOf('id');
    if (isUnread || this.#heading !== '') return;
    if (tag === 'section' && valueOf('aria-label') !== undefined)
      this.#begin(valueOf('id'), valueOf('aria-label'));
    if (!HEADINGS.has(tag)) return;
    this.#heading = tag;
    // The title of the page is at its top.
    this.#begin(tag === 'caption' ? this.#table : tag === 'h1' ? undefined : valueOf('id'));
  }

  #begin(id = this.#last.id, heading = ''): void {
    this.#last = { id, heading, text: '' };
    this.sections.push(this.#last);
  }

  #end(tag: string): void {
    if (this.#unread.tag !== '') {
      if (tag === this.#unread.tag) this.#unread.depth -= 1;
      if (this.#unread.depth === 0) this.#unread.tag = '';
      return;
    }
    if (tag === this.#heading) this.#heading = '';
    if (LINES.has(tag)) this.#add('\n');
    this.#isAfterEnd = true;
  }

  #add(text: string): void {
    this.#isAfterEnd = false;
    if (this.#unread.tag !== '' || this.#length > MAX_TEXT) return;
    this.#length += text.length;
    if (this.#heading === '') this.#last.text += text;
    else this.#last.heading += text;
  }
}

/** Without empty lines, and blanks and dots that separate nothing. */
function toLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').replace(/^[ ·]+|[ ·]+$/g, ''))
    .filter((line) => line !== '')
    .join('\n');
}
