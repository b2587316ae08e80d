import { expect, test } from 'vitest';
import request from 'supertest';
import { allOf, openComplete, select, textOf, type Element } from '../../support/read-page.ts';
import { sharedSite, siteOfTest, type Lists } from '../../support/site.ts';

/** The clock of these sites: this year is 2026, last year 2025. */
const NOW = new Date('2026-06-15T06:00:00Z');
const PHOTO = 'drawings/classroom-1.webp';

type Row = Record<string, unknown>;

function rowOf(title: string, date: string | null): Row {
  return { _id: `a-${title}`, school: 'FARRUKHABAD', title, description: `About ${title}`, date };
}

function event(title: string, date: string | null, more: Row = {}): Row {
  const facts = { time: '9:30 AM', venue: 'Assembly hall', images: [PHOTO] };
  return { ...rowOf(title, date), ...facts, ...more };
}

function album(title: string, date: string | null, more: Row = {}): Row {
  return { ...rowOf(title, date), category: 'PhotoGallery', attachments: [PHOTO], ...more };
}

function news(title: string, fromDate: string | null, more: Row = {}): Row {
  return { ...rowOf(title, null), category: 'News', fromDate, ...more };
}

const LISTS: Lists = {
  eventsAll: [
    event('Spring Fair', '2026-03-05', { attachments: ['files/circular.pdf'] }),
    event('Annual Day', '2026-12-20', { description: 'x'.repeat(441) }),
    event('Annual Sports Day', '2026-09-05', { images: [], description: 'With a marathon' }),
    event('Old Annual Day', '2024-12-20'),
    event('Undecided', null, { description: 'y'.repeat(440) }),
    event('Nekpur Day', '2026-05-05', { school: 'NEKPUR' }),
  ],
  galleryAll: [
    album('Spring Fair', '2026-03-05', {
      url: 'https://photos.example.org/spring.zip',
      attachments: [PHOTO, 'drawings/classroom-2.webp', 'drawings/garden-1.webp'],
    }),
    album('Annual Day', '2026-12-20', { attachments: [] }),
    album('Annual Sports Day', '2026-09-05'),
    album('Corridor', '2026-09-06', { category: 'Wallpaper' }),
    album('Nekpur Fair', '2026-03-05', { school: 'NEKPUR', _id: 'a/b "ü"' }),
  ],
  newsAll: [
    news('Results are out', '2026-09-05', { attachments: ['files/results.pdf'] }),
    news('School reopens', '2026-07-01', { description: '' }),
    news('Winter timing', '2024-12-01'),
    news('Tender', '2026-09-05', { category: 'Office' }),
    news('Nekpur reopens', '2026-07-01', { school: 'NEKPUR' }),
  ],
};

const site = sharedSite({ now: () => NOW, lists: LISTS });

const other = (lists: Lists) => siteOfTest({ now: () => NOW, lists });

const open = (path: string, at = site) => openComplete(at.url + path);

const titles = (page: Element) => allOf(page, '.cards .card-title');
const titlesAt = async (path: string, at = site) => titles(await open(path, at));
const count = (page: Element) => allOf(page, 'form.filters output')[0];
const options = (page: Element, name: string) => allOf(page, `select[name=${name}] option`);
const chosen = (page: Element) => [
  ...allOf(page, '.filters option[selected]', 'value'),
  allOf(page, '.filters input[name=q]', 'value')[0],
];

function cardOf(page: Element, title: string): Element {
  const card = select(page, 'article').find((one) => textOf(one).includes(title));
  if (card === undefined) throw new Error(`no card of ${title}`);
  return card;
}

test('R-102 R-103 R-105 R-107 R-219: the events page has its breadcrumb, count, default year and search field', async () => {
  const page = await open('/Events');
  expect(allOf(page, 'nav[aria-label=Breadcrumb]')).toEqual(['Home | Upcoming Events']);
  expect(allOf(page, 'h1')).toEqual(['Upcoming Events']);
  expect(chosen(page)).toEqual(['2026', 'All', '']);
  expect(allOf(page, '.filters label').join()).toBe('Year,Month,Search by title');
  expect(allOf(page, 'search', 'aria-label')).toEqual(['Filter the list']);
  expect(allOf(page, '.filters [maxlength=80]', 'placeholder')).toEqual(['Search Here..']);
  expect(titles(page)).toEqual(['Annual Sports Day', 'Annual Day', 'Spring Fair', 'Undecided']);
  const found = await open('/Events?q=annual');
  expect(titles(found)).toEqual(['Annual Sports Day', 'Annual Day']);
  expect(count(found)).toBe('Total Count 2');
});

