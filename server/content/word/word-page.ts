import { parseProviderHtml } from '../../../shared/provider-html.ts';
import { MAX_SOURCE } from '../../../shared/provider-text.ts';
import { MAX_ELEMENTS } from '../../../shared/provider-tree.ts';
import { isAllowedLink } from '../../../shared/content-fields.ts';
import { joinTexts, type Block, type RichNode } from '../../../shared/prose.ts';
import { shapeTables } from '../page-tables.ts';
import { checkPicture } from '../picture-errors.ts';
import { atPlace, type Finding } from '../problem.ts';
import { htmlFinding, lostLetters, mergeFindings, TABS } from '../text-findings.ts';
import { legacyFontWords } from './legacy-fonts.ts';
import { readWordFile, type WordParts } from './word-file.ts';
import { findLosses, readPart } from './word-losses.ts';
import { descendants, lineOf, replaceNodes, type WordNode } from './word-nodes.ts';
import { findPictures, readOutline, type Outline } from './word-outline.ts';
import { writeZip } from '../zip.ts';

type WordPage = {
  /** Null if the document cannot be read, or has none. */
  title: string | null;
  /** `campus` and `menu`, of a page that the school adds. */
  fields: Readonly<Record<string, string>>;
  blocks: Block[];
  /** In the order of the document; `pictureName` has named them. */
  pictures: Map<string, Buffer>;
  errors: Finding[];
  warnings: Finding[];
};

const STYLE_MAP = [
  "p[style-name='heading 1'] => h2:fresh",
  "p[style-name='heading 2'] => h3:fresh",
  "p[style-name='heading 3'] => h4:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Quotations'] => blockquote > p:fresh",
];

/** @param pictureName of the picture with this number, from 1 */
export async function readWordPage(
  file: Buffer,
  pictureName: (number: number) => string,
): Promise<WordPage> {
  const parts = readWordFile(file);
  if ('text' in parts) return unreadable(parts);
  try {
    return await convert(parts, pictureName);
  } catch (error) {
    const cause = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return unreadable({
      text: 'cannot be read ({cause}): open it in Word, and save it again',
      values: { cause },
    });
  }
}

function unreadable(error: Finding): WordPage {
  return {
    title: null,
    fields: {},
    blocks: [],
    pictures: new Map(),
    errors: [error],
    warnings: [],
  };
}

async function convert(
  parts: WordParts,
  pictureName: (number: number) => string,
): Promise<WordPage> {
  // Loaded lazily: it takes 0.2 s, and most folders have no document.
  const { default: mammoth } = await import('mammoth');
  let outline: Outline = { title: null, fields: {}, body: [] };
  let errors: Finding[] = [];
  const images: WordNode[] = [];
  const { value: html, messages } = await mammoth.convertToHtml(
    { buffer: writeZip(parts) },
    {
      styleMap: STYLE_MAP,
      includeEmbeddedStyleMap: false,
      transformDocument(document: WordNode) {
        errors = nodeErrors(document, readPart(parts, 'word/styles.xml'));
        outline = readOutline(replaceNodes(document.children ?? [], plainNode));
        images.push(...outline.body.flatMap(findPictures));
        return { ...document, children: outline.body };
      },
      convertImage: mammoth.images.imgElement((image) =>
        Promise.resolve({ src: String(images.findIndex((node) => Object.is(node, image))) }),
      ),
    },
  );
  if (html.length > MAX_SOURCE || (html.match(/<[a-z]/g)?.length ?? 0) > MAX_ELEMENTS)
    return unreadable({ text: 'is too long for a page: make two pages of it' });
  const nodes = parseProviderHtml(html, (attributes) => {
    const index = Number(attributes.get('src'));
    const { altText, caption = null } = images[index] ?? {};
    return { picture: pictureName(index + 1), alt: altText?.trim() ?? '', caption };
  });
  const blocks = shapeTables(nodes.filter(isBlock));
  const { pictures, ...ofImages } = await readImages(images, pictureName);
  const losses = findLosses(parts, `${outline.title ?? ''} ${joinTexts(blocks)}`);
  return {
    title: outline.title,
    fields: outline.fields,
    blocks,
    pictures,
    errors: [...errors, ...ofImages.errors, ...losses.errors, ...pageErrors(outline, blocks)],
    warnings: [
      ...ofImages.warnings,
      ...losses.warnings,
      ...tabWarnings(blocks),
      ...styleWarnings(messages.map(({ message }) => message)),
    ],
  };
}

function isBlock(node: RichNode): node is Block {
  return typeof node !== 'string';
}

function pageErrors({ title }: Outline, blocks: readonly Block[]): Finding[] {
  return [
    ...(title === null
      ? [{ text: 'has no title: give its first line the style "Title" (Home, Styles)' } as const]
      : []),
    ...(blocks.length === 0 ? [{ text: 'has no text below its title' } as const] : []),
    ...lostLetters([title, joinTexts(blocks), ...captionsIn(blocks)].join(' ')),
  ];
}

/** Texts beside pictures. */
function captionsIn(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => ('picture' in block ? [block.alt, block.caption ?? ''] : []));
}

