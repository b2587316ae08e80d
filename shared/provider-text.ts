import { decodeHTMLStrict } from 'entities/decode';
import { withoutData } from './pasted-data.ts';
import { isNothing, sourceText } from './provider-values.ts';
import { EMBED_TAGS, embeddedLink, writeLink } from './text-links.ts';

/** Longest text of one field that is read, in characters with its tags but not their styles (docs/promises.md#s3). */
export const MAX_SOURCE = 64_000;
/** The same with all that no reader sees, besides data. */
const MAX_RAW = 512_000;
/** Longest text that is read of one field, in characters; the rest is cut. */
const MAX_TEXT = 20_000;
/** How often a text may have been encoded; each time it is decoded and its tags are read. */
const MAX_LAYERS = 4;

/** What a tag leaves behind until the text is laid out: noncharacters, which no text may hold. */
const BREAK = '\ufdd0';
const LINE = '\ufdd1';
const PARAGRAPH = '\ufdd2';
const SPACE = ' ';
/** Marks around a link's address and its words. */
const LINK = '\ufdd3';
const LINK_WORDS = '\ufdd4';
const LINK_END = '\ufdd5';

/**
 * Elements of HTML, by what they do to the text. Others with a colon or a hyphen in their names are those of Word
 * (`o:p`, `st1:place`) or of scripts; a `<` before anything else is a text of its own.
 */
const ELEMENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    [BREAK]: 'br',
    [LINE]:
      'div li tr dt dd section article header footer figure figcaption address center caption',
    [PARAGRAPH]: 'p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre hr',
    [SPACE]: 'td th option',
    '':
      'abbr acronym area audio b base basefont bdi bdo big body button canvas cite code col colgroup data ' +
      'datalist del details dfn dialog em embed fieldset font form frame frameset head hgroup html i ' +
      'iframe img input ins kbd label legend link main map mark marquee math menu meta meter nav nobr ' +
      'noscript object oembed optgroup output param picture progress q rp rt ruby s samp script select slot ' +
      'small source span strike strong style sub summary sup svg tbody template textarea tfoot thead ' +
      'time title track tt u var video wbr',
  }).flatMap(([mark, names]) => names.split(' ').map((name) => [name, mark] as const)),
);

/** No part of it passes a `<`, so that a text of nothing but these takes linear time. */
const TAG =
  /<\/?([a-z][a-z0-9]*(?:[:-][a-z][a-z0-9-]*)?)((?:\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*)?)\/?>/gi;
