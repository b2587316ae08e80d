import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  attribute,
  elementsOf,
  readPage,
  textOf,
  withTag,
  type Element,
} from '../support/read-page.ts';
import { SAMPLE_RECORDS } from '../support/sample-records.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { localPath } from '../../shared/languages.ts';

let site: TestSite;

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

async function pageAt(path: string): Promise<Element> {
  const { text } = await request(site.url).get(path);
  return readPage(text);
}

/** The links and metadata of a page's head, by name. */
function headOf(page: Element): Map<string | null, string | null> {
  return new Map([
    ...elementsOf(page, withTag('link')).map(
      (link) => [attribute(link, 'rel'), attribute(link, 'href')] as const,
    ),
    ...elementsOf(page, withTag('meta')).map(
      (meta) => [attribute(meta, 'property'), attribute(meta, 'content')] as const,
    ),
  ]);
}

test('both languages of a page name each other, and the English one as the default', async () => {
  for (const path of ['/', '/Events', '/nekhpur/Admission', ...SAMPLE_RECORDS]) {
    const named = await Promise.all(
      [path, localPath('hi', path)].map(async (own) => {
        const root = await pageAt(own);
        const links = elementsOf(root, withTag('link'));
        const canonical = links.find((link) => attribute(link, 'rel') === 'canonical');
        expect(attribute(canonical ?? root, 'href')).toBe(site.url + own);
        return links.flatMap((link) =>
          attribute(link, 'hreflang') === null
            ? []
            : `${attribute(link, 'hreflang')} ${attribute(link, 'href')}`,
        );
      }),
    );
    expect(named[0]).toEqual([
      `en-IN ${site.url}${path}`,
      `hi-IN ${site.url}${localPath('hi', path)}`,
      `x-default ${site.url}${path}`,
    ]);
    expect(named[1]).toEqual(named[0]);
  }
});

test.each([
  ['/nekhpur/Vision', '/hi/nekhpur/Vision'],
  ['/HI/nekpur/vision', '/nekhpur/Vision'],
  ['/News?year=2026&month=3&q=sports&other=1', '/hi/News?year=2026&month=3&q=sports'],
  ['/hi/Search?q=sports&kind=news', '/Search?q=sports&kind=news'],
  ['/hi/SubGallery?id=alb-f-02', '/Gallery/alb-f-02/inter-house-quiz'],
  ['/Notices/ntf-f-01', '/hi/Notices/ntf-f-01/admissions-open-nursery-to-class-ix-and-xi'],
  ['/hi/Career?sent=ABC', '/Career'],
  ['/hi/nekhpur/no-such-page', '/Home'],
])('the link to the other language of %s leads to %s', async (path, other) => {
  const { text } = await request(site.url).get(path).redirects(1);
  const [link] = elementsOf(
    readPage(text),
    (each) => attribute(each, 'class') === 'language-switch',
  );
  expect(attribute(link ?? readPage(''), 'href')).toBe(other);
});

test('link previews get the language of a Hindi page; other pages count as English', async () => {
  const hindi = headOf(await pageAt('/hi/Vision'));
  expect(hindi.get('og:locale')).toBe('hi_IN');
  expect(hindi.get('og:locale:alternate')).toBe('en_IN');
  const english = headOf(await pageAt('/Vision'));
  expect(english.has('og:locale')).toBe(false);
});

test('an album whose id makes no address has the address of all albums as canonical', async () => {
  const album = { _id: '..', school: 'FARRUKHABAD', category: 'PhotoGallery', title: 'Fair' };
  site.provider.setList('subGallery', [album]);
  for (const path of ['/SubGallery', '/hi/SubGallery']) {
    const page = await pageAt(`${path}?id=..`);
    const [heading] = elementsOf(page, withTag('h1'));
    expect([path, heading && textOf(heading)]).toEqual([path, 'Fair']);
    expect(headOf(page).get('canonical')).toBe(site.url + path);
  }
});

test('a Hindi page carries the texts that its islands and scripts show, an English page has none', async () => {
  const root = await pageAt('/hi/Career');
  const carried = elementsOf(root, withTag('script')).map((script) =>
    script.childNodes.map((node) => ('value' in node ? node.value : '')).join(''),
  );
  for (const text of [
    'Sending…',
    'Please upload CV (  PDF).',
    'Please check these {count} fields:',
  ])
    expect([text, carried.some((script) => script.includes(JSON.stringify(text)))]).toEqual([
      text,
      true,
    ]);
  const [body] = elementsOf(root, withTag('body'));
  expect(attribute(body ?? root, 'data-texts')).toContain('Pause {noun}');
  const { text } = await request(site.url).get('/Career');
  expect(text).not.toContain('data-texts');
  expect(text).not.toContain('"hindi"');
});

test('a school without content/hi has no Hindi pages and names none', async () => {
  const english = await startSite({
    provider: site.provider,
    content: (written) => ({ ...written, hindi: null }),
  });
  await request(english.url).get('/hi/Vision').expect(404);
  const { text } = await request(english.url).get('/Vision').expect(200);
  expect(text).not.toMatch(/hreflang|language-switch/i);
  await english.stop();
});
