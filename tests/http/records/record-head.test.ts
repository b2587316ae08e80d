import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { attribute, readPage, select } from '../../support/read-page.ts';
import { sharedSite, siteOfTest } from '../../support/site.ts';
import { toSlug } from '../../../shared/records/record-paths.ts';
import { FEED_SEGMENTS } from '../../../shared/records/registry.ts';

const LONG = 'Races, a march past and prizes for all. '.repeat(20);
const EVENT = {
  _id: 'sports',
  school: 'FARRUKHABAD',
  title: 'Sports "Day" & Games',
  description: LONG,
  date: '2026-11-20',
  venue: 'Playground',
  images: ['drawings/kabaddi-1.webp', 'drawings/no-such.webp'],
};
const BARE = { ...EVENT, _id: 'bare', title: 'Open day', description: '', images: [], venue: '' };
const UNDATED = { ...BARE, _id: 'undated', date: '' };
const NEWS = { ...BARE, _id: 'n1', category: 'News', title: 'Results', fromDate: '2026-11-01' };
const WORDY = { ...NEWS, _id: 'n2', title: LONG };
const NOTICE = { ...BARE, _id: 'bus', title: 'New bus stop', school: '' };
const ALBUM = {
  ...BARE,
  _id: 'a1',
  category: 'PhotoGallery',
  title: 'Annual Day',
  attachments: [
    'drawings/kabaddi-1.webp',
    ...Array.from({ length: 20 }, (_, index) => `drawings/no-such-${index}.webp`),
  ],
};

const site = sharedSite({
  providerHas: 'nothing',
  lists: {
    eventsAll: [EVENT, BARE, UNDATED],
    newsAll: [NEWS, WORDY],
    notification: [NOTICE],
    galleryAll: [ALBUM],
    subGallery: [ALBUM],
  },
});

async function headOf(path: string, of = site) {
  const { text } = await request(of.url).get(path).expect(200);
  const head = text.slice(0, text.indexOf('</head>'));
  const properties = [...head.matchAll(/<meta (?:property|name)="(.*?)" content="(.*?)"\/>/g)].map(
    ([, name = '', content = '']): [string, string] => [name, content],
  );
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head) ?? [];
  expect(json).toContain('{"@context":"https://schema.org",');
  return { properties: Object.fromEntries(properties), json };
}

/** The things that a page tells of, by their type. */
async function thingsOf(path: string, of = site): Promise<Record<string, Record<string, unknown>>> {
  const { '@graph': things } = JSON.parse((await headOf(path, of)).json) as {
    '@graph': ({ '@type': string } & Record<string, unknown>)[];
  };
  return Object.fromEntries(things.map((thing) => [thing['@type'], thing]));
}

describe('what messengers show', () => {
  test('of a record: its name, the beginning of its text and its first picture', async () => {
    const { properties } = await headOf('/Events/sports/sports-day-games');
    expect(properties).toMatchObject({
      description: properties['og:description'],
      'og:type': 'article',
      'og:title': 'Sports &quot;Day&quot; &amp; Games',
      'og:url': `${site.url}/Events/sports/sports-day-games`,
      'og:description': expect.stringMatching(/^Races, a march past.{100,139}…$/),
      'og:image': `${site.url}/api/image/drawings/kabaddi-1.webp?size=1200x630`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Sports &quot;Day&quot; &amp; Games',
      'twitter:card': 'summary_large_image',
    });
  });

  test.each(['/Events/bare/open-day', '/Vision'])(
    "of %s, which has no picture: the school's",
    async (path) => {
      const { properties } = await headOf(path);
      const isRecord = path !== '/Vision';
      const { name: school, campuses } = site.content.site;
      expect(properties).toMatchObject({
        description: campuses.FARRUKHABAD.summary,
        'og:description': properties['description'],
        'og:image': expect.stringMatching(`^${site.url}/assets/share-.*\\.jpg$`),
        'og:image:alt': isRecord ? 'Open day' : school,
        'og:site_name': school,
        'og:title': isRecord ? 'Open day' : `Vision | ${school}`,
        'og:type': isRecord ? 'article' : 'website',
        'school-code': 'GISNUP',
        'theme-color': '#1b1a4b',
        viewport: 'width=device-width, initial-scale=1',
      });
      const { headers } = await request(properties['og:image'] ?? '')
        .get('')
        .expect(200);
      expect(headers['content-type']).toBe('image/jpeg');
    },
  );
});

