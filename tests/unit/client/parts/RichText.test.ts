import { parseFragment } from 'parse5';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { htmlToText } from '../../../../shared/plain-text.ts';
import { Prose, ProviderHtml } from '../../../../client/parts/RichText.tsx';
import { cpuMs } from '../../../support/cpu.ts';
import { DANGEROUS_TEXTS } from '../../../support/dangerous-records.ts';
import { nodesOf } from '../../../support/read-page.ts';
import { element, tableOf } from '../../../support/rich-element.ts';

/** CPU time of the worst case, with a margin for a busy machine. */
const WORST_CASE_MS = 20_000;

const ALLOWED_TAGS = new Set(
  'div p h2 h3 h4 b strong i em u a br ul ol li blockquote table tbody tr td th'.split(' '),
);

function render(html: string): string {
  return renderToStaticMarkup(createElement(ProviderHtml, { html }));
}

function inside(html: string): string {
  return render(html).replace(/^<div class="prose">|<\/div>$/g, '');
}

/** Everything in the rendered HTML that is not harmless, as a browser's parser would see it. */
function dangersIn(html: string): string[] {
  const dangers: string[] = [];
  for (const node of parseFragment(html).childNodes.flatMap(nodesOf)) {
    if (node.nodeName === '#text') continue;
    if (!('attrs' in node)) {
      dangers.push(node.nodeName);
      continue;
    }
    if (!ALLOWED_TAGS.has(node.tagName)) dangers.push(`<${node.tagName}>`);
    for (const { name, value } of node.attrs) {
      const isFine =
        (name === 'class' && value === 'prose') ||
        (name === 'rel' && value === 'noopener nofollow ugc') ||
        (/^(?:col|row)span$/.test(name) && /^[1-9]\d?$/.test(value)) ||
        (name === 'target' && value === '_blank') ||
        (name === 'href' && /^(https?:\/\/|mailto:|tel:|\/(?!\/))/.test(value));
      if (!isFine) dangers.push(`${name}=${value}`);
    }
  }
  return dangers;
}

const REL = 'rel="noopener nofollow ugc"';

const DROPPED = 'noembed noframes noscript iframe title select audio video object math'.split(' ');

/** What the provider sends, and what the page has of it. */
const RENDERED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'open elements are closed, and what is inside a list or a line stays there': {
    '<p><b>Hi</b></p>': '<p><b>Hi</b></p>',
    '<ul><li>one<li>two</ul><blockquote>said</blockquote>':
      '<ul><li>one</li><li>two</li></ul><blockquote><p>said</p></blockquote>',
    '<i>a</i><p>b<ul><li>c</p>d<br>e': '<p><i>a</i></p><p>b</p><ul><li>cd<br/>e</li></ul>',
    '<ul>a<h2>b</h2></ul><li>c<li>d': '<ul><li>a<h2>b</h2></li></ul><p>c</p><p>d</p>',
    '<ul><h2>a</h2></ul>': '<ul><li><h2>a</h2></li></ul>',
  },
  'links are marked as those of others, and links to scripts are text': {
    '<a href="https://example.org/a">one<a href="/b">two</a>': `<p><a href="https://example.org/a" ${REL} target="_blank">one</a><a href="/b" ${REL}>two</a></p>`,
    '<a href="javascript:x">a</a>': '<p>a</p>',
  },
  'headings are below that of the page': {
    '<h1>1</h1><h3>3</h3><h5>5</h5><h6>6</h6>': '<h2>1</h2><h3>3</h3><h4>5</h4><h4>6</h4>',
  },
  'unknown blocks are paragraphs, and empty ones nothing': {
    '<div>a<div>b</div>c</div><dl><dt>d<dd>e</dl>': '<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p>',
    '<span><font color=red>plain</font></span>': '<p>plain</p>',
    '<p>&nbsp;</p><p></p><p>kept<br>too</p>': '<p>kept<br/>too</p>',
  },
  'tables have complete rows, without those that are empty': {
    '<table><caption>x</caption><tr><th>a<th colspan="2" rowspan=9999>b<td>c</table>':
      '<table><tbody><tr><td><p>x</p></td></tr><tr><th>a</th><th colSpan="2">b</th><td>c</td></tr></tbody></table>',
    '<b>y</b><table><thead><tr><td><p>a</p><td></tr></thead><tr><td> <td></tr><tr><td><ul><li>c</ul></table>d':
      '<p><b>y</b></p><table><tbody><tr><td><p>a</p></td><td></td></tr><tr><td><ul><li>c</li></ul></td></tr></tbody></table><p>d</p>',
    '<table>a<tr>b<tr><td>c<table><td>d</table>e</table>':
      '<table><tbody><tr><td>a</td></tr><tr><td>b</td></tr><tr><td>c<table><tbody><tr><td>d</td></tr></tbody></table>e</td></tr></tbody></table>',
    '<tr><td>a<td>b</tr><table><tr><td></table>': '<p> a b</p>',
  },
  'text stays text, without what Word adds': {
    'a<xml><w:View>Normal</w:View></xml><o:p>b</o:p> <st1:place>c</st1:place>\vd': '<p>ab c\nd</p>',
    'a &lt;b&gt; &amp; गाँव <x-y>c</x-y>': '<p>a &lt;b&gt; &amp; <bdi lang="hi">गाँव</bdi> c</p>',
  },
  'scripts, pictures and drawings are dropped with their content': {
    'a<script>alert(1)</script><img src=x onerror=alert(1)>c': '<p>ac</p>',
    '<svg/>a<svg><svg></svg>b</svg>c': '<p>ac</p>',
    ...Object.fromEntries(DROPPED.map((tag) => [`a<${tag}>b</${tag}>c`, '<p>ac</p>'])),
  },
};

