import { statSync } from 'node:fs';
import request from 'supertest';
import { expect, test } from 'vitest';
import { allOf, readPage, select, textOf } from '../../support/read-page.ts';
import { sharedSite } from '../../support/site.ts';
import { documentsOf } from '../../../shared/documents.ts';

/** Of a document, which the pages of the site may frame. */
const HEADERS = {
  'content-type': 'application/pdf',
  'cache-control': 'public, max-age=3600, s-maxage=60',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
};

/** Languages of two documents. */
const LANGUAGES = { 'academic-calendar.pdf': 'English', 'prospectus.pdf': 'Hindi' };

const site = sharedSite({
  content: (content) => {
    for (const document of content.documents)
      if (document.file === 'prospectus.pdf') document.language = 'Hindi';
    return content;
  },
});

async function mainOf(path: string) {
  const { text } = await request(site.url).get(path).expect(200);
  const [main] = select(readPage(text), 'main');
  if (main === undefined) throw new Error(`${path} has no main`);
  return main;
}

function size(file: string): string {
  return `${Math.round(statSync(`content/files/${file}`).size / 1000)} KB`;
}

test.each(['', '/nekhpur'])('%s/Documents lists documents with their pages', async (prefix) => {
  const list = await mainOf(`${prefix}/Documents`);
  const documents = documentsOf(prefix === '' ? 'FARRUKHABAD' : 'NEKPUR', site.content.documents);
  expect(select(list, 'li')).toHaveLength(documents.length);
  for (const [file, language] of Object.entries(LANGUAGES)) {
    const { title } = documents.find((document) => document.file === file) ?? {};
    expect(allOf(list, 'li a')).toContain(`${title} PDF, ${size(file)}, ${language}`);
  }
  for (const href of allOf(list, 'li a', 'href')) {
    const path = href ?? '';
    expect(path).toMatch(new RegExp(`^${prefix}/Documents/[a-z0-9-]+$`));
    const main = await mainOf(path);
    const file = `/files${path.slice(`${prefix}/Documents`.length)}.pdf`;
    const [heading] = allOf(main, 'h1');
    const ways = select(main, `a[href=${file}]`);
    expect(ways.map(textOf), path).toEqual([`Open ${heading}`, `Download ${heading}`]);
    for (const way of ['[target=_blank]', '[download]'])
      expect(allOf(main, way, 'href')).toEqual([file]);
    expect(allOf(main, '.breadcrumb a', 'href')[1]).toBe(`${prefix}/Documents`);
    expect(allOf(main, 'iframe', 'title')).toEqual([heading]);
    expect(allOf(main, 'iframe', 'src')).toEqual([file]);
    expect(textOf(main)).toMatch(/PDF, \d+ KB, (English|Hindi)/);
    const { headers } = await request(site.url).get(file).expect(200);
    expect(headers).toMatchObject(HEADERS);
  }
});