function tabWarnings(blocks: readonly Block[]): Finding[] {
  const line = blocks.map((block) => joinTexts([block])).find((text) => TABS.test(text));
  if (line === undefined) return [];
  const words = line.replace(/\s+/g, ' ').trim().slice(0, 80);
  return [
    {
      text: 'columns of tabs are shown as text; use a table (Insert, Table): {words}',
      values: { words },
    },
  ];
}

/** Digits that stand high or low keep their meaning as characters: 2³, H₂O. */
const HIGH = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const LOW = '₀₁₂₃₄₅₆₇₈₉';

function plainNode(node: WordNode): WordNode[] {
  const { type, children = [] } = node;
  if (type === 'noteReference' || type === 'commentReference' || type === 'bookmarkStart')
    return [];
  // A link within the document, as in its table of contents; or one that does not work on a website.
  if (type === 'hyperlink' && !isAllowedLink(node.href ?? '')) return children;
  const digits = { superscript: HIGH, subscript: LOW }[node.verticalAlignment ?? ''];
  if (type !== 'run' || digits === undefined) return [node];
  return [{ ...node, verticalAlignment: 'baseline', children: replaceNodes(children, withDigits) }];

  function withDigits(text: WordNode): WordNode[] {
    if (text.type !== 'text') return [text];
    const value = text.value?.replace(/\d/g, (digit) => digits?.[Number(digit)] ?? digit);
    return [{ ...text, ...(value !== undefined && { value }) }];
  }
}

function nodeErrors(document: WordNode, styles: string): Finding[] {
  const nodes = descendants(document);
  const links = nodes.filter(({ href }) => href !== undefined && !isAllowedLink(href));
  const lines = nodes.filter(({ type }) => type === 'paragraph').map(lineOf);
  const struck = nodes.filter(({ isStrikethrough }) => isStrikethrough === true).map(lineOf);
  return [
    ...mergeFindings(lines).values(),
    ...[...lines, ...nodes.map(({ altText }) => altText ?? '')].flatMap(htmlFinding),
    ...legacyFontWords(document, styles).map(({ font, words }) => ({
      text: '"{words}" is Hindi in the font {font}, which browsers show as Latin letters: convert the text to Unicode (Mangal, Nirmala UI)' as const,
      values: { font, words: words.slice(0, 40) },
    })),
    ...links.map((link) => ({
      text: 'the link of "{words}" does not work on a website: {link}' as const,
      values: { words: lineOf(link), link: link.href ?? '' },
    })),
    ...struck
      .filter((words) => words !== '')
      .map((words) => ({
        text: 'struck-out text would be shown as valid; delete it: {words}' as const,
        values: { words: words.slice(0, 80) },
      })),
  ];
}

async function readImages(images: readonly WordNode[], pictureName: (number: number) => string) {
  const pictures = new Map<string, Buffer>();
  const errors: Finding[] = [];
  const warnings: Finding[] = [];
  for (const [index, image] of images.entries()) {
    const number = String(index + 1);
    if ((image.altText ?? '').trim() === '')
      errors.push({
        text: 'picture {number} needs a description: select it in Word, and choose "Alt Text"',
        values: { number },
      });
    const bytes = await readImage(image);
    if (bytes === null) {
      errors.push({
        text: 'picture {number} is not in the document: insert it with Insert, Pictures, This Device',
        values: { number },
      });
      continue;
    }
    pictures.set(pictureName(index + 1), bytes);
    const found = await checkPicture(PICTURE_FILE, bytes);
    const placed = (finding: Finding) => atPlace(`picture ${number}`, finding);
    errors.push(...found.errors.map(placed));
    warnings.push(...found.warnings.map(placed));
  }
  return { pictures, errors, warnings };
}

/** A picture in a document has no name of its own; its bytes tell the format. */
const PICTURE_FILE = 'picture.jpg';

/** Null for one that is elsewhere: it is never fetched. */
async function readImage(image: WordNode): Promise<Buffer | null> {
  try {
    return (await image.readAsBuffer?.()) ?? null;
  } catch {
    return null;
  }
}

/** Styles of programs that look like plain text, or are only for the eye. */
const PLAIN_STYLE =
  /^(?:normal|standard|default|body|text body|no spacing|list|contents|table|paragraph|plain text|subtitle|default paragraph|header|footer|strong|emphasis|hyperlink|internet link|caption|book title|subtle|intense|mention|unresolved|placeholder|footnote|endnote|toc|western|horizontal line|ms?o|a\d*$|style\d*$)/i;

function styleWarnings(messages: readonly string[]): Finding[] {
  const names = messages.flatMap((message) => {
    const [, name = ''] =
      /^Unrecognised paragraph style: '?(.*?)'? \(Style ID: /.exec(message) ?? [];
    return name === '' || PLAIN_STYLE.test(name) ? [] : [`"${name}"`];
  });
  if (names.length === 0) return [];
  return [
    {
      text: 'paragraphs of these styles are shown as plain text; use Heading 1, Heading 2 and Quote: {styles}',
      values: { styles: [...new Set(names)].join(', ') },
    },
  ];
}
