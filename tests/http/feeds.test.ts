import { XMLParser, XMLValidator } from 'fast-xml-parser';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { siteOfTest, type TestSite } from '../support/site.ts';
import { CAMPUSES } from '../../shared/campuses.ts';
import { daysAfter } from '../../shared/dates.ts';
import { FEED_FORMATS, FEED_TYPES, feedPath } from '../../shared/records/feed-paths.ts';
import { FEED_SEGMENTS } from '../../shared/records/registry.ts';

/** An id of MongoDB: its first eight digits are a time. */
const idOf = (time: string) => `${(Date.parse(time) / 1_000).toString(16)}0123456789abcdef`;

const NEWS = {
  _id: 'n1',
  school: 'FARRUKHABAD',
  category: 'News',
  title: 'Results',
  description: 'All passed\nCongratulations',
  fromDate: '2026-11-01',
  attachments: ['results.JPEG'],
};
const EVENT = {
  _id: 'fair',
  school: 'FARRUKHABAD',
  title: 'Science Fair',
  date: '2026-12-05',
  images: ['stall.png'],
};
const QUIZ = { ...EVENT, _id: 'quiz', title: 'Quiz', date: '2026-11-25' };
const UNNAMED = { ...EVENT, _id: 'x'.repeat(201), title: '', date: '2026-12-06' };
const NOTICE = {
  _id: idOf('2026-10-01T00:00:00Z').toUpperCase(),
  title: 'वार्षिक उत्सव',
  description: 'सभी आमंत्रित',
  attachments: ['https://files.example/circular?a=1&b=2'],
  image: ['notice.JPEG'],
};
/** The first time that counts, the one before it, one to come, and no id of MongoDB. */
const UNDATED = ['2005-01-01T00:00:00Z', '2004-12-31T23:59:59Z', '2026-11-22T06:00:01Z']
  .map(idOf)
  .concat(`${idOf('2026-10-01T00:00:00Z')}0`);
const NASTY = {
  ...NEWS,
  _id: 'n2',
  title: 'a ]]> b ]]> <b onclick="x">&amp;\u0000\r\n</title>',
  description: '5 < 6 & "7" <script>alert(1)</script> &lt;img src=x onerror=y&gt;',
  fromDate: '',
};

let site: TestSite;
let clock: number;

async function start({
  newsAll = [NEWS, { ...NEWS, _id: 'np', school: 'NEKPUR', fromDate: '2026-11-02' }],
}): Promise<void> {
  clock = Date.parse('2026-11-22T06:00:00Z');
  const notification = [NOTICE, ...UNDATED.map((_id) => ({ ...NOTICE, _id }))];
  const lists = { news: [], events: [], newsAll, eventsAll: [EVENT, UNNAMED, QUIZ], notification };
  site = await siteOfTest({ now: () => new Date(clock), lists });
}

type Item = Record<string, unknown>;
type Link = { '@rel': string; '@href': string; '@type': string };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  isArray: (name) => ['item', 'entry', 'link'].includes(name),
});

/** Parses a feed with a third-party XML parser, by the rules of its format. */
async function read(path: string): Promise<{ feed: Item; items: Item[] }> {
  const { text } = await request(site.url).get(path).expect(200);
  expect(XMLValidator.validate(text)).toBe(true);
  const { feed, rss } = parser.parse(text) as { feed?: Item; rss?: { channel: Item } };
  if (feed !== undefined) return { feed, items: atomItems(feed) };
  expect(rss).toMatchObject({ '@version': '2.0', '@xmlns:atom': 'http://www.w3.org/2005/Atom' });
  return { feed: rss?.channel ?? {}, items: rssItems(rss?.channel) };
}

/** Of RFC 9562, version 8. */
const UUID = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;

/** RFC 4287, 4.1.1 and 4.1.2; dates as RFC 3339 has them. */
function atomItems(feed: Item): Item[] {
  const entries = (feed['entry'] ?? []) as Item[];
  expect(feed).toMatchObject({ '@xmlns': 'http://www.w3.org/2005/Atom', '@xml:lang': 'en-IN' });
  for (const one of [feed, ...entries]) {
    expect(one).toMatchObject({
      id: expect.stringMatching(UUID),
      updated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
      title: expect.stringMatching(/./),
    });
    expect(Date.parse(String(one['updated']))).toBeLessThanOrEqual(clock);
    const links = one['link'] as Link[];
    expect(links.filter((link) => link['@rel'] === 'alternate')).toHaveLength(1);
  }
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  return entries;
}