test.each(Object.entries(RENDERED))('R-138 R-139: %s', (_what, texts) => {
  const rendered = Object.keys(texts).map((html) => [html, inside(html)]);
  expect(Object.fromEntries(rendered)).toEqual(texts);
});

test('R-139: none of the payloads leaves anything that a browser could run or load', () => {
  expect(DANGEROUS_TEXTS.length).toBeGreaterThanOrEqual(200);
  for (const payload of DANGEROUS_TEXTS) {
    expect(dangersIn(render(payload)), payload).toEqual([]);
    expect(dangersIn(render(`<ul><li><b>${payload}</ul>`)), payload).toEqual([]);
  }
});

test.each([
  ['nested elements', '<b>'.repeat(21_000)],
  ['nested blocks', '<div>'.repeat(12_000)],
  ['nested tables', '<table><tr><td>'.repeat(4_000)],
  ['nested lists', '<ul><li>'.repeat(8_000)],
  [
    'formatting that wants to be opened again',
    `${Array.from({ length: 3_000 }, (_, index) => `<b a=${index}>`).join('')}${'<p>x'.repeat(4_000)}`,
  ],
  [
    'one tag of attributes',
    `<a ${Array.from({ length: 16_000 }, (_, index) => index.toString(36)).join(' ')}>`,
  ],
  ['stray end tags', `${'<ul><li>'.repeat(20)}${'</p></b>'.repeat(8_000)}`],
  ['dropped elements in each other', '<svg>'.repeat(12_000)],
])('R-139: 64 kB of %s are read in bounded time', (_name, html) => {
  let rendered = '';
  const took = cpuMs(() => {
    rendered = render(html);
    htmlToText(html);
  });
  expect(took).toBeLessThan(WORST_CASE_MS);
  expect(dangersIn(rendered)).toEqual([]);
});

test('R-139: text that is nested too deep, or has too many elements, has its words without tags', () => {
  const rendered = inside(`${'<b>'.repeat(1_000)}deep`);
  expect(rendered).toContain('deep');
  expect(rendered.split('<b>').length).toBeLessThan(50);
  expect(inside('<i>x</i>'.repeat(5_100)).split('<i>')).toHaveLength(5_000);
});

test('a table of the school has a head, and its cells carry the headings for phones', () => {
  const table = tableOf(
    [
      { ...element('th', 'Class'), scope: 'col' },
      { ...element('th', 'Age'), scope: 'col' },
    ],
    [
      { ...element('th', 'Nursery'), scope: 'row' },
      { ...element('td', '3'), label: 'Age' },
    ],
  );
  const html = renderToStaticMarkup(createElement(Prose, { blocks: [table] }));
  expect(html).toBe(
    '<div class="prose"><table class="page-table"><thead><tr><th scope="col">Class</th><th scope="col">Age</th></tr></thead><tbody><tr><th scope="row">Nursery</th><td data-label="Age">3</td></tr></tbody></table></div>',
  );
});