const ATTRIBUTE = /=|^[\s/]*$/;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
/** Where an embedded video, recording or page is. */
const EMBEDDED = /\s(?:(?:data-)?src|url|data)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
/** An address in angle brackets is no tag. */
const AUTOLINK = /<((?:https?:\/\/|(?:mailto:)?[\w.+-]{1,64}@)[^\s<>"']{1,2000})>/gi;
/** Attributes that no reader sees, and which are the longest of a text from a word processor. */
const STYLES = /\s(?:style|lang|face|width|height|valign)\s{0,9}=\s{0,9}(?:"[^"<>]*"|'[^'<>]*')/gi;

/** `<!doctype html>`, `<?xml version="1.0"?>`, and what word processors write. */
const DECLARATION = /<[!?][a-z[][^<>]*>/gi;

/** How a stretch begins that no reader sees: a comment, a script, styles, settings of Word. */
const UNSEEN = /<!--|<(script|style|xml)(?:\s[^<>]*)?>/gi;

const ENTITY = /&(?:#x?[0-9a-f]{1,8}|[a-z][a-z0-9]{1,31});/gi;
/** Entities that are common without their semicolon; others would eat words, as in `News&notes`. */
const UNCLOSED_ENTITY = /&(nbsp|amp|lt|gt|quot)(?![a-z0-9;])/gi;

/**
 * A provider's plain text as a reader expects it: entities decoded, `<br>`, `<p>` and `<li>` as line
 * breaks, other tags taken off, without scripts, styles and comments. What only looks like a tag
 * (`a < b`, `I <3 GIS`) stays, and so does a link (text-links.ts). Lines are separated by one break, paragraphs by
 * two. Text and numbers are read, all else is empty. A text that was read once stays the same.
 */
export function parseText(value: unknown): string {
  return read(value, writeLink);
}

/** The same in one line without links, for titles, names and places. */
export function parseLine(value: unknown): string {
  return read(value, (words) => words).replace(/\n+/g, ' ');
}

function read(value: unknown, write: typeof writeLink): string {
  let text = withoutControls(readableSource(value));
  for (let layer = 0; layer < MAX_LAYERS && /[<&]/.test(text); layer += 1) {
    const next = withoutData(decode(withoutTags(text)));
    if (next === text) break;
    text = next;
  }
  if (/[\ufdd3-\ufdd5]/.test(text)) text = withLinks(text, write);
  // Two blanks, or one that is not a plain blank.
  if (/\s\s|[^\S ]|[\ufdd0-\ufdd2]/.test(text)) text = layOut(text);
  text = text.trim();
  if (isNothing(text)) return '';
  // oxlint-disable-next-line no-misleading-character-class -- each of them is invisible by itself
  return /[^\s\p{Cf}\u034f\u115f\u1160\u3164]/u.test(text) ? cutText(text, MAX_TEXT) : '';
}

/** What a provider has written, with its tags, but without what no reader sees: only the rest counts for the limit. */
export function readableSource(value: unknown): string {
  const source = cutText(sourceText(value), MAX_RAW);
  if (!source.includes('<')) return cutText(source, MAX_SOURCE);
  return cutText(seenText(source).replace(STYLES, ''), MAX_SOURCE);
}

/** The beginning of a text, which ends inside none of its characters. */
export function cutText(text: string, limit: number): string {
  return text.length <= limit ? text : text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '');
}

/**
 * Removes what is not valid in HTML or turns the direction of writing. Line breaks and tabs stay. Lone surrogates would
 * make the UTF-8 of a page differ from its text.
 */
function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?![\t\n\v\f\r\u0085])[\p{Cc}\ufdd0-\ufdef\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** Each entity by itself, as what one stands for must not be taken for a mark. */
function decode(text: string): string {
  return text
    .replace(UNCLOSED_ENTITY, '&$1;')
    .replace(ENTITY, (entity) => withoutControls(decodeHTMLStrict(entity)));
}

function withoutTags(text: string): string {
  const seen = seenText(text).replace(DECLARATION, '');
  return seen.replace(TAG, (tag, written: string, attributes: string) => {
    const name = written.toLowerCase();
    if (!ATTRIBUTE.test(attributes) && name !== 'video' && name !== 'audio') return tag;
    if (name === 'a') return tag.startsWith('</') ? LINK_END : linkStart(attributes);
    const link = EMBED_TAGS.includes(name)
      ? embeddedLink(decodeHTMLStrict(attributeIn(attributes, EMBEDDED)))
      : null;
    if (link !== null) return BREAK + LINK + link.href + LINK_WORDS + link.host + LINK_END + BREAK;
    return ELEMENTS.get(name) ?? (/[:-]/.test(name) ? '' : tag);
  });
}

function linkStart(attributes: string): string {
  const address = attributeIn(attributes, HREF);
  return address === '' ? '' : LINK + address + LINK_WORDS;
}

function attributeIn(attributes: string, pattern: RegExp): string {
  const [, ...values] = pattern.exec(attributes) ?? [];
  return values.find(Boolean) ?? '';
}

function withLinks(text: string, write: typeof writeLink): string {
  return text
    .replace(
      /\ufdd3([^\ufdd3-\ufdd5]*)\ufdd4([^\ufdd3-\ufdd5]*)(?:\ufdd5|(?=\ufdd3))/g,
      (_link, address: string, words: string) =>
        write(words.replace(/[\s\ufdd0-\ufdd2]+/g, ' '), address),
    )
    .replace(/\ufdd3[^\ufdd3-\ufdd5]*\ufdd4|[\ufdd3-\ufdd5]/g, '');
}

function seenText(text: string): string {
  const source = text.replace(AUTOLINK, ' $1 ');
  const unended = new Set<string>();
  let seen = '';
  let from = 0;
  for (const { 0: start, 1: name, index } of source.matchAll(UNSEEN)) {
    const end = name === undefined ? '-->' : `</${name.toLowerCase()}\\s*>`;
    // A stretch needs an end; no later one has an end either.
    if (index < from || unended.has(end)) continue;
    const ending = new RegExp(end, 'gi');
    ending.lastIndex = index + start.length;
    if (ending.test(source)) {
      seen += source.slice(from, index);
      from = ending.lastIndex;
    } else unended.add(end);
  }
  return seen + source.slice(from);
}

const LINE_END = /[\n\v\f\r\u0085\u2028\u2029]/;

/** Turns each run of blanks and marks into one blank, one break or two. */
function layOut(text: string): string {
  return text.replace(/[\s\ufdd0-\ufdd2]+/g, (run) => {
    if (run.includes(PARAGRAPH)) return '\n\n';
    if (run.includes(BREAK)) return run.indexOf(BREAK) < run.lastIndexOf(BREAK) ? '\n\n' : '\n';
    if (run.includes(LINE)) return '\n';
    const lines = run.replaceAll('\r\n', '\n').split(LINE_END, 3).length - 1;
    return lines > 1 ? '\n\n' : lines > 0 ? '\n' : ' ';
  });
}
