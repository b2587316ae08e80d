import request from 'supertest';
import { describe, expect, test, vi } from 'vitest';
import { SOON } from '../../support/effort.ts';
import { allOf, openComplete, readPage } from '../../support/read-page.ts';
import { sharedSite, siteOfTest } from '../../support/site.ts';
import type { TestProvider } from '../../support/providers/test-provider.ts';
import { feedPath } from '../../../shared/records/feed-paths.ts';

const EVENT = {
  _id: 'Sports-7',
  school: 'FARRUKHABAD',
  title: 'Sports Day, 2026!',
  description: 'Races\nand a march past\n\nBring a cap',
  date: '2026-11-20',
};
const FACTS = { date: '2026-12-05', time: '9 AM', venue: 'Hall', url: 'https://forms.example/x' };
const FILES = { images: ['a.jpg', 'b.jpg'], attachments: ['plan.pdf'] };
const LATER = { ...EVENT, ...FACTS, ...FILES, _id: 'fair', title: 'Science Fair' };
const BARE = { _id: 'bare', school: 'FARRUKHABAD', title: 'Open day' };
const NEWS = {
  ...EVENT,
  _id: 'n/1',
  title: 'वार्षिक उत्सव',
  fromDate: '2026-11-01',
  category: 'News',
};
const NOTICE = { _id: 'bus', title: 'New bus stop', attachments: ['route.pdf', 'stops.pdf'] };
const ALBUM = {
  ...EVENT,
  _id: 'a1',
  title: 'Annual Day',
  attachments: ['one.jpg'],
  category: 'PhotoGallery',
};

let clock = Date.parse('2026-11-22T06:00:00Z');

const site = sharedSite({
  now: () => new Date(clock),
  providerHas: 'nothing',
  lists: {
    eventsAll: [EVENT, LATER, BARE, { ...EVENT, _id: 'np', school: 'NEKPUR' }],
    newsAll: [NEWS, { ...NEWS, _id: 'n2' }],
    // The last one has no address.
    notification: [NOTICE, { ...NOTICE, _id: 'van' }, { ...NOTICE, _id: '..' }],
    galleryAll: [ALBUM, { ...ALBUM, _id: 'a2' }],
    subGallery: [ALBUM],
  },
});

const open = (path: string) => openComplete(site.url + path);

const SPORTS = '/Events/Sports-7/sports-day-2026';

