import request from 'supertest';
import { expect, test } from 'vitest';
import { siteOfTest, type SiteOptions, type TestSite } from '../support/site.ts';
import { RECORD_KINDS } from '../../shared/records/registry.ts';
import { PAGE_ADDRESSES } from '../../client/addresses.ts';
import { localPath } from '../../shared/languages.ts';

const EVENT = {
  _id: 'sports',
  school: 'FARRUKHABAD',
  title: 'Sports & Games',
  date: '2026-11-20',
  images: ['one.jpg', "it's two.jpg"],
};
const TO_COME = { ...EVENT, _id: 'fair', title: 'Fair', date: '2026-12-05', images: [] };
const TODAY = { ...EVENT, _id: 'today', title: 'Today', date: '2026-11-22', images: [] };
const UNDATED = { ...EVENT, _id: 'open', title: 'Open day', date: '', images: [] };
const UNADDRESSED = { ...EVENT, _id: 'x'.repeat(201) };

/** The names of an index and of a sitemap (sitemaps.org). */
const NAMES =
  ' xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

let site: TestSite;

async function start(options: SiteOptions): Promise<void> {
  site = await siteOfTest({ now: () => new Date('2026-11-22T06:00:00Z'), ...options });
}

async function locationsIn(path: string, element = 'loc'): Promise<string[]> {
  const { text } = await request(site.url)
    .get(path)
    .expect('content-type', 'application/xml; charset=utf-8')
    .expect('cache-control', 'public, max-age=0, s-maxage=60, stale-if-error=86400')
    .expect(200);
  return [...text.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'g'))].map(
    ([, location = '']) => location.replace(site.url, ''),
  );
}

test('robots.txt names the index, which names every sitemap', async () => {
  await start({});
  const { text: robots } = await request(site.url).get('/robots.txt');
  expect(robots).toBe(
    `User-agent: *\nDisallow: /api/\nAllow: /api/image/\nSitemap: ${site.url}/sitemap.xml\n`,
  );
  const files = await locationsIn('/sitemap.xml');
  const kinds = Object.values(RECORD_KINDS).map(({ key }) => key);
  const lists = ['farrukhabad-', 'nekpur-'].flatMap((campus) => kinds.map((kind) => campus + kind));
  expect(files).toEqual(['pages', ...lists].map((name) => `/sitemaps/${name}.xml`));
  const { text } = await request(site.url).get('/sitemap.xml');
  expect(text.startsWith(`${DECLARATION}<sitemapindex${NAMES}`)).toBe(true);
  expect(text.replaceAll(/<loc>.*?<\/loc>|<[^>]*>/g, '').trim()).toBe('');
  for (const file of files) await request(site.url).get(file).expect(200);
  for (const other of ['/sitemaps/', '/sitemaps/other.xml', '/sitemaps/events.xml'])
    await request(site.url).get(other).expect(404);
});

test('pages are those that search engines may list, each once', async () => {
  await start({});
  const found = await locationsIn('/sitemaps/pages.xml');
  expect(new Set(found).size).toBe(found.length);
  for (const { path, page } of PAGE_ADDRESSES)
    for (const own of [path, localPath('hi', path)])
      expect([own, found.includes(own)]).toEqual([own, page.subject === null && page.isIndexed]);
  const { text } = await request(site.url).get('/sitemaps/pages.xml');
  expect(text.startsWith(`${DECLARATION}<urlset${NAMES}`)).toBe(true);
  for (const path of ['/Vision', '/hi/Vision'])
    expect(text).toContain(`<url><loc>${site.url}${path}</loc>${languagesOf('/Vision')}</url>`);
});

/** The addresses of a page in both languages, as each of the two names them. */
function languagesOf(path: string): string {
  const link = (tag: string, own: string) =>
    `<xhtml:link rel="alternate" hreflang="${tag}" href="${site.url}${own}"/>`;
  return link('en-IN', path) + link('hi-IN', `/hi${path}`) + link('x-default', path);
}

test('a record has its address, its day unless that is to come, and its pictures', async () => {
  await start({
    lists: { eventsAll: [EVENT, TODAY, TO_COME, UNDATED, UNADDRESSED], events: [EVENT] },
  });
  const { text } = await request(site.url).get('/sitemaps/farrukhabad-events.xml').expect(200);
  const url = site.url;
  expect(text).toBe(
    [
      `${DECLARATION}<urlset${NAMES}`,
      `<url><loc>${url}/Events/sports/sports-games</loc><lastmod>2026-11-20</lastmod>`,
      `<image:image><image:loc>${url}/api/image/one.jpg</image:loc></image:image>`,
      `<image:image><image:loc>${url}/api/image/it&apos;s%20two.jpg</image:loc></image:image>`,
      `${languagesOf('/Events/sports/sports-games')}</url>`,
      `<url><loc>${url}/hi/Events/sports/sports-games</loc><lastmod>2026-11-20</lastmod>`,
      `${languagesOf('/Events/sports/sports-games')}</url>`,
      ...['/Events/today/today', '/hi/Events/today/today'].map(
        (path) =>
          `<url><loc>${url}${path}</loc><lastmod>2026-11-22</lastmod>${languagesOf('/Events/today/today')}</url>`,
      ),
      ...['/Events/fair/fair', '/Events/open/open-day'].flatMap((path) => [
        `<url><loc>${url}${path}</loc>${languagesOf(path)}</url>`,
        `<url><loc>${url}/hi${path}</loc>${languagesOf(path)}</url>`,
      ]),
      '</urlset>',
    ].join(''),
  );
  expect(await locationsIn('/sitemaps/nekpur-events.xml')).toEqual([]);
});

test('a sitemap, feed or calendar of a list that is not available is 503, never empty', async () => {
  await start({
    prepare: (provider) => provider.fail(/\/(events\/All|news)\/GISNUP/, { status: 500 }),
  });
  for (const path of ['/sitemaps/nekpur-events.xml', '/Events.rss', '/Events.ics']) {
    const { status, text, headers } = await request(site.url).get(path);
    expect([path, status, text]).toEqual([path, 503, 'The list is not available now']);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '60',
    });
  }
  // Only the shorter list of the news is missing.
  const { headers } = await request(site.url).get('/sitemaps/nekpur-news.xml').expect(200);
  expect(headers['cache-control']).toMatch(/ s-maxage=5,/);
});

test('an album names a hundred of its pictures at most', async () => {
  const attachments = Array.from({ length: 101 }, (_, index) => `${index}.jpg`);
  const album = { ...EVENT, category: 'PhotoGallery', title: 'Album', attachments };
  await start({ lists: { gallery: [], galleryAll: [album] } });
  const pictures = await locationsIn('/sitemaps/farrukhabad-albums.xml', 'image:loc');
  expect(pictures).toEqual(attachments.slice(0, 100).map((file) => `/api/image/${file}`));
});
