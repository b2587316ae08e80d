import { decodeHTMLStrict } from 'entities/decode';

/** Longest text of one field that is read, in characters with its tags; the rest is cut. */
const MAX_SOURCE = 64_000;
/** Longest text that is read of one field, in characters; the rest is cut. */
const MAX_TEXT = 20_000;
/** How often a text may have been encoded; each time it is decoded and its tags are read. */
const MAX_LAYERS = 4;

/** What a tag leaves behind until the text is laid out: noncharacters, which no text may hold. */
const BREAK = '\ufdd0';
const LINE = '\ufdd1';
const PARAGRAPH = '\ufdd2';
const SPACE = ' ';

/** Elements of HTML, by what they do to the text; a `<` before anything else is a text of its own. */
const ELEMENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    [BREAK]: 'br',
    [LINE]:
      'div li tr dt dd section article header footer figure figcaption address center caption',
    [PARAGRAPH]: 'p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre hr',
    [SPACE]: 'td th option',
    '':
      'a abbr b base big body button cite code col colgroup del details dfn em embed font form head ' +
      'html i iframe img input ins kbd label link main mark marquee math meta nav noscript object q s samp ' +
      'script select small source span strike strong style sub summary sup svg tbody template ' +
      'textarea tfoot thead time title tt u var video audio wbr o:p',
  }).flatMap(([mark, names]) => names.split(' ').map((name) => [name, mark] as const)),
);

/** No part of it passes a `<`, so that a text of nothing but these takes linear time. */
const TAG =
  /<\/?(?<name>[a-z][a-z0-9]*(?::[a-z]+)?)(?<attributes>(?:\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*)?)\/?>/gi;
const ATTRIBUTE = /=|^[\s/]*$/;

/** `<!doctype html>`, `<?xml version="1.0"?>`, and what word processors write. */
const DECLARATION = /<[!?][a-z[][^<>]*>/gi;

/** Stretches that no reader sees: their beginning and, looked for after it, their end. */
const UNSEEN: readonly { start: RegExp; end: RegExp }[] = [
  { start: /<!--/g, end: /-->/g },
  { start: /<script(?:\s[^<>]*)?>/gi, end: /<\/script\s*>/gi },
  { start: /<style(?:\s[^<>]*)?>/gi, end: /<\/style\s*>/gi },
];

const ENTITY = /&(?:#x?[0-9a-f]{1,8}|[a-z][a-z0-9]{1,31});/gi;
/** Entities that are common without their semicolon; others would eat words, as in `News&notes`. */
const UNCLOSED_ENTITY = /&(nbsp|amp|lt|gt|quot)(?![a-z0-9;])/gi;

/**
 * A provider's plain text as a reader expects it: entities decoded, `<br>`, `<p>` and `<li>` as line
 * breaks, other tags taken off, without scripts, styles and comments. What only looks like a tag
 * (`a < b`, `I <3 GIS`) stays. Lines are separated by one break, paragraphs by two.
 * Text and numbers are read, all else is empty. A text that was read once stays the same.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  let text = withoutControls(value.slice(0, MAX_SOURCE));
  for (let layer = 0; layer < MAX_LAYERS && /[<&]/.test(text); layer += 1) {
    const next = decode(withoutTags(text));
    if (next === text) break;
    text = next;
  }
  // Two blanks, or one that is not a plain blank.
  if (/\s\s|[^\S ]|[\ufdd0-\ufdd2]/.test(text)) text = layOut(text);
  text = text.trim();
  // oxlint-disable-next-line no-misleading-character-class -- each of them is invisible by itself
  return /[^\s\p{Cf}\u034f\u115f\u1160\u3164]/u.test(text) ? cutText(text, MAX_TEXT) : '';
}

/** The same in one line, for titles, names and places. */
export function lineOf(value: unknown): string {
  const text = textOf(value);
  return text.includes('\n') ? text.replace(/\n+/g, ' ') : text;
}

/** The beginning of a text, which ends inside none of its characters. */
export function cutText(text: string, limit: number): string {
  return text.length <= limit ? text : text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '');
}

/** Without what is not valid in HTML or turns the direction of writing. Line breaks and tabs stay. */
function withoutControls(text: string): string {
  return wellFormed(text).replace(/[\p{Cc}\ufdd0-\ufdef\u202a-\u202e\u2066-\u2069]/gu, (control) =>
    /[\t\n\r\u0085]/.test(control) ? control : '',
  );
}

/** Lone surrogates would make the UTF-8 of a page differ from its text. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Each entity by itself, as what one stands for must not be taken for a mark. */
function decode(text: string): string {
  return text
    .replace(UNCLOSED_ENTITY, '&$1;')
    .replace(ENTITY, (entity) => withoutControls(decodeHTMLStrict(entity)));
}

function withoutTags(text: string): string {
  const seen = UNSEEN.reduce(withoutStretches, text).replace(DECLARATION, '');
  return seen.replace(TAG, (tag, name: string, attributes: string) =>
    ATTRIBUTE.test(attributes) ? (ELEMENTS.get(name.toLowerCase()) ?? tag) : tag,
  );
}

function withoutStretches(text: string, { start, end }: { start: RegExp; end: RegExp }): string {
  let plain = '';
  let from = 0;
  start.lastIndex = 0;
  for (let first = start.exec(text); first !== null; first = start.exec(text)) {
    end.lastIndex = start.lastIndex;
    // Without an end it is no stretch, and neither is one that begins later.
    if (end.exec(text) === null) break;
    plain += text.slice(from, first.index);
    from = end.lastIndex;
    start.lastIndex = from;
  }
  return plain + text.slice(from);
}

/** Turns each run of blanks and marks into one blank, one break or two. */
function layOut(text: string): string {
  return text.replace(/[\s\ufdd0-\ufdd2]+/g, (run) => {
    if (run.includes(PARAGRAPH)) return '\n\n';
    if (run.includes(BREAK)) return run.indexOf(BREAK) < run.lastIndexOf(BREAK) ? '\n\n' : '\n';
    if (run.includes(LINE)) return '\n';
    const lines = run.replace(/\r\n/g, '\n').match(/[\n\r\u0085\u2028\u2029]/g)?.length ?? 0;
    return lines > 1 ? '\n\n' : lines > 0 ? '\n' : ' ';
  });
}