describe('a record has a page of its own', () => {
  test.each([
    ['an event', SPORTS, EVENT.title],
    ['an event of Nekpur', '/nekhpur/Events/np/sports-day-2026', EVENT.title],
    ['news', `/News/n%2F1/${encodeURIComponent('वार्षिक-उत्सव')}`, NEWS.title],
    ['a notice', '/Notices/bus/new-bus-stop', NOTICE.title],
    ['a notice at Nekpur', '/nekhpur/Notices/bus/new-bus-stop', NOTICE.title],
    ['an album', '/Gallery/a1/annual-day', ALBUM.title],
  ])('%s', async (_kind, path, title) => {
    for (const cached of [false, true]) {
      const { text, headers } = await request(site.url).get(path).expect(200);
      expect(headers['cache-status']).toBe(cached ? 'gis; hit' : 'gis; fwd=miss; stored');
      expect(allOf(readPage(text), 'h1')).toEqual([title]);
      expect(text).toMatch(new RegExp(`<title>${title.replace(/[.!]/g, '\\$&')} \\| `));
      expect(text).toContain(`<link rel="canonical" href="${site.url}${path}"/>`);
    }
  });

  test.each([
    ['/Events/fair', 'prev Earlier', 'Other events', ['All events']],
    ['/News/n2', 'prev Earlier', 'Other news', ['All news']],
    ['/Notices/van', 'prev Previous', 'Other notices', ['All notices']],
    ['/Gallery/a1', 'next Later', 'Other albums', []],
  ])('%s leads to its neighbours and its list', async (path, neighbours, others, all) => {
    const page = await open(path);
    expect(allOf(page, 'nav.neighbours', 'aria-label')).toEqual([others]);
    const links = [...allOf(page, '.neighbours a', 'rel'), ...allOf(page, '.neighbours-label')];
    expect(links.join(' ')).toBe(neighbours);
    expect(allOf(page, '.record-back a')).toEqual(all);
  });

  test('an id that spells another address is no record, and changes no page of one', async () => {
    const fresh = await siteOfTest({ lists: { eventsAll: [EVENT] } });
    for (const path of ['/Events/%43alendar', '/Events/%2e', '/Events/%252e%252e', '/Events/%20'])
      expect([path, (await request(fresh.url).get(path)).status]).toEqual([path, 404]);
    const { text } = await request(fresh.url).get(SPORTS).expect(200);
    expect(text).toContain('<h1>Sports Day, 2026!</h1>');
  });

  test('a long title is smaller, and one of capitals has the tracking of the font', async () => {
    const titles = ['Sports', 'SPORTS 2026', 'Sports '.repeat(9), 'SPORTS '.repeat(9), 'खेल'];
    const lists = {
      eventsAll: titles.map((title, index) => ({ ...EVENT, _id: `t${index}`, title })),
    };
    const titled = await siteOfTest({ lists });
    const looks = await Promise.all(
      titles.map(async (_, index) => {
        const { text } = await request(titled.url).get(`/Events/t${index}`).redirects(1);
        return allOf(readPage(text), 'h1', 'class')[0];
      }),
    );
    expect(looks).toEqual([null, 'capitals', 'long-heading', 'long-heading capitals', null]);
  });

  test('its text and files are complete; neighbours, cards and breadcrumbs lead from it and to it', async () => {
    const { text } = await request(site.url).get(SPORTS).expect(200);
    expect(text).toContain('<p>Races\nand a march past</p><p>Bring a cap</p>');
    expect(text).toContain('rel="next" href="/Events/fair/science-fair"');
    expect(text).not.toContain('rel="prev"');
    expect(text).toContain('href="/Events">Upcoming Events</a>');
    const { text: list } = await request(site.url).get('/Events').expect(200);
    expect(list).toContain(`href="${SPORTS}"`);
    const notice = await open('/Notices/bus');
    const [fair, bare] = [await open('/Events/fair'), await open('/Events/bare')];
    const hrefs = ['/api/image/route.pdf', '/api/image/stops.pdf'];
    expect(allOf(notice, '.record-files a', 'href')).toEqual(hrefs);
    expect(allOf(notice, '.record-files a')).toEqual(
      [1, 2].map((number) => `View Attachment ${number} : New bus stop , PDF`),
    );
    expect(allOf(fair, '.record-files a')).toEqual([
      'View Attachment : Science Fair , PDF',
      'Click Here : Science Fair',
    ]);
    const facts = 'Time 9 AM Venue Hall';
    expect(allOf(fair, '.page-header time')).toEqual(['Saturday, 5 December 2026']);
    expect(allOf(fair, '.record-facts')).toEqual([facts]);
    const alts = [1, 2].map((number) => `Science Fair, picture ${number} of 2`);
    expect(allOf(fair, '[data-enhance=lightbox] img', 'alt')).toEqual(alts);
    // What a record does not have leaves no empty part.
    const parts = '.record-full .record-facts .record-body .record-text .record-files'.split(' ');
    const counts = [bare, notice, fair].map((page) =>
      parts.map((part) => allOf(page, part).length),
    );
    expect(counts.map(String)).toEqual(['0,0,0,0,0', '1,0,1,0,1', '1,1,1,1,1']);
  });
});

test.each(
  (
    '/Events/Sports-7|/Events/Sports-7/|/Events/Sports-7/another-name|' +
    '/events/Sports-7/sports-day-2026|/Events/Sports-7/sports-day-2026/|' +
    '/Events/Sports-7/%E0%A4%A'
  ).split('|'),
)('%s leads to the one address of the record, cached or not', async (path) => {
  for (let visit = 0; visit < 2; visit += 1) {
    const { headers } = await request(site.url).get(path).expect(302);
    // A record may get another name: a browser must not keep the way to its last one.
    expect([headers['location'], headers['cache-control']]).toEqual([SPORTS, 'no-store']);
  }
});

test('the new address of a renamed record never leads back to the old one', async () => {
  const time = { now: Date.parse('2026-11-22T06:00:00Z') };
  const { url, provider } = await siteOfTest({
    now: () => new Date(time.now),
    lists: { subGallery: [ALBUM] },
  });
  const statusOf = async (path: string) => (await fetch(url + path, { redirect: 'manual' })).status;
  expect(await statusOf('/Gallery/a1/annual-day')).toBe(200);
  provider.setList('subGallery', [{ ...ALBUM, title: 'Founders Day' }]);
  time.now += 62_000;
  // The stale list is shown while it is refreshed.
  expect(await statusOf('/Gallery/a1/founders-day')).toBe(200);
  await vi.waitUntil(async () => (await statusOf('/Gallery/a1/annual-day')) === 302, SOON);
  expect(await statusOf('/Gallery/a1/founders-day')).toBe(200);
});

