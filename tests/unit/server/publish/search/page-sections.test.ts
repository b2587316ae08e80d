import { expect, test } from 'vitest';
import { readSections } from '../../../../../server/publish/search/page-sections.ts';

/** The text of a page, and the sections that only point elsewhere. */
async function read(main: string) {
  const sections = await readSections(`<main id="main">${main}</main>`);
  return {
    text: sections
      .map(({ text }) => text)
      .join('\n')
      .trim(),
    pointers: sections.filter(({ isPointer }) => isPointer === true).map(({ heading }) => heading),
  };
}

test.each([
  ['<p>One</p><p>Two</p>', 'One\nTwo'],
  ['<a href="/Fees">Fees</a><a href="/Rte">Free seats</a>', 'Fees · Free seats'],
  ['<address><span>GIS</span><span>Arrah</span></address>', 'GIS · Arrah'],
  ['<tr><th>Bus</th><td>7:10 AM</td></tr>', 'Bus · 7:10 AM'],
  ['<p>Ask <b>us</b>, or <a href="/Contact">write</a>.</p>', 'Ask us, or write.'],
  ['<li><b>1098</b> <span></span></li>', '1098'],
])('what stands apart on a page stands apart in its text: %s', async (html, text) => {
  expect((await read(html)).text).toBe(text);
});

test('a section points elsewhere if each of its sentences links to a page of the site', async () => {
  const link = '<a href="/Notices">Notices</a>';
  const { pointers } = await read(
    `<h2>One</h2><p>See ${link}.</p><h2>Two</h2><p>See ${link}. Or ask.</p>
    <h2>Three</h2><p>See <a href="https://cbse.gov.in/">CBSE</a>.</p><h2>Four</h2>
    <h2>Five</h2><ul><li>${link}</li><li>${link} and the app</li></ul>`,
  );
  expect(pointers).toEqual(['One', 'Five']);
});
