import { statSync } from 'node:fs';
import request from 'supertest';
import { expect, test } from 'vitest';
import { attribute, elementsOf, readPage, textOf, withTag } from '../support/read-page.ts';
import { sharedSite } from '../support/site.ts';

const site = sharedSite({
  content: (written) => ({
    ...written,
    documents: written.documents.map((document) =>
      document.file === 'prospectus.pdf' ? { ...document, language: 'Hindi' } : document,
    ),
  }),
});

async function mainOf(path: string) {
  const { text } = await request(site.url).get(path).expect(200);
  const [main] = elementsOf(readPage(text), withTag('main'));
  if (main === undefined) throw new Error(`${path} has no main`);
  return main;
}

function size(file: string): string {
  return `${Math.round(statSync(`content/files/${file}`).size / 1000)} KB`;
}

test.each(['', '/nekhpur'])(
  '%s/Documents lists each document with name, type, size, language and a page that opens and downloads it',
  async (prefix) => {
    const list = elementsOf(await mainOf(`${prefix}/Documents`), withTag('li'));
    expect(list.length).toBe(19);
    expect(list.map(textOf)).toContain(`Fee Structure PDF, ${size('fee-structure.pdf')}, English`);
    expect(list.map(textOf)).toContain(`Prospectus PDF, ${size('prospectus.pdf')}, Hindi`);
    for (const link of list.flatMap((item) => elementsOf(item, withTag('a')))) {
      const path = attribute(link, 'href') ?? '';
      expect(path).toMatch(new RegExp(`^${prefix}/Documents/[a-z0-9-]+$`));
      const main = await mainOf(path);
      const file = `/files${path.slice(`${prefix}/Documents`.length)}.pdf`;
      const ways = elementsOf(main, withTag('a')).filter((a) => attribute(a, 'href') === file);
      const [heading] = elementsOf(main, withTag('h1'));
      if (heading === undefined) throw new Error(`${path} has no heading`);
      expect(ways.map(textOf), path).toEqual([
        `Open ${textOf(heading)}`,
        `Download ${textOf(heading)}`,
      ]);
      expect(ways.map((a) => attribute(a, 'download') !== null)).toEqual([false, true]);
      const [frame] = elementsOf(main, withTag('iframe'));
      expect(frame && attribute(frame, 'src')).toBe(file);
      expect(textOf(main)).toMatch(/PDF, \d+ KB, (English|Hindi)/);
      await request(site.url).get(file).expect(200).expect('content-type', 'application/pdf');
    }
  },
);

test('R-062: the disclosure page names each document with type, size and language in one link to its page', async () => {
  const main = await mainOf('/nekhpur/MandatoryDisclosure');
  const links = elementsOf(main, (element) => attribute(element, 'class') === 'file-link');
  expect(links).toHaveLength(17);
  for (const link of links) {
    expect(attribute(link, 'href')).toMatch(/^\/nekhpur\/Documents\/[a-z0-9-]+$/);
    expect(textOf(link)).toMatch(/^[A-Z].+ PDF, \d+ KB, English$/);
  }
});

test('R-061: the menu has type, size and language beside the words of the specification, not in them', async () => {
  const { text } = await request(site.url).get('/Vision').expect(200);
  const link = /<a href="\/files\/fee-structure\.pdf"[^>]*>[^<]*<\/a>/.exec(text)?.[0];
  expect(link).toContain(`data-facts="PDF, ${size('fee-structure.pdf')}, English"`);
  expect(link).toContain('>Fee Structure</a>');
});
