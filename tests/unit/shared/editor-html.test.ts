import { expect, test } from 'vitest';
import { isElement, type RichNode } from '../../../shared/prose.ts';
import { parseProviderHtml } from '../../../shared/provider-html.ts';
import { parseText, readableSource } from '../../../shared/provider-text.ts';

/** HTML without attributes but addresses. */
function htmlOf(nodes: readonly RichNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      if (!isElement(node)) return '';
      const href = node.href === undefined ? '' : ` href=${node.href}`;
      return `<${node.tag}${href}>${htmlOf(node.children)}</${node.tag}>`;
    })
    .join('');
}

const messageOf = (html: unknown) => htmlOf(parseProviderHtml(readableSource(html)));

const item = (list: string, text: string, indent = 0) =>
  `<li data-list="${list}"${indent > 0 ? ` class="ql-indent-${indent}"` : ''}><span class="ql-ui" contenteditable="false"></span>${text}</li>`;

test.each([
  ['bullets', [item('bullet', 'A'), item('bullet', 'B')], '<ul><li>A</li><li>B</li></ul>'],
  ['numbers', [item('ordered', 'A'), item('ordered', 'B')], '<ol><li>A</li><li>B</li></ol>'],
  [
    'runs of several kinds',
    [item('bullet', 'A'), item('ordered', 'B'), item('ordered', 'C'), item('bullet', 'D')],
    '<ul><li>A</li></ul><ol><li>B</li><li>C</li></ol><ul><li>D</li></ul>',
  ],
  [
    'check boxes',
    [item('checked', 'A'), item('unchecked', 'B')],
    '<ul><li>☑ A</li><li>☐ B</li></ul>',
  ],
  [
    'levels',
    [
      item('bullet', 'A'),
      item('bullet', 'B', 1),
      item('ordered', 'C', 2),
      item('bullet', 'D', 1),
      item('bullet', 'E'),
    ],
    '<ul><li>A<ul><li>B<ol><li>C</li></ol></li><li>D</li></ul></li><li>E</li></ul>',
  ],
  [
    'kinds within a level',
    [item('ordered', 'A'), item('bullet', 'B', 1), item('ordered', 'C', 1), item('ordered', 'D')],
    '<ol><li>A<ul><li>B</li></ul><ol><li>C</li></ol></li><li>D</li></ol>',
  ],
  [
    'a level without the one above it',
    [item('bullet', 'A', 2), item('bullet', 'B')],
    '<ul><li><ul><li><ul><li>A</li></ul></li></ul></li><li>B</li></ul>',
  ],
])('a list of Quill has its own %s, and what follows is outside of it', (_what, items, html) => {
  expect(messageOf(`<p>1</p><ol>${items.join('')}</ol><p>2</p>`)).toBe(`<p>1</p>${html}<p>2</p>`);
});

test('levels of older lists are those of their classes', () => {
  expect(messageOf('<ul><li>A</li><li class="ql-indent-1">B</li><li>C</li></ul><p>D</p>')).toBe(
    '<ul><li>A<ul><li>B</li></ul></li><li>C</li></ul><p>D</p>',
  );
});

const ADDRESS = 'https://video.example/embed/a?b=1&c=2';
const WRITTEN = ADDRESS.replace('&', '&amp;');

test.each([
  `<figure class="media"><oembed url="${WRITTEN}"></oembed></figure>`,
  `<iframe class="ql-video" frameborder="0" src="${WRITTEN}"></iframe>`,
  `<iframe src='//video.example/embed/a?b=1&amp;c=2'>old</iframe>`,
  `<video controls src="${WRITTEN}"></video>`,
  `<video controls><source src="${WRITTEN}" type="video/mp4"></video>`,
  `<audio src=${WRITTEN}></audio>`,
  `<embed src="${WRITTEN}">`,
  `<object data="${WRITTEN}"></object>`,
  `<iframe loading="lazy" data-src="${WRITTEN}"></iframe>`,
])('%s is a link with the host', (html) => {
  expect(messageOf(`<p>Before</p>${html}<p>After</p>`)).toBe(
    `<p>Before</p><p><a href=${ADDRESS}>video.example</a></p><p>After</p>`,
  );
  expect(parseText(`<p>Before</p>${html.replace('old', '')}<p>After</p>`)).toBe(
    `Before\n\n[video.example](${ADDRESS})\n\nAfter`,
  );
});

test.each(['javascript:alert(1)', '/local', 'data:text/html,x', 'about:blank', ''])(
  'an element of %j is left out',
  (address) => {
    expect(messageOf(`<p>A</p><iframe src="${address}"></iframe>`)).toBe('<p>A</p>');
    expect(parseText(`A<iframe src="${address}"></iframe>`)).toBe('A');
  },
);

const word = (text: string) => ({ type: 'text', text });
const lexical = (type: string, ...children: object[]) => ({ type, children });
const proseMirror = (type: string, ...content: object[]) => ({ type, content });
const contentful = (nodeType: string, ...content: object[]) => ({ nodeType, content });