test('R-104 R-106 R-108 R-111: year, month and a part of the title in any letter case narrow the events together', async () => {
  const page = await open('/Events');
  expect(options(page, 'year')).toEqual(['All', '2026', '2024']);
  expect(options(page, 'month')).toEqual(['All', 'Mar', 'Sep', 'Dec']);
  expect(await titlesAt('/Events?q=marathon')).toEqual([]);
  const three = await open('/Events?year=2024&month=12&q=ANNU');
  expect([titles(three), chosen(three)]).toEqual([['Old Annual Day'], ['2024', '12', 'ANNU']]);
  expect([options(three, 'month'), count(three)]).toEqual([['All', 'Dec'], 'Total Count 1']);
});

test('R-109 R-110: an event shows its picture, date, title, description, venue, time and attachment', async () => {
  const page = await open('/Events');
  const card = cardOf(page, 'Spring Fair');
  expect(textOf(card)).toContain('About Spring Fair');
  const facts = ['Date: Thursday, 5 March 2026', 'Time: 9:30 AM', 'Venue: Assembly hall'];
  expect(allOf(card, '.facts li')).toEqual(facts);
  expect(allOf(card, 'img', 'src')[0]).toMatch(/^\/api\/image\/drawings\/classroom-1\.webp/);
  expect(allOf(card, '.file-link[target=_blank]')).toEqual(['View Attachment : Spring Fair , PDF']);
  expect(allOf(card, '.file-link', 'href')).toEqual(['/api/image/files/circular.pdf']);
  expect(allOf(cardOf(page, 'Annual Day'), '.clamped')).toEqual([`${'x'.repeat(239)}…`]);
  const bare = cardOf(page, 'Annual Sports Day');
  const counts = ['.file-link', 'svg.no-picture'].map((part) => select(bare, part).length);
  expect(counts).toEqual([0, 1]);
});

test('R-112 R-113 R-120 R-121 R-122: the gallery counts, filters and orders the albums of its campus', async () => {
  const page = await open('/Gallery');
  expect([allOf(page, 'h1'), count(page)]).toEqual([['Photo Gallery'], 'Total Categories 3']);
  expect(titles(page)).toEqual(['Annual Day', 'Annual Sports Day', 'Spring Fair']);
  expect(options(page, 'month')).toEqual(['All', 'Mar', 'Sep', 'Dec']);
  const fair = await open('/Gallery?month=3&q=FAIR');
  expect([titles(fair), count(fair)]).toEqual([['Spring Fair'], 'Total Categories 1']);
  const none = await open('/Gallery?year=2019');
  expect(allOf(none, '.empty')[0]).toContain('Stay Tuned for Latest Updates');
  expect(count(none)).toBe('Total Categories 0');
});

test('R-114 R-115 R-116 R-117 R-118 R-119: an album shows cover, texts, date, links and number of photos', async () => {
  const page = await open('/Gallery');
  const card = cardOf(page, 'Spring Fair');
  expect(allOf(card, 'img', 'src')[0]).toMatch(/classroom-1\.webp/);
  // Sharp on dense screens.
  expect(allOf(card, 'img', 'srcset')[0]).toMatch(/ 960w$/);
  for (const text of ['About Spring Fair', '05-03-2026', '3 photos'])
    expect(textOf(card)).toContain(text);
  expect(allOf(card, 'a')).toEqual(['View More : Spring Fair', 'Download Photos : Spring Fair']);
  const hrefs = ['/SubGallery?id=a-Spring%20Fair', 'https://photos.example.org/spring.zip'];
  expect(allOf(card, 'a', 'href')).toEqual(hrefs);
  const bare = textOf(cardOf(page, 'Annual Day'));
  expect(bare).not.toContain('0 photos');
  expect(bare).not.toContain('Download Photos');
});

test('R-131 R-132 R-133 R-134 R-136: the news page counts and filters the news of its campus', async () => {
  const page = await open('/News');
  expect([allOf(page, 'h1'), count(page)]).toEqual([['Latest News'], 'Total Count 2']);
  expect(options(page, 'year')).toEqual(['All', '2026', '2024']);
  const months = ['12', '11', '10', '9', '8', '7', '6', '5', '4', '3', '2', '1'];
  expect(options(page, 'month')).toEqual(['All', ...months]);
  expect(titles(page)).toEqual(['Results are out', 'School reopens']);
  expect(await titlesAt('/News?month=7&q=REOPENS')).toEqual(['School reopens']);
  const none = await open('/News?month=8');
  expect(titles(none)).toEqual([]);
  expect(allOf(none, '.empty')[0]).toContain('No news matches these filters.');
});

