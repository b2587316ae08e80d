import { parse, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type ChildNode = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;

/** Elements whose text is not shown. */
const SILENT = new Set(['script', 'style', 'template', 'noscript', 'head', 'title', 'option']);
/** Elements that do not end a line of text, unless a class of ours lays them out. */
const INLINE = new Set('a b bdi strong em i span u small sub sup time'.split(' '));

/** A page as parse5 reads it, from the requested element. */
export function readPage(html: string): Element {
  const document = parse(html);
  const root = document.childNodes.find(isElement);
  if (root === undefined) throw new Error('the page has no element');
  return root;
}

/** For `fetch`: compressing a page and unpacking it takes time. Tests of encodings ask for them by name. */
export const UNCOMPRESSED = { headers: { 'accept-encoding': 'identity' } } as const;

/**
 * A page with every section in its place: one that was streamed is requested again, when its lists are known.
 * @throws Error when it has another status.
 */
export async function openComplete(url: string, status = 200): Promise<Element> {
  return readPage(await completeHtml(url, status));
}

/** `openComplete` for a caller that needs a small part of the page. */
export async function completeHtml(url: string, status = 200): Promise<string> {
  for (;;) {
    const response = await fetch(url, UNCOMPRESSED);
    const html = await response.text();
    if (response.status !== status) throw new Error(`${url} has status ${response.status}`);
    if (!html.includes('<template id="B:')) return html;
  }
}

const isElement = (node: Node): node is Element => 'tagName' in node;

/** A node and all below it, those in templates too. */
export function nodesOf(root: Node): Node[] {
  const inTemplate = 'content' in root ? [root.content] : [];
  const children = 'childNodes' in root ? root.childNodes : [];
  return [root, ...[...inTemplate, ...children].flatMap(nodesOf)];
}

export function attribute(element: Element, name: string): string | null {
  return element.attrs.find((entry) => entry.name === name)?.value ?? null;
}

/** The elements below `root` (and itself) that `matches` names, in document order. */
function elementsOf(
  root: Element,
  matches: (element: Element) => boolean,
  found: Element[] = [],
): Element[] {
  if (matches(root)) found.push(root);
  for (const child of root.childNodes) if (isElement(child)) elementsOf(child, matches, found);
  return found;
}

function rawText(node: ChildNode): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  if (!isElement(node) || SILENT.has(node.tagName)) return '';
  if (node.tagName === 'br') return '\n';
  const text = node.childNodes.map(rawText).join('');
  return INLINE.has(node.tagName) && attribute(node, 'class') === null ? text : ` ${text} `;
}

/** The text that a reader sees, in one line; of an option or a title its own. */
export function textOf(element: Element | undefined): string {
  if (element === undefined) return '';
  const isNamed = element.tagName === 'option' || element.tagName === 'title';
  return oneLine(isNamed ? element.childNodes.map(rawText).join('') : rawText(element));
}

const PART = /([.#]?)([\w-]+)|\[([\w-]+)(?:(\^?=)([^\]]*))?\]/g;

/** The elements below `root` that a CSS selector finds: tags, `.class`, `#id`, `[name]`, `[name=value]`, `[name^=start]` and descendants. */
export function select(root: Element, selector: string): Element[] {
  let found = [root];
  for (const step of selector.split(' ')) {
    const tests = [...step.matchAll(PART)].map(
      ([, mark = '', word = '', name = '', operator, value = '']) =>
        (element: Element): boolean => {
          if (name === '' && mark === '') return element.tagName === word;
          if (mark === '.') return (attribute(element, 'class') ?? '').split(' ').includes(word);
          const actual = attribute(element, mark === '#' ? 'id' : name);
          if (mark === '#' || operator === '=') return actual === (mark === '#' ? word : value);
          return operator === undefined ? actual !== null : actual?.startsWith(value) === true;
        },
    );
    const below = found.flatMap((outer) =>
      elementsOf(outer, (element) => element !== outer && tests.every((fits) => fits(element))),
    );
    found = [...new Set(below)];
  }
  return found;
}

/** What the elements of a selector say, or an attribute of each. */
export function allOf(root: Element, selector: string, name?: string): (string | null)[] {
  return select(root, selector).map((element) =>
    name === undefined ? textOf(element) : attribute(element, name),
  );
}

/** The links that a selector finds in a page, as `text > address`. */
export function linksOf(html: string, selector: string): string[] {
  return select(readPage(html), selector).map(
    (link) => `${textOf(link)} > ${attribute(link, 'href') ?? ''}`,
  );
}

/** White space as one blank, without invisible marks, in composed form. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cf}]/gu, '')
    .replace(/[\s\u00a0]+/gu, ' ')
    .trim()
    .normalize('NFC');
}

/** The addresses that a search finds, the best one first. */
export async function findHrefs(
  { url }: { url: string },
  q: string,
  path = '/Search',
): Promise<string[]> {
  const html = await completeHtml(`${url}${path}?q=${encodeURIComponent(q)}`);
  return Array.from(html.matchAll(/card-title"><a href="([^"]*)"/g), ([, href = '']) => href);
}
