import { fieldsOf, type Fields } from './fields-of.ts';

/** Deeper nodes are left out. */
const MAX_DEPTH = 24;

/** HTML elements by the types of nodes, in small letters and without signs; the first that fits. */
const ELEMENTS: readonly (readonly [type: RegExp, tag: string])[] = [
  [/^(?:un)?orderedlistitem$/, 'list-item'],
  [/^(?:list|task|check|todo)?items?$|^li$|^listitem/, 'li'],
  [/^(?:un|bullet|task|check|todo)\w*list$|^ul$/, 'ul'],
  [/^(?:ordered|number)\w*list$|^ol$/, 'ol'],
  [/^list$|^checklist$/, 'list'],
  [/^h[1-6]$|^head(?:er|ing)/, 'h3'],
  [/quote/, 'blockquote'],
  [/^(?:auto|hyper)?link$|^a$/, 'a'],
  // Blocks of EditorJS.
  [/^linktool$|^attaches$/, 'a-block'],
  [/break$/, 'br'],
  [/^table$/, 'table'],
  [/row$|^tr$/, 'tr'],
  [/cell|header$|^t[dh]$/, 'td'],
  [/embed|video|youtube|iframe/, 'iframe'],
  [/^(?:text|span|root|doc|document)$|^$/, ''],
];

/** Where nodes have what is in them. */
const INNER = [
  'text',
  'value',
  'children',
  'content',
  'items',
  'blocks',
  'root',
  'document',
  'nodes',
];
/** Where a block of EditorJS has its words. */
const INNER_DATA = [...INNER, 'message', 'title', 'html', 'caption'];

/**
 * The JSON of an editor as HTML: of Quill (Delta), EditorJS, Draft.js, Slate, Lexical, and of ProseMirror with those
 * made of it. Null for other JSON.
 */
export function editorHtml(json: object): string | null {
  const fields = fieldsOf(json);
  const root = fields.get('ops') ?? fields.get('root') ?? fields.get('document') ?? json;
  const nodes: unknown = ['blocks', 'children', 'content'].reduce<unknown>(
    (found, key) => (Array.isArray(found) ? found : (fieldsOf(found).get(key) ?? found)),
    root,
  );
  if (!Array.isArray(nodes) || nodes.length === 0 || !nodes.every(isNode)) return null;
  const isDelta = nodes.every((node) => fieldsOf(node).has('insert'));
  const html = isDelta ? deltaHtml(nodes) : nodes.map((node) => nodeHtml(node, MAX_DEPTH)).join('');
  return html.replaceAll('</ol><ol>', '').replaceAll('</ul><ul>', '');
}

function isNode(value: unknown): boolean {
  const fields = fieldsOf(value);
  const isTyped = typeof typeOf(fields) === 'string';
  if (fields.has('insert') || typeof fields.get('text') === 'string') return true;
  if (Array.isArray(fields.get('children'))) return true;
  return isTyped && [...INNER, 'data', 'attrs'].some((key) => fields.has(key));
}

/** A line break ends a line, and has the attributes of it. */
function deltaHtml(operations: readonly unknown[]): string {
  let html = '';
  let line = '';
  for (const operation of operations) {
    const fields = fieldsOf(operation);
    const attributes = fieldsOf(fields.get('attributes'));
    const insert = fields.get('insert');
    const [first = '', ...others] =
      typeof insert === 'string' ? insert.split('\n') : [embedHtml(fieldsOf(insert))];
    line += typeof insert === 'string' ? linked(escaped(first), attributes.get('link')) : first;
    for (const other of others) {
      html += lineHtml(line, attributes);
      line = linked(escaped(other), attributes.get('link'));
    }
  }
  return html + (line === '' ? '' : lineHtml(line, new Map()));
}

function lineHtml(line: string, attributes: Fields): string {
  const list = attributes.get('list');
  if (typeof list === 'string') {
    const indent = Number(attributes.get('indent') ?? 0);
    return `<ol><li data-list="${escaped(list)}" class="ql-indent-${indent}">${line}</li></ol>`;
  }
  const tag = attributes.has('header') ? 'h3' : attributes.has('blockquote') ? 'blockquote' : 'p';
  return `<${tag}>${line}</${tag}>`;
}

