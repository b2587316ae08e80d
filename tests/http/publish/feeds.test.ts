import { XMLParser, XMLValidator } from 'fast-xml-parser';
import request from 'supertest';
import { beforeEach, describe, expect, test } from 'vitest';
import { siteOfTest, type TestSite } from '../../support/site.ts';
import { CAMPUSES } from '../../../shared/campuses.ts';
import { daysAfter } from '../../../shared/dates.ts';
import { FEED_TYPE, feedPath } from '../../../shared/records/feed-paths.ts';
import { FEED_SEGMENTS } from '../../../shared/records/registry.ts';

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

beforeEach(async () => {
  clock = Date.parse('2026-11-22T06:00:00Z');
  const newsAll = [NEWS, { ...NEWS, _id: 'np', school: 'NEKPUR', fromDate: '2026-11-02' }];
  const notification = [NOTICE, ...UNDATED.map((_id) => ({ ...NOTICE, _id }))];
  const lists = { news: [], events: [], newsAll, eventsAll: [EVENT, UNNAMED, QUIZ], notification };
  site = await siteOfTest({ now: () => new Date(clock), lists });
});

type Item = Record<string, unknown>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  isArray: (name) => name === 'item',
});

/** Of RFC 9562, version 8. */
const UUID = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;

/** As RFC 822 has it, which RSS requires. */
const DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Parses a feed with a third-party XML parser; RSS 2.0 requires these fields. */
async function read(path: string): Promise<{ feed: Item; items: Item[] }> {
  const { text } = await request(site.url).get(path).expect(200);
  expect(XMLValidator.validate(text)).toBe(true);
  const { rss } = parser.parse(text) as { rss: { channel: Item } };
  expect(rss).toMatchObject({ '@version': '2.0', '@xmlns:atom': 'http://www.w3.org/2005/Atom' });
  const { channel } = rss;
  for (const field of ['title', 'description', 'link']) expect(channel[field]).toMatch(/./);
  const items = (channel['item'] ?? []) as Item[];
  for (const item of items) {
    const guid = { '#text': expect.stringMatching(UUID), '@isPermaLink': 'false' };
    expect(item).toMatchObject({ title: expect.stringMatching(/./), guid });
    const { pubDate } = item;
    if (typeof pubDate !== 'string') continue;
    expect(pubDate).toMatch(DATE);
    expect(Date.parse(pubDate)).toBeLessThanOrEqual(clock);
  }
  expect(new Set(items.map(idOfItem)).size).toBe(items.length);
  return { feed: channel, items };
}

function idOfItem({ guid }: Item): unknown {
  return (guid as Item)['#text'];
}

const FEEDS = CAMPUSES.flatMap((campus) =>
  FEED_SEGMENTS.map((segment) => feedPath(campus, segment)),
);