test('an address that is encoded in another way is no other address', async () => {
  await request(site.url).get(SPORTS).expect(200);
  const { status, headers } = await request(site.url).get('/Events/Sports%2D7/sports-day-2026');
  expect([status, headers['cache-status']]).toEqual([200, 'gis; hit']);
  expect(headers['cache-control']).toMatch(/^public, /);
  expect(headers).not.toHaveProperty('server-timing');
});

test.each([
  ['an unknown id', '/Events/unknown/sports-day-2026'],
  ['an id in another case', '/Events/sports-7/sports-day-2026'],
  ['an event of Farrukhabad, at Nekpur', '/nekhpur/Events/Sports-7/sports-day-2026'],
  ['an event of Nekpur, at Farrukhabad', '/Events/np'],
  ['a percent sign', '/Events/%'],
  ['half a character', '/Events/%E0%A4%A'],
  ['a long id', `/Events/${'x'.repeat(300)}`],
])('%s is no record of this campus: 404', async (_what, path) => {
  const { text } = await request(site.url).get(path).expect(404);
  expect(text).not.toContain('march past');
});

test('a record that leaves its list leaves its page, lists, search, feeds and sitemap while the list is fresh', async () => {
  const path = '/Events/fair/science-fair';
  const places = [
    '/Events?year=All',
    '/Search?q=science+fair',
    feedPath('FARRUKHABAD', 'Events'),
    '/sitemap.xml',
  ];
  const textOf = async (place: string) => (await fetch(site.url + place)).text();
  await request(site.url).get(path).expect(200);
  // The search is complete a moment after the start.
  for (const place of places) await expect.poll(() => textOf(place)).toContain(path);
  site.provider.setList('eventsAll', [EVENT]);
  clock += 61_000;
  await expect
    .poll(async () => (await request(site.url).get('/Events/fair/science-fair')).status)
    .toBe(404);
  for (const place of places) {
    await expect.poll(() => textOf(place)).not.toContain(path);
    expect(await textOf(place.replace('science+fair', 'sports'))).toContain(SPORTS);
  }
  await request(site.url).get('/Events/never').expect(404);
});

test('a card without a title leads to its record by its day, else by the beginning of its text', async () => {
  const dated = { ...EVENT, _id: 'day', title: '', date: '2036-11-20' };
  const undated = { ...dated, _id: 'text', description: 'Bring a cap', date: '' };
  const link = { ...undated, _id: 'link', description: '', url: 'https://forms.example/x' };
  const titled = { ...undated, title: 'Exam', description: 'word '.repeat(60), _id: 'exam' };
  const lists = { events: [], eventsAll: [dated, undated, link], notification: [undated, titled] };
  const untitled = await siteOfTest({ lists });
  const { text } = await request(untitled.url).get('/Events?year=All').expect(200);
  const links = [...text.matchAll(/<a class="more card-link" href="(\/Events\/\w+)">(.*?)<\/a>/g)];
  expect(links.map(([, href, name]) => [href, name])).toEqual([
    ['/Events/day', 'Event of 20 November 2036'],
    ['/Events/text', 'Bring a cap'],
    ['/Events/link', 'Event'],
  ]);
  const { text: hindi } = await request(untitled.url).get('/hi/Events?year=All').expect(200);
  expect(hindi).toContain('20 नवंबर 2036');
  expect(hindi).not.toContain('Event of');
  const { text: day } = await request(untitled.url).get('/Events/day').expect(200);
  expect(day).toContain('&amp;text=Races+and+a+march+past+Bring+a+cap&amp;');
  const { text: notices } = await request(untitled.url).get('/Notices').expect(200);
  const exam = `Exam ${'word '.repeat(46)}word…`;
  const shown = new Set(allOf(readPage(notices), '.record-list li'));
  expect(shown).toEqual(new Set(['Bring a cap', exam]));
  const { text: bare } = await request(untitled.url).get('/Events/link').expect(200);
  expect(allOf(readPage(bare), '.record-body a', 'href')).toContain(link.url);
});

test.each([
  ['its lists', 503, /events/i],
  ['one of its lists', 503, '/api/events/All/GISNUP'],
  ['another list', 404, /highlight/],
] as const)(
  'while %s is not available an unknown record is %i',
  async (_which, status, failing) => {
    const prepare = (provider: TestProvider) => provider.fail(failing, { status: 500 });
    const dead = await siteOfTest({ prepare });
    expect((await request(dead.url).get('/Events/any')).status).toBe(status);
  },
);