/** The school where a record of a campus names it. */
function schoolOf(label: string, home: string) {
  return {
    '@type': 'School',
    '@id': `${site.url}${home}#school`,
    name: `${site.content.site.name}, ${label}`,
    url: site.url + home,
  };
}

describe('what search engines read', () => {
  test('an event: when, where, and the school that organises it', async () => {
    const url = `${site.url}/Events/sports/sports-day-games`;
    const { Event: event, BreadcrumbList: steps } = await thingsOf(
      '/Events/sports/sports-day-games',
    );
    expect(event).toEqual({
      '@type': 'Event',
      name: EVENT.title,
      startDate: '2026-11-20',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      url,
      description: expect.stringMatching(/^Races, a march past.{430,480}…$/),
      image: [
        `${site.url}/api/image/drawings/kabaddi-1.webp`,
        `${site.url}/api/image/drawings/no-such.webp`,
      ],
      location: {
        '@type': 'Place',
        name: 'Playground',
        address: {
          '@type': 'PostalAddress',
          streetAddress: expect.stringMatching(/\w, \w/),
          addressCountry: 'IN',
        },
      },
      organizer: schoolOf('Farrukhabad', '/HomeFr'),
    });
    expect(steps?.['itemListElement']).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${site.url}/HomeFr` },
      { '@type': 'ListItem', position: 2, name: 'Upcoming Events', item: `${site.url}/Events` },
      { '@type': 'ListItem', position: 3, name: EVENT.title, item: url },
    ]);
  });

  test('an event without a venue is at the school; one without a day is none', async () => {
    const { Event: event, School: school } = await thingsOf('/Events/bare/open-day');
    expect(event?.['location']).toMatchObject({ name: school?.['name'] });
    expect(event).not.toHaveProperty('image');
    const things = await thingsOf('/Events/undated/open-day');
    expect(Object.keys(things)).toEqual(['School', 'BreadcrumbList']);
  });

  test('a news item with its day in India, a notice, an album with its first pictures', async () => {
    /** What both kinds have of a record of Farrukhabad. */
    const articleOf = (type: string, name: string, path: string, day: string) => ({
      '@type': type,
      name,
      url: site.url + path,
      mainEntityOfPage: site.url + path,
      headline: name,
      datePublished: `${day}T00:00:00+05:30`,
      inLanguage: 'en-IN',
      author: schoolOf('Farrukhabad', '/HomeFr'),
      publisher: schoolOf('Farrukhabad', '/HomeFr'),
    });
    const { NewsArticle: news } = await thingsOf('/News/n1/results');
    expect(news).toEqual(articleOf('NewsArticle', 'Results', '/News/n1/results', '2026-11-01'));
    const { NewsArticle: wordy } = await thingsOf(`/News/n2/${toSlug(LONG)}`);
    expect(wordy?.['headline']).toMatch(/^Races, a march past.{70,89}…$/);
    const { Article: notice } = await thingsOf('/nekhpur/Notices/bus/new-bus-stop');
    const nekpur = schoolOf('Nekpur', '/Home');
    expect(notice).toMatchObject({ headline: 'New bus stop', author: nekpur, publisher: nekpur });
    expect(notice).not.toHaveProperty('datePublished');
    const { ImageGallery: gallery } = await thingsOf('/Gallery/a1/annual-day');
    expect(gallery).toEqual({
      ...articleOf('ImageGallery', 'Annual Day', '/Gallery/a1/annual-day', '2026-11-20'),
      image: ALBUM.attachments.slice(0, 20).map((file) => `${site.url}/api/image/${file}`),
    });
  });

  test('a page below a home page names the way to it; a home page and a missing one do not', async () => {
    const { BreadcrumbList: steps } = await thingsOf('/nekhpur/Events');
    expect(steps?.['itemListElement']).toMatchObject([
      { item: `${site.url}/Home` },
      { item: `${site.url}/nekhpur/Events`, name: 'Upcoming Events' },
    ]);
    expect(await thingsOf('/HomeFr')).not.toHaveProperty('BreadcrumbList');
    const { text } = await request(site.url).get('/Events/never').expect(404);
    expect(text).not.toContain('BreadcrumbList');
  });

  test('a home page names the site', async () => {
    for (const path of ['/HomeFr', '/Home']) {
      const { WebSite: website } = await thingsOf(path);
      expect(website).toEqual({
        '@type': 'WebSite',
        '@id': `${site.url}/#website`,
        name: site.content.site.name,
        url: `${site.url}/`,
        inLanguage: 'en-IN',
      });
    }
    expect(await thingsOf('/Vision')).not.toHaveProperty('WebSite');
  });

  test('a Hindi page names its own addresses, and the same school', async () => {
    const hindi = `${site.url}/hi`;
    const path = '/Events/sports/sports-day-games';
    const { Event: event, BreadcrumbList: steps } = await thingsOf(`/hi${path}`);
    const id = `${site.url}/HomeFr#school`;
    expect(event?.['organizer']).toMatchObject({ '@id': id, url: `${hindi}/HomeFr` });
    expect(steps?.['itemListElement']).toMatchObject([
      { name: 'मुखपृष्ठ', item: `${hindi}/HomeFr` },
      { name: 'आगामी कार्यक्रम', item: `${hindi}/Events` },
      { item: hindi + path },
    ]);
    const { NewsArticle: news } = await thingsOf('/hi/News/n1/results');
    expect(news).toMatchObject({ inLanguage: 'hi-IN', publisher: { url: `${hindi}/HomeFr` } });
    const { WebSite: website } = await thingsOf('/hi/HomeFr');
    expect(website).toMatchObject({ url: hindi, inLanguage: 'hi-IN' });
  });

  test('a home page names the school, its address, telephone and e-mail, as far as it has them', async () => {
    const { campuses } = site.content.site;
    for (const [path, { address, phone, email }] of [
      ['/HomeFr', campuses.FARRUKHABAD],
      ['/Home', campuses.NEKPUR],
    ] as const) {
      const { School: school } = await thingsOf(path);
      expect(school).toMatchObject({
        '@id': `${site.url}${path}#school`,
        logo: expect.stringMatching(/^http.*\/assets\/logo.*$/),
        address: { streetAddress: address.join(', '), addressCountry: 'IN' },
        telephone: phone,
        email,
      });
    }
    const silent = await siteOfTest({
      content: (content) => {
        delete content.site.campuses.NEKPUR.phone;
        delete content.site.campuses.NEKPUR.email;
        return content;
      },
    });
    const { School: school } = await thingsOf('/Home', silent);
    expect(school).not.toHaveProperty('telephone');
    expect(school).not.toHaveProperty('email');
  });
});

test.each([
  ['/Events/sports/sports-day-games', 'FARRUKHABAD', ''],
  ['/nekhpur/Events', 'NEKPUR', '/nekhpur'],
] as const)('%s names the feeds and the calendar of %s', async (path, campus, prefix) => {
  const { shortName, campuses } = site.content.site;
  const name = `${shortName} ${campuses[campus].label}`;
  const { text } = await request(site.url).get(path).expect(200);
  const [all, ...ofCampus] = select(readPage(text), 'link[rel=alternate]')
    .map((link) => ['type', 'title', 'href', 'hreflang'].map((key) => attribute(link, key)))
    .flatMap(([type, title, href, language]) => (language === null ? [[type, title, href]] : []));
  expect(all).toEqual(['application/rss+xml', `${shortName} news`, '/feed.xml']);
  expect(ofCampus).toEqual([
    ...FEED_SEGMENTS.map((list) => [
      'application/rss+xml',
      `${name}: ${list}`,
      `${prefix}/${list}.rss`,
    ]),
    ['text/calendar', `${name}: Events`, `${prefix}/Events.ics`],
  ]);
});