describe('the feeds of a campus', () => {
  test('are well-formed, with type, ETag and a short life in caches, a shorter one of a stale list', async () => {
    for (const path of FEEDS) {
      await read(path);
      const { headers } = await request(site.url).head(path).expect(200);
      expect(headers).toMatchObject({
        'content-type': `${FEED_TYPE}; charset=utf-8`,
        'cache-control': 'public, max-age=0, s-maxage=60, stale-if-error=86400',
        etag: expect.stringMatching(/^"/),
      });
    }
    await site.provider.stop();
    clock += 61_000;
    const stale = await request(site.url).get('/News.rss').expect(200);
    expect(stale.headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=5, /);
  });

  test('name the page, the document and the date of a record; its text is HTML', async () => {
    const { items } = await read('/News.rss');
    const file = `${site.url}/api/image/results.JPEG`;
    expect(items).toMatchObject([
      {
        title: 'Results',
        link: `${site.url}/News/n1/results`,
        description: 'All passed<br>Congratulations',
        pubDate: 'Sat, 31 Oct 2026 18:30:00 GMT',
        enclosure: { '@url': file, '@length': '0', '@type': 'image/jpeg' },
      },
    ]);
  });

  test('name their campus, list and own address', async () => {
    const { name, campuses } = site.content.site;
    const self = `${site.url}/nekhpur/News`;
    const { feed } = await read('/nekhpur/News.rss');
    expect(feed).toMatchObject({
      title: `${name}, Nekpur: Latest News`,
      link: self,
      description: campuses.NEKPUR.summary,
      language: 'en-IN',
      ttl: '60',
      'atom:link': { '@rel': 'self', '@href': `${self}.rss`, '@type': FEED_TYPE },
    });
  });

  test('events come from the next one on, not dated in the future, each with its picture', async () => {
    const { items } = await read('/Events.rss');
    const enclosure = { '@type': 'image/png' };
    const unnamed = { title: 'Event of 6 December 2026', link: `${site.url}/Events` };
    const events = [{ title: QUIZ.title }, { title: EVENT.title }, unnamed];
    expect(items).toMatchObject(events.map((event) => ({ ...event, enclosure })));
    for (const item of items) expect(item).not.toHaveProperty('pubDate');
    expect((await read('/nekhpur/Events.rss')).items).toEqual([]);
  });

  test("a notice has the date of its id where that is one of MongoDB's, on both campuses, and its document", async () => {
    const [{ items }, nekpur] = [await read('/Notices.rss'), await read('/nekhpur/Notices.rss')];
    // A document elsewhere; RSS has no place for the picture besides.
    const [url, type] = ['https://files.example/circular?a=1&b=2', 'application/pdf'];
    for (const notices of [items, nekpur.items]) {
      expect(notices[0]).toMatchObject({
        title: NOTICE.title,
        enclosure: { '@url': url, '@type': type },
      });
      expect(notices.map(({ pubDate }) => pubDate)).toEqual([
        'Thu, 01 Oct 2026 00:00:00 GMT',
        'Sat, 01 Jan 2005 00:00:00 GMT',
        ...Array(3).fill(undefined),
      ]);
    }
    expect(nekpur.items.map(idOfItem)).not.toContain(idOfItem(items[0] ?? {}));
  });

  test('texts stay texts', async () => {
    site.provider.setList('newsAll', [NASTY]);
    const { items } = await read('/News.rss');
    expect(items[0]?.['title']).toContain(']]> b ]]>');
    expect(items[0]?.['description']).toContain('5 &lt; 6 &amp; &quot;7&quot;');
    expect(items[0]?.['description']).not.toMatch(/<(script|img)/);
  });

  test('5,000 news items: the newest', async () => {
    const newsAll = Array.from({ length: 5_000 }, (_, index) => ({
      ...NEWS,
      _id: `n${index}`,
      school: index % 2 === 0 ? 'NEKPUR' : 'FARRUKHABAD',
      title: `News ${index}`,
      fromDate: daysAfter('2013-01-02', index),
    }));
    site.provider.setList('newsAll', newsAll);
    const { items } = await read('/News.rss');
    const titles = items.map(({ title }) => title);
    expect([titles.length, titles[0], titles[49]]).toEqual([50, 'News 4999', 'News 4901']);
    const both = (await read('/feed.xml')).items.map(({ title }) => title);
    expect(both).toEqual(Array.from({ length: 50 }, (_, at) => `News ${4_999 - at}`));
  });
});

test('/feed.xml has the news of both campuses, newest first, each with the address of its page', async () => {
  const { name, description } = site.content.site;
  const { feed, items } = await read('/feed.xml');
  expect(feed).toMatchObject({
    title: `${name}: Latest News`,
    description,
    link: `${site.url}/`,
    'atom:link': { '@href': `${site.url}/feed.xml` },
  });
  const pages = ['/nekhpur/News/np/results', '/News/n1/results'];
  expect(items.map(({ link }) => link)).toEqual(pages.map((path) => site.url + path));
});

test('the address of an Atom feed of earlier releases leads to the RSS feed', async () => {
  for (const path of FEEDS) {
    const { headers } = await request(site.url).get(path.replace('.rss', '.atom')).expect(301);
    expect(headers['location']).toBe(path);
  }
  await request(site.url)
    .get('/nekpur/news.ATOM')
    .expect(301)
    .expect('location', '/nekhpur/News.rss');
  await request(site.url).get('/Gallery.atom').expect(404);
});