test('a list without records speaks of no filters where none is set', async () => {
  const lists = [
    ['/Events', 'There are no events at the moment.', 'No events in 2026.'],
    ['/News', 'There is no news at the moment.', 'No news in 2026.'],
  ] as const;
  const [none, older] = [
    await other({ eventsAll: [], newsAll: [] }),
    await withRowsOf('2019-05-05'),
  ];
  for (const [path, withoutRecords, withOlder] of lists) {
    const [empty, past] = [await open(path, none), await open(path, older)];
    expect(['.empty', '.elsewhere'].map((part) => allOf(empty, part))).toEqual([
      [withoutRecords],
      [],
    ]);
    expect([allOf(past, '.empty'), allOf(past, '.elsewhere a')[0]]).toEqual([
      [withOlder],
      'All years',
    ]);
    expect(textOf(await open(`${path}?q=zeppelin`, none))).toContain(withoutRecords);
  }
});

test('R-135 R-252: a news card shows day, short month, title, description and attachment', async () => {
  const page = await open('/News');
  const card = cardOf(page, 'Results are out');
  expect(allOf(card, 'time')).toEqual(['5 Sep 2026']);
  expect(textOf(card)).toContain('About Results are out');
  expect(allOf(card, '.file-link', 'href')).toEqual(['/api/image/files/results.pdf']);
  const bare = cardOf(page, 'School reopens');
  expect([...select(bare, '.file-link'), ...select(bare, '.clamped')]).toEqual([]);
});

/** A site with one record in each list of both campuses. */
const withRowsOf = (date: string) => {
  const both = (row: Row) => [row, { ...row, school: 'NEKPUR' }];
  return other({
    eventsAll: both(event('Then', date)),
    galleryAll: both(album('Then', date)),
    newsAll: both(news('Then', date)),
  });
};

test.each([
  ['R-183 to R-186: last year where only last year has records', '2025-11-30', '2025'],
  ['R-187: this year where only older years have some', '2024-11-30', '2026'],
])('the default year is %s, and R-188: the visitor’s choice wins', async (_which, date, year) => {
  const own = await withRowsOf(date);
  for (const path of ['/Events', '/nekhpur/Gallery', '/News', '/nekhpur/News']) {
    const page = await open(path, own);
    const shown = date.startsWith(year) ? ['Then'] : [];
    expect([path, chosen(page)[0], titles(page)]).toEqual([path, year, shown]);
    expect(select(page, '.island .empty')).toHaveLength(1 - shown.length);
    const thisYear = await open(`${path}?year=2026`, own);
    expect([path, chosen(thisYear)[0], titles(thisYear)]).toEqual([path, '2026', []]);
    expect(options(thisYear, 'year')).toEqual(['All', '2026', date.slice(0, 4)]);
  }
});

test('R-255: 75 rows of one year are all reachable by links, 30 more at a time', async () => {
  const many = Array.from({ length: 75 }, (_, index) => String(index + 1).padStart(3, '0'));
  const full = await other({
    eventsAll: many.map((number) => event(`Event ${number}`, '2026-05-05', { images: [] })),
    galleryAll: many.map((number) => album(`Album ${number}`, '2026-05-05', { attachments: [] })),
    newsAll: many.map((number) => news(`News ${number}`, '2026-05-05')),
  });
  for (const path of ['/Events', '/Gallery', '/News']) {
    let next: string | null | undefined = '';
    for (const length of [30, 60, 75]) {
      const page = await open(path + next, full);
      expect([path, new Set(titles(page)).size]).toEqual([path, length]);
      const ids = allOf(page, 'article', 'id').filter((id) => id !== null);
      expect(ids).toEqual(['card-31', 'card-61'].slice(0, Math.ceil(length / 30) - 1));
      expect(count(page)).toMatch(/\D75$/);
      next = allOf(page, '.show-more a', 'href')[0];
      expect(next ?? `#card-${length + 1}`).toContain(`#card-${length + 1}`);
      expect(allOf(page, 'link[rel=canonical]', 'href')).toEqual([full.url + path]);
    }
    expect(next).toBeUndefined();
    expect(await titlesAt(`${path}?q=75`, full)).toHaveLength(1);
  }
});

test('R-102 to R-136: the list is the only island of its page, and its data is what the cards show', async () => {
  for (const path of ['/Events', '/Gallery', '/News']) {
    const { text: html } = await request(site.url).get(path).expect(200);
    expect(html.match(/data-island="/g), path).toHaveLength(1);
    const data = /<script type="application\/json">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(data, path).not.toMatch(/NEKPUR|classroom-2/);
    expect(Object.keys(JSON.parse(data)).join(), path).toBe('source,cards,focus,search,today');
  }
});
