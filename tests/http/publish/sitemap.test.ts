import request from 'supertest';
import { expect, test } from 'vitest';
import { siteOfTest, type SiteOptions, type TestSite } from '../../support/site.ts';
import { PAGE_ADDRESSES } from '../../../client/addresses.ts';
import { localPath } from '../../../shared/languages.ts';

const EVENT = {
  _id: 'sports',
  school: 'FARRUKHABAD',
  title: 'Sports & Games',
  date: '2026-11-20',
};
const TO_COME = { ...EVENT, _id: 'fair', title: 'Fair', date: '2026-12-05' };
const TODAY = { ...EVENT, _id: 'today', title: 'Today', date: '2026-11-22' };
const UNDATED = { ...EVENT, _id: 'open', title: 'Open day', date: '' };
const UNADDRESSED = { ...EVENT, _id: 'x'.repeat(201) };

const START =
  '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';

let site: TestSite;

async function start(options: SiteOptions): Promise<void> {
  site = await siteOfTest({ now: () => new Date('2026-11-21T20:00:00Z'), ...options });
}

async function readUrls(): Promise<string[]> {
  const { text } = await request(site.url)
    .get('/sitemap.xml')
    .expect('content-type', 'application/xml; charset=utf-8')
    .expect(200);
  expect(text.slice(0, START.length)).toBe(START);
  const urls = text.slice(START.length).split('</url>');
  expect(urls.pop()).toBe('</urlset>');
  return urls.map((url) =>
    url.replace(site.url, '').replace('<url><loc>', '').replace('</loc>', ' '),
  );
}

test('robots.txt names the sitemap, which caches hold briefly', async () => {
  await start({});
  const { text: robots } = await request(site.url).get('/robots.txt');
  expect(robots).toBe(
    `User-agent: *\nDisallow: /api/\nAllow: /api/image/\nSitemap: ${site.url}/sitemap.xml\n`,
  );
  const fresh = 'public, max-age=0, s-maxage=60, stale-if-error=86400';
  await request(site.url).get('/sitemap.xml').expect(200).expect('cache-control', fresh);
});

test('its pages are those that search engines may list, each once in each language', async () => {
  await start({});
  const found = await readUrls();
  expect(new Set(found).size).toBe(found.length);
  for (const { path, page } of PAGE_ADDRESSES)
    for (const own of [path, localPath('hi', path)]) {
      const isListed = page.subject === null && page.isIndexed;
      expect([own, found.includes(`${own} `)]).toEqual([own, isListed]);
    }
});

test('a record has its address in each language, and its day unless that is to come', async () => {
  const lists = { eventsAll: [EVENT, TODAY, TO_COME, UNDATED, UNADDRESSED], events: [EVENT] };
  await start({ lists });
  const events = (await readUrls()).filter((url) => url.includes('/Events/'));
  expect(events.filter((url) => !/^(\/hi)?(\/nekhpur)?\/Events\/Calendar /.test(url))).toEqual(
    [
      '/Events/sports/sports-games <lastmod>2026-11-20</lastmod>',
      '/Events/today/today <lastmod>2026-11-22</lastmod>',
      '/Events/fair/fair ',
      '/Events/open/open-day ',
    ].flatMap((url) => [url, `/hi${url}`]),
  );
});

test('a feed or calendar of a list that is not available is 503, never empty; the sitemap has the other lists, more briefly', async () => {
  const notification = [{ _id: 'bus', title: 'New bus stop' }];
  await start({
    lists: { notification },
    prepare: (provider) => provider.fail(/\/(events\/All|news)\/GISNUP/, { status: 500 }),
  });
  for (const path of ['/Events.rss', '/Events.ics']) {
    const { status, text, headers } = await request(site.url).get(path);
    expect([path, status, text]).toEqual([path, 503, 'The list is not available now']);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '60',
    });
  }
  // Only the shorter list of the news is missing.
  const { headers } = await request(site.url).get('/News.rss').expect(200);
  expect(headers['cache-control']).toMatch(/ s-maxage=5,/);
  await request(site.url)
    .get('/sitemap.xml')
    .expect('cache-control', /^public, max-age=0, s-maxage=5, /);
  expect(await readUrls()).toEqual(
    expect.arrayContaining([
      '/Vision ',
      '/Notices/bus/new-bus-stop ',
      '/hi/nekhpur/Notices/bus/new-bus-stop ',
    ]),
  );
});
