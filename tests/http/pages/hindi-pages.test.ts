import request from 'supertest';
import { expect, test } from 'vitest';
import { attribute, readPage, select, textOf } from '../../support/read-page.ts';
import { SAMPLE_RECORDS } from '../../support/sample-records.ts';
import { sharedSite, siteOfTest } from '../../support/site.ts';
import { localPath } from '../../../shared/languages.ts';

const site = sharedSite();

const htmlAt = async (path: string) => (await request(site.url).get(path).redirects(1)).text;

test('both languages of a page name each other, and the English one as the default', async () => {
  for (const path of ['/', '/Events', '/nekhpur/Admission', ...SAMPLE_RECORDS]) {
    const hindi = localPath('hi', path);
    for (const own of [path, hindi]) {
      const text = await htmlAt(own);
      expect(text).toContain(`<link rel="canonical" href="${site.url}${own}"/>`);
      const links = text.matchAll(/<link rel="alternate" hrefLang="(.*?)" href="(.*?)"\/>/gi);
      expect(Array.from(links, ([, tag, href]) => [tag, href])).toEqual([
        ['en-IN', site.url + path],
        ['hi-IN', site.url + hindi],
        ['x-default', site.url + path],
      ]);
    }
  }
});

test.each([
  ['/nekhpur/Vision', '/hi/nekhpur/Vision'],
  ['/HI/nekpur/vision', '/nekhpur/Vision'],
  ['/News?year=2026&month=3&q=sports&other=1', '/hi/News?year=2026&month=3&q=sports'],
  ['/hi/Search?q=sports&kind=news', '/Search?q=sports&kind=news'],
  ['/hi/Search?kind=news', '/Search'],
  ['/hi/SubGallery?id=alb-f-02', '/Gallery/alb-f-02/inter-house-quiz'],
  ['/Notices/ntf-f-01', '/hi/Notices/ntf-f-01/admissions-open-nursery-to-class-ix-and-xi'],
  ['/hi/Career?sent=ABC', '/Career'],
  ['/hi/nekhpur/no-such-page', '/Home'],
])('the other language of %s is at %s', async (path, other) => {
  const page = readPage(await htmlAt(path));
  const [link = page] = select(page, '.language-switch');
  const attributes = ['href', 'lang', 'hreflang'].map((name) => attribute(link, name));
  const rest = other.startsWith('/hi') ? ['hi', 'hi-IN', 'हिन्दी'] : ['en', 'en-IN', 'English'];
  expect([...attributes, textOf(link)]).toEqual([other, ...rest]);
});

test('link previews get the language of a Hindi page; other pages count as English', async () => {
  const hindi = await htmlAt('/hi/Vision');
  expect(hindi).toContain('<meta property="og:locale" content="hi_IN"/>');
  expect(hindi).toContain('<meta property="og:locale:alternate" content="en_IN"/>');
  const english = await htmlAt('/Vision');
  expect(english).not.toContain('og:locale');
});

test('an album whose id makes no address has the address of all albums as canonical', async () => {
  const album = { _id: '..', school: 'FARRUKHABAD', category: 'PhotoGallery', title: 'Fair' };
  site.provider.setList('subGallery', [album]);
  for (const path of ['/SubGallery', '/hi/SubGallery']) {
    const text = await htmlAt(`${path}?id=..`);
    expect(text).toMatch(/<h1>(<bdi lang="en">)?Fair</);
    expect(text).toContain(`<link rel="canonical" href="${site.url}${path}"/>`);
  }
});

test('a Hindi page carries the texts that its islands and scripts show, an English page has none', async () => {
  const text = await htmlAt('/hi/Career');
  for (const shown of [
    'Sending…',
    'Please upload CV (  PDF).',
    'Please check these {count} fields:',
  ])
    expect(text).toContain(JSON.stringify(shown));
  expect(text).toMatch(/<body[^>]* data-texts="[^"]*Pause \{noun\}/);
  const english = await htmlAt('/Career');
  expect(english).not.toContain('data-texts');
  expect(english).not.toContain('"hindi"');
});

test('a school without content/hi has no Hindi pages and names none', async () => {
  const english = await siteOfTest({ content: (written) => ({ ...written, hindi: null }) });
  await request(english.url).get('/hi/Vision').expect(404);
  const { text } = await request(english.url).get('/Vision').expect(200);
  expect(text).not.toMatch(/hreflang|language-switch/i);
  const { text: sitemap } = await request(english.url).get('/sitemap.xml').expect(200);
  expect(sitemap).toContain(`<url><loc>${english.url}/Vision</loc></url>`);
});
