import { isStyled, lineOf, type WordNode } from './word-nodes.ts';

const TITLE = /^title$/i;
/** That of Apple Pages has no number. */
const HEADING = /^heading(?: ([1-9]))?$/i;
const CONTENTS = /^(?:toc \d|toc heading|contents heading|contents \d)$/i;
const CAPTION = /^(?:caption|illustration|figure)$/i;
/** `Campus: Nekpur`, below the title of a page that the school adds; also in Hindi. */
const FIELD = /^(campus|menu|परिसर|मेन्यू|मेनू)\s*:\s*(.+)$/i;
const FIELD_NAMES: Readonly<Record<string, string>> = { परिसर: 'campus', मेन्यू: 'menu', मेनू: 'menu' };

export type Outline = {
  /** Null if nothing has the style of a title or of a heading. */
  title: string | null;
  fields: Record<string, string>;
  body: WordNode[];
};

/** What stands around the text, and the text with its headings as levels 1 to 3. */
export function readOutline(nodes: readonly WordNode[]): Outline {
  const shown = nodes.filter((node) => !isStyled(node, CONTENTS));
  const isTitle = (node: WordNode) => lineOf(node) !== '' && isStyled(node, TITLE);
  const isHeading = (node: WordNode) => lineOf(node) !== '' && isStyled(node, HEADING);
  const title = shown.find(isTitle) ?? shown.find(isHeading);
  const first = shown.find((node) => node === title || fieldOf(node) !== null);
  // The line above the fields is meant as the title, not the first heading below them.
  if (title === undefined || (!isTitle(title) && first !== title))
    return { title: null, fields: {}, body: shown };
  const { fields, body } = takeFields(shown.filter((node) => node !== title));
  return { title: lineOf(title), fields, body: withCaptions(withLevels(body)) };
}

function fieldOf(node: WordNode): RegExpExecArray | null {
  return node.type === 'paragraph' ? FIELD.exec(lineOf(node)) : null;
}

function takeFields(nodes: readonly WordNode[]) {
  const fields: Record<string, string> = {};
  const isBlank = (node: WordNode) =>
    node.type === 'paragraph' && lineOf(node) === '' && node.children?.length === 0;
  let end = 0;
  for (const node of nodes) {
    const [, name = '', value = ''] = fieldOf(node) ?? [];
    if (name !== '') fields[FIELD_NAMES[name] ?? name.toLowerCase()] = value;
    else if (!isBlank(node)) break;
    end += 1;
  }
  return { fields, body: nodes.slice(end) };
}

/** The highest level in use becomes the first: many begin below the title with Heading 1, others with Heading 2. */
function withLevels(nodes: readonly WordNode[]): WordNode[] {
  const level = (node: WordNode) => HEADING.exec(node.styleName ?? '')?.[1] ?? '1';
  const headings = nodes.filter((node) => isStyled(node, HEADING));
  const levels = [...new Set(headings.map(level))].toSorted();
  return nodes.map((node) => {
    if (!isStyled(node, HEADING)) return node;
    const number = Math.min(levels.indexOf(level(node)) + 1, 3);
    return { ...node, styleId: null, styleName: `heading ${number}`, numbering: null };
  });
}

/** A caption below a picture becomes its caption. */
function withCaptions(nodes: readonly WordNode[]): WordNode[] {
  const kept: WordNode[] = [];
  for (const node of nodes) {
    const picture = lastPicture(kept.at(-1));
    if (picture !== null && isStyled(node, CAPTION)) picture.caption = lineOf(node);
    else kept.push(node);
  }
  return kept;
}

function lastPicture(node: WordNode | undefined): WordNode | null {
  if (node === undefined || lineOf(node) !== '') return null;
  return findPictures(node).at(-1) ?? null;
}

export function findPictures(node: WordNode): WordNode[] {
  return node.type === 'image' ? [node] : (node.children ?? []).flatMap(findPictures);
}
