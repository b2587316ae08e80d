import { decodeXML } from 'entities/decode';
import { decodeText } from '../decode-text.ts';
import type { Finding } from '../problem.ts';
import type { WordParts } from './word-file.ts';

/** Characters of the words that a finding quotes. */
const QUOTED = 80;
/** Texts of one paragraph: of words, of formulas, of drawings and diagrams. */
const TEXT = /<(?:w|m|a):t(?:\s[^>]*)?>([^<]*)<\/(?:w|m|a):t>/g;
const DELETED = /<w:delText(?:\s[^>]*)?>([^<]*)<\/w:delText>/g;
const FORMULA = /<m:oMath(?:\s[^>]*)?>[\s\S]*?<\/m:oMath>/g;
const INSERTION = /<w:(?:ins|moveTo)\s[^>]*[^/]>[\s\S]*?<\/w:(?:ins|moveTo)>/g;
/** Its properties, without those of before a tracked change; a property without a value is on. */
const HIDDEN_RUN =
  /<w:r(?:\s[^>]*)?>\s*<w:rPr>(?:(?!<\/w:rPr>|<w:rPrChange\b)[\s\S])*<w:vanish(?:\s+w:val="(?:1|true|on)")?\s*\/?>[\s\S]*?<\/w:r>/g;
const WORD_ART = /<v:textpath\b[^>]*\bstring="([^"]*)"/g;
const TEXT_BOX = /<w:txbxContent>[\s\S]*?<\/w:txbxContent>/g;
const DRAWING = /<wp:(?:inline|anchor)\b[\s\S]*?<\/wp:(?:inline|anchor)>/g;
const CROPPED = /<a:srcRect\b[^>]*\b[lrtb]="-?[1-9]/;
const TURNED = /<pic:spPr\b[\s\S]*?<a:xfrm\b[^>]*\brot="-?[1-9]/;

/** Parts whose words are not in the text. */
const OTHER_PARTS: readonly { part: RegExp; text: Finding['text'] }[] = [
  { part: /^word\/(?:header|footer)\d*\.xml$/, text: 'the header or footer is left out: {words}' },
  { part: /^word\/comments\.xml$/, text: 'a comment is left out: {words}' },
  {
    part: /^word\/(?:foot|end)notes\.xml$/,
    text: 'a footnote is left out; write it in the text: {words}',
  },
  {
    part: /^word\/(?:diagrams\/data|charts\/chart)\d*\.xml$/,
    text: 'a chart or diagram is left out; insert it as a picture: {words}',
  },
];

/** What a document has beside its text, with its words. @param shown the words that the page shows */
export function findLosses(
  parts: WordParts,
  shown: string,
): { errors: Finding[]; warnings: Finding[] } {
  const xml = readPart(parts, 'word/document.xml');
  const quote = (text: Finding['text'], pattern: RegExp, words = wordsOf): Finding[] =>
    quoted(
      text,
      [...xml.matchAll(pattern)].map((match) => words(match[1] ?? match[0])),
    );
  const errors = [
    ...quote('hidden text would be shown; delete it: {words}', HIDDEN_RUN),
    ...drawingFindings(xml, CROPPED, CROPPED_TEXT),
  ];
  const warnings = [
    ...quote('a formula is left out; insert it as a picture: {words}', FORMULA),
    ...quote('tracked changes are shown as if accepted; inserted: {words}', INSERTION),
    ...quote('tracked changes are shown as if accepted; deleted: {words}', DELETED, decodeXML),
    ...quote('WordArt is left out; write it as text: {words}', WORD_ART, decodeXML),
    ...textBoxes(xml, shown),
    ...drawingFindings(
      xml,
      TURNED,
      'the picture "{picture}" is turned in Word only; turn the photo itself',
    ),
    ...(/<w:gridBefore\b[^>]*\bw:val="[1-9]/.test(xml)
      ? [
          {
            text: 'a row of a table begins in a later column, and is shown from the first: give it all its cells',
          } as const,
        ]
      : []),
    ...(/<o:OLEObject\b/.test(xml)
      ? [
          {
            text: 'an embedded file of another program is left out; insert it as a table or a picture',
          } as const,
        ]
      : []),
    ...OTHER_PARTS.flatMap(({ part, text }) =>
      quoted(
        text,
        [...parts.keys()]
          .filter((name) => part.test(name))
          .map((name) => wordsOf(readPart(parts, name))),
      ),
    ),
  ];
  return { errors, warnings };
}

const CROPPED_TEXT =
  'the picture "{picture}" is cropped, but all of it would be published: select it, choose Picture Format, Compress Pictures, "Delete cropped areas of pictures"';

/** A text box follows its paragraph, unless mammoth does not know its kind. */
function textBoxes(xml: string, shown: string): Finding[] {
  const boxes = [...new Set(Array.from(xml.matchAll(TEXT_BOX), ([box]) => wordsOf(box)))];
  const isShown = (words: string) => squeezed(shown).includes(squeezed(words));
  return [
    ...quoted(
      'a text box is left out; write it as text: {words}',
      boxes.filter((words) => !isShown(words)),
    ),
    ...quoted('a text box is shown below its paragraph: {words}', boxes.filter(isShown)),
  ];
}

function drawingFindings(xml: string, pattern: RegExp, text: Finding['text']): Finding[] {
  return Array.from(xml.matchAll(DRAWING), ([drawing]) => drawing)
    .filter((drawing) => pattern.test(drawing))
    .map((drawing) => {
      const [, name = ''] = /<wp:docPr\b[^>]*\b(?:descr|name)="([^"]*)"/.exec(drawing) ?? [];
      return { text, values: { picture: decodeXML(name) } };
    });
}

/** Numbers of pages and the like need no words. */
function quoted(text: Finding['text'], texts: readonly string[]): Finding[] {
  return texts
    .filter((words) => /\p{L}{2}|\p{L}\p{M}|[=+]/u.test(words))
    .map((words) => ({ text, values: { words: words.slice(0, QUOTED) } }));
}

function wordsOf(xml: string): string {
  const paragraphs = xml.split(/<\/(?:w|a):p>/);
  const texts = paragraphs.map((paragraph) =>
    Array.from(paragraph.matchAll(TEXT), ([, text = '']) => decodeXML(text)).join(''),
  );
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, '');
}

export function readPart(parts: WordParts, name: string): string {
  const part = parts.get(name);
  return part === undefined ? '' : decodeText(part).text;
}
