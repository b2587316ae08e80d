import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { textOfHtml } from '../../../../client/pages/home/plain-text.ts';
import { ProviderHtml } from '../../../../client/parts/ProviderHtml.tsx';
import { cpuMs } from '../../../support/cpu.ts';
import { DANGEROUS_TEXTS } from '../../../support/dangerous-records.ts';

/** CPU time of the worst case, with a margin for a busy machine. */
const WORST_CASE_MS = 20_000;

const ALLOWED_TAGS = new Set('div p h2 h3 h4 b strong i em u a br ul ol li blockquote'.split(' '));

function render(html: string): string {
  return renderToStaticMarkup(createElement(ProviderHtml, { html }));
}

function inside(html: string): string {
  return render(html).replace(/^<div class="prose">|<\/div>$/g, '');
}

/** Everything in the rendered HTML that is not harmless, as a browser's parser would see it. */
function dangersIn(html: string): string[] {
  const dangers: string[] = [];
  const open: DefaultTreeAdapterTypes.Node[] = [...parseFragment(html).childNodes];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
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
        (name === 'target' && value === '_blank') ||
        (name === 'href' && /^(https?:\/\/|mailto:|tel:|\/(?!\/))/.test(value));
      if (!isFine) dangers.push(`${name}=${value}`);
    }
    open.push(...node.childNodes);
  }
  return dangers;
}

const SCRIPT = 'alert(1)';

test('R-138: a message is rendered as HTML: bold, lists, quotations and links stay', () => {
  expect(inside('<p><b>Hi</b></p>')).toBe('<p><b>Hi</b></p>');
  expect(inside('<ul><li>one<li>two</ul><blockquote>said</blockquote>')).toBe(
    '<ul><li>one</li><li>two</li></ul><blockquote><p>said</p></blockquote>',
  );
  expect(inside('<a href="https://example.org/a">there</a>')).toBe(
    '<p><a href="https://example.org/a" rel="noopener nofollow ugc" target="_blank">there</a></p>',
  );
  const nested = inside(
    '<a href="https://example.org/a">one<a href="https://example.org/b">two</a>',
  );
  expect(nested.replaceAll(/ (?:rel|target)="[^"]*"/g, '')).toBe(
    '<p><a href="https://example.org/a">one</a><a href="https://example.org/b">two</a></p>',
  );
});

test('R-138: headings of a message stand below the heading of the page, and foreign blocks become paragraphs', () => {
  expect(inside('<h1>One</h1><h3>Two</h3><h6>Three</h6>')).toBe(
    '<h2>One</h2><h3>Two</h3><h4>Three</h4>',
  );
  expect(inside('<div>a<div>b</div>c</div>')).toBe('<p>a</p><p>b</p><p>c</p>');
  expect(inside('<span><font color=red>plain</font></span>')).toBe('<p>plain</p>');
  expect(inside('<p>&nbsp;</p><p></p><p>kept<br>too</p>')).toBe('<p>kept<br/>too</p>');
  expect(inside('<table><tr><td>a<td>b</table>')).toBe('<p> a b</p>');
});

test('R-139: a script and an onerror of a message are not in the page', () => {
  expect(inside(`before<script>${SCRIPT}</script><img src=x onerror=${SCRIPT}>after`)).toBe(
    '<p>beforeafter</p>',
  );
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
    textOfHtml(html);
  });
  expect(took).toBeLessThan(WORST_CASE_MS);
  expect(dangersIn(rendered)).toEqual([]);
});

test('R-139: text that is nested too deep has its words without tags', () => {
  const rendered = inside(`${'<b>'.repeat(1_000)}deep`);
  expect(rendered).toContain('deep');
  expect(rendered.split('<b>').length).toBeLessThan(50);
});

test('R-139: text keeps all its letters and entities in any markup', () => {
  expect(inside('a &lt;b&gt; &amp; गाँव <x-unknown>c</x-unknown>')).toBe(
    '<p>a &lt;b&gt; &amp; <bdi lang="hi">गाँव</bdi> c</p>',
  );
});