/** A paragraph, a list of two and a link, as editors store them. */
const EDITORS: Readonly<Record<string, unknown>> = {
  Quill: {
    ops: [
      { insert: 'School is ' },
      { attributes: { bold: true }, insert: 'closed' },
      { insert: ' & empty.\nBag' },
      { attributes: { list: 'bullet' }, insert: '\n' },
      { insert: 'Bottle' },
      { attributes: { list: 'bullet' }, insert: '\n' },
      { attributes: { link: 'https://x.example/a' }, insert: 'Form' },
      { insert: { image: 'data:image/png;base64,AAAA' } },
      { insert: '\n' },
    ],
  },
  EditorJS: {
    time: 1_700_000_000_000,
    blocks: [
      { id: 'a', type: 'paragraph', data: { text: 'School is <b>closed</b> &amp; empty.' } },
      {
        type: 'list',
        data: { style: 'unordered', items: ['Bag', { content: 'Bottle', items: [] }] },
      },
      { type: 'paragraph', data: { text: '<a href="https://x.example/a">Form</a>' } },
    ],
    version: '2.28.0',
  },
  Slate: [
    {
      type: 'paragraph',
      children: [{ text: 'School is ' }, { text: 'closed', bold: true }, { text: ' & empty.' }],
    },
    {
      type: 'bulleted-list',
      children: ['Bag', 'Bottle'].map((text) => ({ type: 'list-item', children: [{ text }] })),
    },
    { children: [{ type: 'link', url: 'https://x.example/a', children: [{ text: 'Form' }] }] },
  ],
  Lexical: {
    root: lexical(
      'root',
      lexical('paragraph', { ...word('School is closed & empty.'), format: 1 }),
      {
        ...lexical('list', ...['Bag', 'Bottle'].map((text) => lexical('listitem', word(text)))),
        listType: 'bullet',
      },
      lexical('paragraph', { ...lexical('link', word('Form')), url: 'https://x.example/a' }),
    ),
  },
  Contentful: {
    data: {},
    ...contentful(
      'document',
      {
        data: {},
        ...contentful('paragraph', {
          nodeType: 'text',
          value: 'School is closed & empty.',
          marks: [],
          data: {},
        }),
      },
      contentful(
        'unordered-list',
        ...['Bag', 'Bottle'].map((value) =>
          contentful('list-item', contentful('paragraph', { nodeType: 'text', value })),
        ),
      ),
      contentful('paragraph', {
        ...contentful('hyperlink', { nodeType: 'text', value: 'Form' }),
        data: { uri: 'https://x.example/a' },
      }),
    ),
  },
  ProseMirror: proseMirror(
    'doc',
    {
      ...proseMirror('paragraph', word('School is closed & empty.')),
      attrs: { textAlign: 'left' },
    },
    proseMirror(
      'bulletList',
      ...['Bag', 'Bottle'].map((text) =>
        proseMirror('listItem', proseMirror('paragraph', word(text))),
      ),
    ),
    proseMirror('paragraph', {
      ...word('Form'),
      marks: [{ type: 'link', attrs: { href: 'https://x.example/a' } }],
    }),
  ),
};

test.each(Object.entries(EDITORS))('the JSON of %s is read as text and as HTML', (_name, json) => {
  const text = 'School is closed & empty.\n\nBag\nBottle\n\n[Form](https://x.example/a)';
  const encoded = JSON.stringify(json).replaceAll('"', '&quot;');
  const inTags = `<p>${encoded}</p>`;
  const forms = [json, JSON.stringify(json), JSON.stringify(JSON.stringify(json)), encoded, inTags];
  for (const form of forms) expect(parseText(form).replace(/\n{2}(?=Bottle)/, '\n')).toBe(text);
  expect(messageOf(json).replace(/<\/?(?:p|b)>/g, '')).toBe(
    'School is closed & empty.<ul><li>Bag</li><li>Bottle</li></ul><a href=https://x.example/a>Form</a>',
  );
});

test('a link and a file of EditorJS are links, with their addresses if they have no words', () => {
  const blocks = [
    { type: 'linkTool', data: { link: 'https://x.example/a', meta: { title: 'Form & fees' } } },
    { type: 'linkTool', data: { link: 'https://x.example/a', meta: {} } },
    { type: 'attaches', data: { file: { url: 'https://x.example/b.pdf' }, title: 'Circular' } },
  ];
  expect(parseText({ time: 1, blocks })).toBe(
    '[Form & fees](https://x.example/a)\n\nhttps://x.example/a\n\n[Circular](https://x.example/b.pdf)',
  );
});

test('the JSON of Draft.js is read, with its lists', () => {
  const block = (text: string, type = 'unstyled') => ({
    key: 'a',
    text,
    type,
    depth: 0,
    entityRanges: [],
    data: {},
  });
  const json = {
    blocks: [
      block('Dear <all>'),
      block('Bag', 'unordered-list-item'),
      block('Bottle', 'unordered-list-item'),
      block('One', 'ordered-list-item'),
    ],
    entityMap: {},
  };
  expect(messageOf(json)).toBe(
    '<p>Dear <all></p><ul><li>Bag</li><li>Bottle</li></ul><ol><li>One</li></ol>',
  );
});

test.each([
  ['A text of [brackets] {and more}', 'A text of [brackets] {and more}'],
  ['[Notice] closed', '[Notice] closed'],
  ['{Holi} break', '{Holi} break'],
  ['[2026]', '[2026]'],
  ['"Quoted" words', '"Quoted" words'],
])('%s is no JSON', (written, text) => {
  expect(parseText(written)).toBe(text);
});
