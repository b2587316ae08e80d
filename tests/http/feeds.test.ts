import { XMLParser, XMLValidator } from 'fast-xml-parser';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { siteOfTest, type TestSite } from '../support/site.ts';
import { CAMPUSES } from '../../shared/campuses.ts';
import { daysAfter } from '../../shared/dates.ts';
import { FEED_FORMATS, FEED_TYPES, feedPath } from '../../shared/records/feed-paths.ts';
import { FEED_SEGMENTS } from '../../shared/records/registry.ts';

/** The first eight digits are the time 2026-10-01T00:00:00Z. */
const OBJECT_ID = `${(Date.parse('2026-10-01T00:00:00Z') / 1_000).toString(16)}0123456789abcdef`;

const NEWS = {
  _id: 'n1',
  school: 'FARRUKHABAD',
  category: 'News',
  title: 'Results',
  description: 'All passed\nCongratulations',
  fromDate: '2026-11-01',
  attachments: ['results.pdf'],
};
const EVENT = {
  _id: 'fair',
  school: 'FARRUKHABAD',
  title: 'Science Fair',
  date: '2026-12-05',
  images: ['stall.png'],
};
const QUIZ = { ...EVENT, _id: 'quiz', title: 'Quiz', date: '2026-11-25' };
const MENU = { _id: 'menu', title: 'Menu' };
const NOTICE = { _id: OBJECT_ID, title: 'वार्षिक उत्सव', description: 'सभी आमंत्रित' };
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
  site = await siteOfTest({
    now: () => new Date(clock),
    lists: {
      news: [],
      events: [],
      newsAll,
      eventsAll: [EVENT, QUIZ],
      notification: [NOTICE, MENU],
    },
  });
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
  const document = parser.parse(text) as { feed?: Item; rss?: { channel: Item } };
  const items =
    document.feed === undefined ? rssItems(document.rss?.channel) : atomItems(document.feed);
  return { feed: document.feed ?? document.rss?.channel ?? {}, items };
}

/** RFC 4287, 4.1.1 and 4.1.2; dates as RFC 3339 has them. */
function atomItems(feed: Item): Item[] {
  const entries = (feed['entry'] ?? []) as Item[];
  expect(feed['author']).toEqual({ name: expect.stringMatching(/./) });
  for (const one of [feed, ...entries]) {
    expect(one).toMatchObject({
      id: expect.stringMatching(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
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
  for (const item of items) expect(item).toMatchObject({ guid: { '@isPermaLink': 'false' } });
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
    const file = { '@href': `${site.url}/api/image/results.pdf`, '@type': 'application/pdf' };
    const link = [
      { '@rel': 'alternate', '@href': page },
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
        enclosure: { '@url': file['@href'], '@type': 'application/pdf' },
      },
    ]);
  });

  test('name their campus, list and own address, and the time of the last change', async () => {
    await start({});
    const self = `${site.url}/nekhpur/News`;
    const title = 'Gangotri International School, Nekpur: Latest News';
    const { feed: atom } = await read('/nekhpur/News.atom');
    const links = (atom['link'] as Link[]).map((link) => `${link['@rel']} ${link['@href']}`);
    expect([atom['title'], ...links]).toEqual([title, `self ${self}.atom`, `alternate ${self}`]);
    expect(atom['updated']).toBe('2026-11-01T18:30:00Z');
    expect((await read('/News.atom')).feed['id']).not.toBe(atom['id']);
    const { feed: rss } = await read('/nekhpur/News.rss');
    const own = { '@rel': 'self', '@href': `${self}.rss` };
    expect(rss).toMatchObject({ title, link: [self], language: 'en-IN', 'atom:link': own });
  });

  test('events come from the next one on, not dated in the future, each with its picture', async () => {
    await start({});
    const { items } = await read('/Events.rss');
    const enclosure = { '@type': 'image/png' };
    expect(items).toMatchObject([QUIZ, EVENT].map(({ title }) => ({ title, enclosure })));
    expect(items[0]).not.toHaveProperty('pubDate');
    const { items: entries } = await read('/Events.atom');
    for (const { updated } of entries) expect(updated).toBe('2025-12-31T18:30:00Z');
  });

  test("a notice has the date of its id where that is one of MongoDB's, on both campuses", async () => {
    await start({});
    for (const path of ['/Notices.atom', '/nekhpur/Notices.atom']) {
      const { items } = await read(path);
      const dated = { title: NOTICE.title, updated: '2026-10-01T00:00:00Z' };
      expect(items).toMatchObject([dated, { title: MENU.title }]);
    }
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
      title: `News ${index}`,
      fromDate: daysAfter('2013-01-02', index),
    }));
    await start({ newsAll });
    const { items } = await read('/News.atom');
    expect(items).toHaveLength(50);
    expect(items[0]).toMatchObject({ title: 'News 4999' });
  });
});

test('/feed.xml has the news of both campuses, newest first, each with the address of its page', async () => {
  await start({});
  const { feed, items } = await read('/feed.xml');
  expect(feed['title']).toBe('Gangotri International School: Latest News');
  const pages = ['/nekhpur/News/np/results', '/News/n1/results'];
  expect(items.map(({ link }) => link)).toEqual(pages.map((path) => [site.url + path]));
});