function nodeHtml(node: unknown, depth: number, list = 'ul'): string {
  if (typeof node === 'string') return node;
  if (depth === 0 || typeof node !== 'object' || node === null) return '';
  if (Array.isArray(node)) return node.map((one) => nodeHtml(one, depth - 1, list)).join('');
  const fields = fieldsOf(node);
  const data = fieldsOf(fields.get('data'));
  const attributes = new Map([...fields, ...data, ...fieldsOf(fields.get('attrs'))]);
  const type = [typeOf(fields)]
    .join('')
    .toLowerCase()
    .replace(/[^a-z\d]/g, '');
  const tag = elementOf(type, attributes);
  const ownList = tag === 'ul' || tag === 'ol' ? tag : listOf(attributes, type, list);
  const inner =
    innerHtml(fields, { depth, list: ownList, isHtml: false }) +
    innerHtml(data, { depth, list: ownList, isHtml: true });
  if (tag === 'list-item') return `<${ownList}><li>${inner}</li></${ownList}>`;
  if (tag === 'list' || tag === 'ul' || tag === 'ol') return `<${ownList}>${inner}</${ownList}>`;
  if (tag === 'br') return '<br>';
  if (tag === 'iframe') return embedHtml(attributes) + inner;
  if (tag === 'a') return linked(inner, addressIn(attributes));
  if (tag === 'a-block') return `<p>${blockLink(inner, attributes)}</p>`;
  if (tag === '') return linked(inner, markedLink(fields));
  return `<${tag}>${inner}</${tag}>`;
}

function elementOf(type: string, attributes: Fields): string {
  if (attributes.has('listItem')) return 'list-item';
  if (type === '' && attributes.has('children')) return 'p';
  return ELEMENTS.find(([form]) => form.test(type))?.[1] ?? 'p';
}

/** An ordered list says so in its type, its style or its format. */
function listOf(attributes: Fields, type: string, list: string): string {
  const style = [
    type,
    ...['style', 'format', 'listType', 'listItem', 'ordered'].map((key) => attributes.get(key)),
  ].join(' ');
  if (/unorder|bullet|check/i.test(style)) return 'ul';
  return /order|number|true/i.test(style) ? 'ol' : list;
}

type InnerOptions = { depth: number; list: string; isHtml: boolean };

function innerHtml(fields: Fields, { depth, list, isHtml }: InnerOptions): string {
  return (isHtml ? INNER_DATA : INNER)
    .map((key) => {
      const value = fields.get(key);
      if (typeof value === 'string')
        return isHtml || key === 'content' ? value : escaped(value).replaceAll('\n', '<br>');
      if (!Array.isArray(value)) return nodeHtml(value, depth - 1, list);
      if (key === 'items') {
        const items = value.map((item) => `<li>${nodeHtml(item, depth - 1, list)}</li>`).join('');
        return isHtml || items === '' ? items : `<${list}>${items}</${list}>`;
      }
      // A table of EditorJS.
      if (isHtml && value.every(Array.isArray))
        return value
          .map(
            (row: unknown[]) =>
              `<tr>${row.map((cell) => `<td>${nodeHtml(cell, depth - 1)}</td>`).join('')}</tr>`,
          )
          .join('');
      return nodeHtml(value, depth - 1, list);
    })
    .filter((html) => html !== '')
    .join(' ');
}

function typeOf(fields: Fields): unknown {
  return fields.get('type') ?? fields.get('_type') ?? fields.get('nodeType');
}

function addressIn(fields: Fields): unknown {
  return ['url', 'href', 'uri', 'link'].map((key) => fields.get(key)).find(Boolean);
}

/** The title or the address of a page or a file is its words. */
function blockLink(words: string, fields: Fields): string {
  const address = addressIn(fields) ?? addressIn(fieldsOf(fields.get('file')));
  const title = fieldsOf(fields.get('meta')).get('title') ?? address;
  return linked(words || escaped(typeof title === 'string' ? title : ''), address);
}

/** ProseMirror's links are marks of their words. */
function markedLink(fields: Fields): unknown {
  const marks = fields.get('marks');
  if (!Array.isArray(marks)) return undefined;
  return marks.map((mark) => fieldsOf(fieldsOf(mark).get('attrs')).get('href')).find(Boolean);
}

function embedHtml(fields: Fields): string {
  const address = ['video', 'src', 'source', 'url', 'embed']
    .map((key) => fields.get(key))
    .find((value) => typeof value === 'string');
  return typeof address === 'string' ? `<iframe src="${escaped(address)}"></iframe>` : '';
}

function linked(html: string, address: unknown): string {
  return typeof address === 'string' && html !== ''
    ? `<a href="${escaped(address)}">${html}</a>`
    : html;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