/** RSS 2.0: what a channel must have; dates as RFC 822 has them. */
function rssItems(channel: Item | undefined): Item[] {
  expect(channel).toMatchObject({
    title: expect.anything(),
    description: expect.anything(),
    link: [expect.anything()],
    lastBuildDate: expect.stringMatching(
      /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
    ),
  });
  const items = (channel?.['item'] ?? []) as Item[];
  const guid = { '#text': expect.stringMatching(UUID), '@isPermaLink': 'false' };
  for (const item of items) expect(item).toMatchObject({ guid });
  return items;
}

const FEEDS = CAMPUSES.flatMap((campus) =>
  FEED_SEGMENTS.flatMap((segment) =>
    FEED_FORMATS.map((format) => ({ path: feedPath(campus, segment, format), format })),
  ),
);

describe('the feeds of a campus', () => {
  test('are well-formed, with their type, an ETag and a short life in caches, a shorter one while the list is stale', async () => {
    await start({});
    for (const { path, format } of FEEDS) {
      await read(path);
      const { headers } = await request(site.url).head(path).expect(200);
      expect(headers).toMatchObject({
        'content-type': `${FEED_TYPES[format]}; charset=utf-8`,
        'cache-control': 'public, max-age=0, s-maxage=60, stale-if-error=86400',
        etag: expect.stringMatching(/^"/),
      });
    }
    await site.provider.stop();
    clock += 61_000;
    const stale = await request(site.url).get('/News.atom').expect(200);
    expect(stale.headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=5, /);
  });

  test('name the page, the document and the dates of a record; in RSS its text is HTML', async () => {
    await start({});
    const page = `${site.url}/News/n1/results`;
    const { items: atom } = await read('/News.atom');
    const file = { '@href': `${site.url}/api/image/results.JPEG`, '@type': 'image/jpeg' };
    const link = [
      { '@rel': 'alternate', '@href': page, '@type': 'text/html' },
      { '@rel': 'enclosure', ...file },
    ];
    const [updated, published] = ['2026-10-31T18:30:00Z', '2026-10-31T18:30:00Z'];
    const entry = { title: 'Results', summary: NEWS.description, updated, published, link };
    expect(atom).toMatchObject([entry]);
    const { items: rss } = await read('/News.rss');
    expect(rss).toMatchObject([
      {
        title: 'Results',
        link: [page],
        description: 'All passed<br>Congratulations',
        pubDate: 'Sat, 31 Oct 2026 18:30:00 GMT',
        guid: { '#text': atom[0]?.['id'] },
        enclosure: { '@url': file['@href'], '@length': '0', '@type': 'image/jpeg' },
      },
    ]);
  });

  test('name their campus, list and own address, and the time of the last change', async () => {
    await start({});
    const self = `${site.url}/nekhpur/News`;
    const title = 'Gangotri International School, Nekpur: Latest News';
    const { feed: atom } = await read('/nekhpur/News.atom');
    expect(atom).toMatchObject({
      title,
      subtitle: expect.stringMatching(/^Our younger campus /),
      author: { name: 'Gangotri International School, Nekpur' },
      link: [
        { '@rel': 'self', '@href': `${self}.atom`, '@type': FEED_TYPES.atom },
        { '@rel': 'alternate', '@href': self, '@type': 'text/html' },
      ],
      updated: '2026-11-01T18:30:00Z',
    });
    const { id, updated } = (await read('/News.atom')).feed;
    expect([id === atom['id'], updated]).toEqual([false, '2026-10-31T18:30:00Z']);
    const { feed: rss } = await read('/nekhpur/News.rss');
    const own = { '@rel': 'self', '@href': `${self}.rss`, '@type': FEED_TYPES.rss };
    const lastBuildDate = 'Sun, 01 Nov 2026 18:30:00 GMT';
    const rest = { description: atom['subtitle'], language: 'en-IN', ttl: '60', lastBuildDate };
    expect(rss).toMatchObject({ title, link: [self], 'atom:link': own, ...rest });
  });

  test('events come from the next one on, not dated in the future, each with its picture', async () => {
    await start({});
    const { items } = await read('/Events.rss');
    const enclosure = { '@type': 'image/png' };
    const unnamed = { title: 'Event of 6 December 2026', link: [`${site.url}/Events`] };
    const events = [{ title: QUIZ.title }, { title: EVENT.title }, unnamed];
    expect(items).toMatchObject(events.map((event) => ({ ...event, enclosure })));
    expect(items[0]).not.toHaveProperty('pubDate');
    const { items: entries } = await read('/Events.atom');
    const { feed: empty } = await read('/nekhpur/Events.atom');
    for (const one of [empty, ...entries]) {
      expect(one).toMatchObject({ updated: '2025-12-31T18:30:00Z' });
      expect(one).not.toHaveProperty('published');
    }
  });

  test("a notice has the date of its id where that is one of MongoDB's, on both campuses, and its files", async () => {
    await start({});
    const [atom, nekpur] = [await read('/Notices.atom'), await read('/nekhpur/Notices.atom')];
    for (const { feed, items } of [atom, nekpur]) {
      expect(items[0]).toMatchObject({ title: NOTICE.title, updated: '2026-10-01T00:00:00Z' });
      expect(feed['updated']).toBe(items[0]?.['updated']);
      const others = items.slice(1).map(({ updated }) => updated);
      expect(others).toEqual(['2005-01-01T00:00:00Z', ...Array(3).fill('2025-12-31T18:30:00Z')]);
    }
    // A document elsewhere and a picture; RSS takes one.
    const [url, type] = ['https://files.example/circular?a=1&b=2', 'application/pdf'];
    const picture = { '@href': `${site.url}/api/image/notice.JPEG`, '@type': 'image/jpeg' };
    const link = [{}, { '@href': url, '@type': type }, picture];
    expect(atom.items[0]).toMatchObject({ link });
    expect(nekpur.items[0]?.['id']).not.toBe(atom.items[0]?.['id']);
    const { items: rss } = await read('/Notices.rss');
    expect(rss[0]).toMatchObject({ enclosure: { '@url': url, '@type': type } });
  });

  test('texts stay texts', async () => {
    await start({ newsAll: [NASTY] });
    const { items: atom } = await read('/News.atom');
    expect(atom[0]?.['title']).toContain(']]> b ]]>');
    expect(atom[0]?.['summary']).toContain('5 < 6 & "7"');
    const { items: rss } = await read('/News.rss');
    expect(rss[0]?.['description']).toContain('5 &lt; 6 &amp; &quot;7&quot;');
    expect(rss[0]?.['description']).not.toMatch(/<(script|img)/);
  });

  test('5,000 news items: the newest', async () => {
    const newsAll = Array.from({ length: 5_000 }, (_, index) => ({
      ...NEWS,
      _id: `n${index}`,
      school: index % 2 === 0 ? 'NEKPUR' : 'FARRUKHABAD',
      title: `News ${index}`,
      fromDate: daysAfter('2013-01-02', index),
    }));
    await start({ newsAll });
    const { items } = await read('/News.atom');
    const titles = items.map(({ title }) => title);
    expect([titles.length, titles[0], titles[49]]).toEqual([50, 'News 4999', 'News 4901']);
    const both = (await read('/feed.xml')).items.map(({ title }) => title);
    expect(both).toEqual(Array.from({ length: 50 }, (_, at) => `News ${4_999 - at}`));
  });
});

test('/feed.xml has the news of both campuses, newest first, each with the address of its page', async () => {
  await start({});
  const { feed, items } = await read('/feed.xml');
  expect(feed).toMatchObject({
    title: 'Gangotri International School: Latest News',
    description: expect.stringMatching(/^Gangotri International School is a co-educational /),
    link: [`${site.url}/`],
    'atom:link': { '@href': `${site.url}/feed.xml` },
  });
  const pages = ['/nekhpur/News/np/results', '/News/n1/results'];
  expect(items.map(({ link }) => link)).toEqual(pages.map((path) => [site.url + path]));
});
