import type { Page } from 'playwright-core';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  isHydrated,
  openBrowser,
  startIsland,
  type TestBrowser,
  type Visit,
} from '../support/browser.ts';
import { startSite, type TestSite } from '../support/site.ts';
import type { ListName } from '../../shared/records/provider-lists.ts';

/** The clock of all these sites: this year is 2026, last year 2025. */
const NOW = new Date('2026-06-15T06:00:00Z');
const PHOTO = 'drawings/classroom-1.webp';

type Row = Record<string, unknown>;

function event(title: string, date: string | null, more: Row = {}): Row {
  const texts = { description: `About ${title}`, time: '9:30 AM', venue: 'Assembly hall' };
  const files = { images: [PHOTO], attachments: [], url: '' };
  return { _id: `e-${title}`, school: 'FARRUKHABAD', title, date, ...texts, ...files, ...more };
}

function album(title: string, date: string | null, more: Row = {}): Row {
  const rest = { category: 'PhotoGallery', description: `About ${title}`, url: '' };
  return {
    _id: `a-${title}`,
    school: 'FARRUKHABAD',
    title,
    date,
    attachments: [PHOTO],
    ...rest,
    ...more,
  };
}

function news(title: string, fromDate: string | null, more: Row = {}): Row {
  const rest = { category: 'News', description: `About ${title}`, attachments: [] };
  return { _id: `n-${title}`, school: 'FARRUKHABAD', title, fromDate, ...rest, ...more };
}

const EVENTS = [
  event('Spring Fair', '2026-03-05', { attachments: ['files/circular.pdf'] }),
  event('Annual Day', '2026-12-20'),
  event('Annual Sports Day', '2026-09-05', { images: [], description: 'With a marathon' }),
  event('Old Annual Day', '2024-12-20'),
  event('Undecided', null),
  event('Nekpur Day', '2026-05-05', { school: 'NEKPUR' }),
];

const ALBUMS = [
  album('Spring Fair', '2026-03-05', {
    url: 'https://photos.example.org/spring.zip',
    attachments: [PHOTO, 'drawings/classroom-2.webp', 'drawings/garden-1.webp'],
  }),
  album('Annual Day', '2026-12-20', { attachments: [] }),
  album('Annual Sports Day', '2026-09-05'),
  album('Corridor', '2026-09-06', { category: 'Wallpaper' }),
  album('Nekpur Fair', '2026-03-05', { school: 'NEKPUR', _id: 'a/b "ü"' }),
];

const NEWS = [
  news('Results are out', '2026-09-05', { attachments: ['files/results.pdf'] }),
  news('School reopens', '2026-07-01'),
  news('Winter timing', '2024-12-01'),
  news('Tender', '2026-09-05', { category: 'Office' }),
  news('Nekpur reopens', '2026-07-01', { school: 'NEKPUR' }),
];

const LISTS = { eventsAll: EVENTS, galleryAll: ALBUMS, newsAll: NEWS };

let browser: TestBrowser;
let site: TestSite;

beforeAll(async () => {
  [browser, site] = await Promise.all([openBrowser(), start(LISTS)]);
});

afterAll(async () => {
  await site.close();
  await browser.close();
});

async function start(lists: Partial<Record<ListName, readonly Row[]>>): Promise<TestSite> {
  const prepare: Parameters<typeof startSite>[0] = {
    now: () => NOW,
    sharesPictures: true,
    prepare: ({ setList }) => {
      setList('eventsAll', lists.eventsAll ?? []);
      setList('galleryAll', lists.galleryAll ?? []);
      setList('newsAll', lists.newsAll ?? []);
    },
  };
  return await startSite(prepare);
}

/** Opens a list page, and with JavaScript waits until its island works. */
async function open(path: string, javaScript: boolean, at = site): Promise<Visit> {
  const visit = await browser.visit(at.url + path, { javaScript });
  if (javaScript) await startIsland(visit.page, 'form.filters');
  return visit;
}

type Choice = { year?: string; month?: string; q?: string };

/** Uses the filters as a visitor does; without JavaScript they need their button. */
async function filter(page: Page, javaScript: boolean, { year, month, q }: Choice): Promise<void> {
  if (year !== undefined) await page.getByLabel('Year').selectOption(year);
  if (month !== undefined) await page.getByLabel('Month').selectOption(month);
  if (q !== undefined) await page.getByPlaceholder('Search Here..', { exact: true }).fill(q);
  if (javaScript) return;
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Show' }).click();
  await loaded;
}

function titles(page: Page): Promise<string[]> {
  return page.locator('.cards .card-title').allTextContents();
}

async function expectTitles(page: Page, expected: readonly string[]): Promise<void> {
  await expect.poll(() => titles(page)).toEqual(expected);
}

async function options(page: Page, label: string): Promise<string[]> {
  return await page.getByLabel(label).locator('option').allTextContents();
}

async function values(page: Page): Promise<string[]> {
  return [
    await page.getByLabel('Year').inputValue(),
    await page.getByLabel('Month').inputValue(),
    await page.getByPlaceholder('Search Here..').inputValue(),
  ];
}

describe.each([true, false])('with JavaScript %s', (javaScript) => {
  test('R-102 R-103 R-105 R-107: the events page has its breadcrumb, count, default year and search field', async () => {
    const { page, faults, close } = await open('/Events', javaScript);
    const crumbs = await page.getByRole('navigation', { name: 'Breadcrumb' }).textContent();
    expect(crumbs?.replace(/\s+/g, ' ').trim()).toBe('Home | Upcoming Events');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Upcoming Events');
    expect(await values(page)).toEqual(['2026', 'All', '']);
    await expectTitles(page, ['Annual Sports Day', 'Annual Day', 'Spring Fair', 'Undecided']);
    await filter(page, javaScript, { q: 'annual' });
    await expectTitles(page, ['Annual Sports Day', 'Annual Day']);
    expect(await page.getByRole('status').textContent()).toMatch(/Total Count\D*2$/);
    expect(faults).toEqual([]);
    await close();
  });

  test('events stand under headings: today, coming ones with the nearest first, past ones with the latest first', async () => {
    const days = { Past: '2026-06-14', Next: '2026-06-16', Now: '2026-06-15', Last: '2026-12-20' };
    const own = await start({
      eventsAll: Object.entries(days).map(([title, day]) => event(title, day)),
    });
    const { page, faults, close } = await open('/Events', javaScript, own);
    const headings = () => page.locator('.card-title, .card-group-title').allTextContents();
    await expect
      .poll(headings)
      .toEqual(['Today', 'Now', 'Coming up', 'Next', 'Last', 'Past events', 'Past']);
    await filter(page, javaScript, { q: 'past' });
    await expect.poll(headings).toEqual(['Past events', 'Past']);
    expect(faults).toEqual([]);
    await close();
    await own.close();
  });

  test('R-104 R-106: events offer the years and months that they have', async () => {
    const { page, close } = await open('/Events', javaScript);
    expect(await options(page, 'Year')).toEqual(['All', '2026', '2024']);
    expect(await options(page, 'Month')).toEqual(['All', 'Mar', 'Sep', 'Dec']);
    await filter(page, javaScript, { year: '2024' });
    await expectTitles(page, ['Old Annual Day']);
    expect(await options(page, 'Month')).toEqual(['All', 'Dec']);
    await filter(page, javaScript, { year: 'All' });
    await expectTitles(page, [
      'Annual Sports Day',
      'Annual Day',
      'Spring Fair',
      'Old Annual Day',
      'Undecided',
    ]);
    await close();
  });

  test('R-108 R-219: the search looks for a part of the title in any letter case, and nowhere else', async () => {
    const { page, close } = await open('/Events', javaScript);
    await filter(page, javaScript, { q: 'ANNU' });
    await expectTitles(page, ['Annual Sports Day', 'Annual Day']);
    await filter(page, javaScript, { q: 'marathon' });
    await expectTitles(page, []);
    await filter(page, javaScript, { q: 'day' });
    await expectTitles(page, ['Annual Sports Day', 'Annual Day']);
    expect(await page.getByRole('status').textContent()).toMatch(/Total Count\D*2$/);
    await close();
  });

  test('R-109 R-110: an event shows its picture, date, title, description, venue, time and attachment', async () => {
    const { page, close } = await open('/Events', javaScript);
    const card = page.getByRole('article').filter({ hasText: 'Spring Fair' });
    for (const text of ['5 Mar 2026', 'About Spring Fair', 'Assembly hall', '9:30 AM']) {
      expect(await card.getByText(text, { exact: false }).first().isVisible(), text).toBe(true);
    }
    await card.scrollIntoViewIfNeeded();
    const picture = card.locator('img');
    expect(await picture.getAttribute('src')).toMatch(/^\/api\/image\/drawings\/classroom-1\.webp/);
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .not.toBe(0);
    const link = card.getByText('View Attachment', { exact: true });
    expect(await link.getAttribute('href')).toBe('/api/image/files/circular.pdf');
    expect(await link.getAttribute('target')).toBe('_blank');
    const other = page.getByRole('article').filter({ hasText: 'Annual Sports Day' });
    expect(await other.getByText('View Attachment').count()).toBe(0);
    expect(await other.locator('svg.no-picture').isVisible()).toBe(true);
    await close();
  });

  test('R-111: year, month and search narrow the events together', async () => {
    const { page, close } = await open('/Events?year=All', javaScript);
    await filter(page, javaScript, { month: '12', q: 'annual' });
    await expectTitles(page, ['Annual Day', 'Old Annual Day']);
    await filter(page, javaScript, { year: '2024' });
    await expectTitles(page, ['Old Annual Day']);
    expect(await page.getByRole('status').textContent()).toMatch(/Total Count\D*1$/);
    expect(await values(page)).toEqual(['2024', '12', 'annual']);
    await expect.poll(() => new URL(page.url()).search).toBe('?year=2024&month=12&q=annual');
    await close();
  });

  test('R-112 R-113 R-120 R-122: the gallery counts, filters and orders the albums of its campus', async () => {
    const { page, faults, close } = await open('/Gallery', javaScript);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Photo Gallery');
    expect(await page.getByRole('status').textContent()).toMatch(/Total Categories\D*3$/);
    await expectTitles(page, ['Annual Day', 'Annual Sports Day', 'Spring Fair']);
    expect(await options(page, 'Month')).toEqual(['All', 'Mar', 'Sep', 'Dec']);
    await filter(page, javaScript, { month: '9' });
    await expectTitles(page, ['Annual Sports Day']);
    await filter(page, javaScript, { month: 'All', q: 'FAIR' });
    await expectTitles(page, ['Spring Fair']);
    expect(await page.getByRole('status').textContent()).toMatch(/Total Categories\D*1$/);
    expect(faults).toEqual([]);
    await close();
  });

  test('R-114 R-115 R-116 R-117 R-118 R-119: an album shows cover, texts, date, links and number of photos', async () => {
    const { page, close } = await open('/Gallery', javaScript);
    const card = page.getByRole('article').filter({ hasText: 'Spring Fair' });
    expect(await card.locator('img').getAttribute('src')).toMatch(/classroom-1\.webp/);
    expect(await card.getByText('About Spring Fair').isVisible()).toBe(true);
    expect(await card.getByText('05-03-2026', { exact: true }).isVisible()).toBe(true);
    expect(await card.getByText('3 photos', { exact: true }).isVisible()).toBe(true);
    expect(await card.getByText('View More', { exact: true }).getAttribute('href')).toBe(
      '/SubGallery?id=a-Spring%20Fair',
    );
    const download = card.getByText('Download Photos', { exact: true });
    expect(await download.getAttribute('href')).toBe('https://photos.example.org/spring.zip');
    const bare = page.getByRole('article').filter({ hasText: 'Annual Day' });
    expect(await bare.getByText('Download Photos').count()).toBe(0);
    expect(await bare.getByText('0 photos').isVisible()).toBe(true);
    await close();
  });

  test('R-121: a gallery without albums asks to stay tuned', async () => {
    const { page, close } = await open('/Gallery?year=2019', javaScript);
    const text = page.getByText('Stay Tuned for Latest Updates', { exact: true });
    expect(await text.isVisible()).toBe(true);
    expect(await page.getByRole('status').textContent()).toMatch(/Total Categories\D*0$/);
    await close();
  });

  test('R-131 R-132 R-133 R-134 R-136: the news page counts and filters the news of its campus', async () => {
    const { page, faults, close } = await open('/News', javaScript);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Latest News');
    expect(await options(page, 'Year')).toEqual(['All', '2026', '2024']);
    const months = ['12', '11', '10', '9', '8', '7', '6', '5', '4', '3', '2', '1'];
    expect(await options(page, 'Month')).toEqual(['All', ...months]);
    await expectTitles(page, ['Results are out', 'School reopens']);
    expect(await page.getByRole('status').textContent()).toMatch(/Total Count\D*2$/);
    for (const q of ['REOPENS', 'reopens']) {
      await filter(page, javaScript, { q });
      await expectTitles(page, ['School reopens']);
    }
    await filter(page, javaScript, { month: '8', q: '' });
    await expectTitles(page, []);
    expect(await page.getByText('No news matches these filters.').isVisible()).toBe(true);
    await filter(page, javaScript, { month: '9' });
    await expectTitles(page, ['Results are out']);
    expect(faults).toEqual([]);
    await close();
  });

  test('R-135 R-252: a news card shows day, short month, title, description and attachment', async () => {
    const { page, close } = await open('/News', javaScript);
    const card = page.getByRole('article').filter({ hasText: 'Results are out' });
    expect(await card.locator('time').textContent()).toBe('5 Sep 2026');
    expect(await card.getByText('About Results are out').isVisible()).toBe(true);
    const link = card.getByText('View Attachment', { exact: true });
    expect(await link.getAttribute('href')).toBe('/api/image/files/results.pdf');
    const other = page.getByRole('article').filter({ hasText: 'School reopens' });
    expect(await other.getByText('View Attachment').count()).toBe(0);
    await close();
  });

  test('R-041 R-118 R-136: the Nekpur pages show the Nekpur records, and link to Nekpur albums', async () => {
    const { page, close } = await open('/nekhpur/Events', javaScript);
    await expectTitles(page, ['Nekpur Day']);
    await page.goto(`${site.url}/nekhpur/News`);
    await expectTitles(page, ['Nekpur reopens']);
    await page.goto(`${site.url}/nekhpur/Gallery`);
    await expectTitles(page, ['Nekpur Fair']);
    expect(await page.getByText('View More', { exact: true }).getAttribute('href')).toBe(
      `/nekhpur/SubGallery?id=${encodeURIComponent('a/b "ü"')}`,
    );
    await close();
  });
});

describe('the default year', () => {
  const PAGES = [
    '/Events',
    '/nekhpur/Events',
    '/Gallery',
    '/nekhpur/Gallery',
    '/News',
    '/nekhpur/News',
  ];

  function rowsOf(date: string): Partial<Record<ListName, readonly Row[]>> {
    const both = (row: Row) => [row, { ...row, school: 'NEKPUR' }];
    return {
      eventsAll: both(event('Then', date)),
      galleryAll: both(album('Then', date)),
      newsAll: both(news('Then', date)),
    };
  }

  test('R-183 R-184 R-185 R-186: is last year where this year has nothing and last year has something', async () => {
    const lastYear = await start(rowsOf('2025-11-30'));
    for (const path of PAGES) {
      for (const javaScript of [true, false]) {
        const { page, close } = await open(path, javaScript, lastYear);
        expect(await page.getByLabel('Year').inputValue(), path).toBe('2025');
        await expectTitles(page, ['Then']);
        await close();
      }
    }
    await lastYear.close();
  });

  test('R-187: stays this year where only older years have something', async () => {
    const longAgo = await start(rowsOf('2024-11-30'));
    for (const path of PAGES) {
      const { page, close } = await open(path, false, longAgo);
      expect(await page.getByLabel('Year').inputValue(), path).toBe('2026');
      expect(await options(page, 'Year')).toEqual(['All', '2026', '2024']);
      await expectTitles(page, []);
      expect(await page.locator('.island .empty').isVisible()).toBe(true);
      await close();
    }
    await longAgo.close();
  });

  test('R-188: this year stays this year when the visitor chose it', async () => {
    const lastYear = await start(rowsOf('2025-11-30'));
    for (const path of ['/Events', '/Gallery', '/News']) {
      // The year is offered where it has records, or in a link that names it.
      const { page, close } = await open(`${path}?year=2026`, true, lastYear);
      await expectTitles(page, []);
      expect(await options(page, 'Year')).toEqual(['All', '2026', '2025']);
      expect(await page.getByLabel('Year').inputValue()).toBe('2026');
      await filter(page, true, { q: 'then' });
      await page.waitForURL('**?year=2026&q=then');
      await page.reload();
      await expectTitles(page, []);
      expect(await page.getByLabel('Year').inputValue()).toBe('2026');
      await close();
    }
    await lastYear.close();
  });

  test('R-105 R-254: begins at midnight in India', async () => {
    const newYear = await startSite({
      now: () => new Date('2026-12-31T18:30:00Z'),
      prepare: ({ setList }) => setList('newsAll', [news('Happy new year', '2027-01-01')]),
    });
    const { page, close } = await open('/News', true, newYear);
    expect(await page.getByLabel('Year').inputValue()).toBe('2027');
    await expectTitles(page, ['Happy new year']);
    await close();
    await newYear.close();
  });
});

test('R-255: 150 rows of one year are all reachable, 60 more at a time', async () => {
  const full = await startFull();
  for (const path of ['/Events', '/Gallery', '/News']) {
    for (const javaScript of [true, false]) {
      const { page, faults, close } = await open(path, javaScript, full);
      for (const [count, query] of [
        [60, ''],
        [120, '?show=120'],
        [150, '?show=180'],
      ] as const) {
        await expect.poll(() => titles(page)).toHaveLength(count);
        await expect.poll(() => new URL(page.url()).search).toBe(query);
        expect(await page.getByText('150', { exact: true }).isVisible()).toBe(true);
        const more = page.getByRole('link', { name: 'Show more' });
        if (count === 150) continue;
        const loaded = javaScript ? undefined : page.waitForEvent('load');
        // Cards that come into view take their own height, and move what is below them.
        await more.hover();
        await more.click();
        await loaded;
      }
      expect(await page.getByRole('link', { name: 'Show more' }).count()).toBe(0);
      expect(new Set(await titles(page)).size).toBe(150);
      const last = page.getByRole('article').last();
      await last.scrollIntoViewIfNeeded();
      expect(await last.isVisible()).toBe(true);
      await filter(page, javaScript, { q: '15' });
      await expect.poll(() => titles(page)).toHaveLength(3);
      await filter(page, javaScript, { q: '' });
      await expect.poll(() => titles(page)).toHaveLength(60);
      await expect.poll(() => page.url()).not.toContain('show=');
      expect(faults).toEqual([]);
      await close();
    }
  }
  await full.close();
});

test('R-255: more cards come in place, with the focus on the first of them, and without a step in the history', async () => {
  const full = await startFull();
  const { page, close } = await browser.visit(`${full.url}/Events?q=event`);
  const more = page.getByRole('link', { name: 'Show more' });
  await more.hover();
  await page.waitForFunction(isHydrated, 'form.filters');
  await page.evaluate(() => document.body.setAttribute('data-same-document', ''));
  const steps = await page.evaluate(() => history.length);
  await more.click();
  await expect.poll(() => titles(page)).toHaveLength(120);
  expect(await page.locator('[data-same-document]').count()).toBe(1);
  await expect.poll(() => new URL(page.url()).search).toBe('?q=event&show=120');
  expect(await page.locator(':focus .card-title').textContent()).toBe((await titles(page))[60]);
  expect(await page.evaluate(() => history.length)).toBe(steps);
  await close();
  await full.close();
});

test('R-255: a page with more cards has the address of the list as its canonical one', async () => {
  const html = await (await fetch(`${site.url}/Events?show=120&q=day`)).text();
  expect(html).toMatch(/<link rel="canonical" href="[^"?]*\/Events"/);
});

function startFull(): Promise<TestSite> {
  const many = Array.from({ length: 150 }, (_, index) => String(index + 1).padStart(3, '0'));
  return start({
    // Without pictures, which would take most of the time.
    eventsAll: many.map((number) => event(`Event ${number}`, '2026-05-05', { images: [] })),
    galleryAll: many.map((number) => album(`Album ${number}`, '2026-05-05', { attachments: [] })),
    newsAll: many.map((number) => news(`News ${number}`, '2026-05-05')),
  });
}

test('R-103 R-111: the address follows the filters, and back and forward follow the address', async () => {
  const { page, faults, close } = await open('/Events', true);
  const field = page.getByPlaceholder('Search Here..');
  await field.focus();
  const before = await page.evaluate(() => history.length);
  await page.keyboard.type('annual');
  await page.waitForURL('**/Events?q=annual');
  expect(await page.evaluate(() => history.length)).toBe(before);
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  const steps = await page.evaluate(() => history.length);
  await page.getByLabel('Year').selectOption('All');
  await page.waitForURL('**/Events?year=All&q=annual');
  await page.getByLabel('Month').selectOption('Dec');
  await page.waitForURL('**/Events?year=All&month=12&q=annual');
  expect(await page.evaluate(() => history.length)).toBe(steps + 2);
  await expectTitles(page, ['Annual Day', 'Old Annual Day']);
  await page.goBack();
  await expectTitles(page, ['Annual Sports Day', 'Annual Day', 'Old Annual Day']);
  expect(await values(page)).toEqual(['All', 'All', 'annual']);
  await page.goBack();
  await expectTitles(page, ['Annual Sports Day', 'Annual Day']);
  expect(await values(page)).toEqual(['2026', 'All', 'annual']);
  await page.goForward();
  await expectTitles(page, ['Annual Sports Day', 'Annual Day', 'Old Annual Day']);
  await page.reload();
  await expectTitles(page, ['Annual Sports Day', 'Annual Day', 'Old Annual Day']);
  expect(await values(page)).toEqual(['All', 'All', 'annual']);
  expect(faults).toEqual([]);
  await close();
});

test('R-104 R-106: a year without the chosen month shows all its months', async () => {
  const { page, close } = await open('/Events?month=3', true);
  await expectTitles(page, ['Spring Fair']);
  await filter(page, true, { year: '2024' });
  await expectTitles(page, ['Old Annual Day']);
  expect(await values(page)).toEqual(['2024', 'All', '']);
  await close();
});

test('R-108: what was typed and chosen before the script came stays, is applied, and is a step to go back', async () => {
  const { page, faults, close } = await browser.visit('about:blank');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/island_EventList*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${site.url}/Events`, { waitUntil: 'commit' });
  await page.getByPlaceholder('Search Here..').fill('annual');
  await page.getByLabel('Year').selectOption('All');
  await expectTitles(page, ['Annual Sports Day', 'Annual Day', 'Spring Fair', 'Undecided']);
  release();
  await expectTitles(page, ['Annual Sports Day', 'Annual Day', 'Old Annual Day']);
  expect(await values(page)).toEqual(['All', 'All', 'annual']);
  await expect.poll(() => new URL(page.url()).search).toBe('?year=All&q=annual');
  await page.goBack();
  await expectTitles(page, ['Annual Sports Day', 'Annual Day', 'Spring Fair', 'Undecided']);
  expect(await values(page)).toEqual(['2026', 'All', '']);
  expect(faults).toEqual([]);
  await close();
});

test('R-103: after a reload, a step back shows what its address says', async () => {
  const { page, faults, close } = await open('/Events', true);
  await filter(page, true, { year: '2024' });
  await expectTitles(page, ['Old Annual Day']);
  await page.reload();
  await page.goBack();
  await expectTitles(page, ['Annual Sports Day', 'Annual Day', 'Spring Fair', 'Undecided']);
  expect(await values(page)).toEqual(['2026', 'All', '']);
  expect(faults).toEqual([]);
  await close();
});

test('the list is plain HTML, with its modules at hand, until its form is touched', async () => {
  const { page, close } = await browser.visit(`${site.url}/Events`);
  const isRunning = () => page.evaluate(isHydrated, 'form.filters');
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('island_EventList')),
  );
  await page.mouse.wheel(0, 600);
  await page.getByRole('article').last().hover();
  expect(await isRunning()).toBe(false);
  await page.getByPlaceholder('Search Here..').focus();
  await expect.poll(isRunning).toBe(true);
  await close();
});

test('a list that comes late is there without a script too', async () => {
  const slow = await startSite({
    sharesPictures: true,
    prepare: (provider) => provider.fail(/events\/All/, { delayMs: 700 }),
  });
  const { page, close } = await browser.visit(`${slow.url}/Events`, { javaScript: false });
  expect(await page.locator('template[id^="B:"]').count()).toBeGreaterThan(0);
  expect(await page.getByRole('article').first().isVisible()).toBe(true);
  expect(await page.getByText('Loading').isVisible()).toBe(false);
  const footer = await page.getByRole('contentinfo').boundingBox();
  const last = await page.getByRole('article').last().boundingBox();
  expect(footer?.y).toBeGreaterThan(last?.y ?? Infinity);
  await close();
  await slow.close();
});

test.each([
  ['values that are no years or months', 'year=abc&month=13&q=', '2026', 4],
  ['a repeated year', 'year=2024&year=2026', '2024', 1],
  ['arrays', 'year[]=2024&month[]=3', '2026', 4],
  ['names of object members', '__proto__=1&constructor=2', '2026', 4],
  ['a text of 10 kB', `q=${'x'.repeat(10_000)}`, '2026', 0],
  ['a script', 'q=%3Cscript%3Ealert(1)%3C%2Fscript%3E', '2026', 0],
])('R-111: an address with %s is answered without an error', async (_name, query, year, count) => {
  const { page, faults, close } = await open(`/Events?${query}`, true);
  expect(await page.getByLabel('Year').inputValue()).toBe(year);
  expect(await titles(page)).toHaveLength(count);
  expect(faults).toEqual([]);
  await close();
});

test('R-102 to R-136: the list is the only island of its page, and its data is what the cards show', async () => {
  for (const path of ['/Events', '/Gallery', '/News']) {
    const { text: html } = await request(site.url).get(path).expect(200);
    expect(html.match(/data-island="/g), path).toHaveLength(1);
    const data = /<script type="application\/json">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(data, path).not.toContain('NEKPUR');
    expect(data, path).not.toContain('classroom-2');
    expect(Object.keys(JSON.parse(data)), path).toEqual([
      'source',
      'cards',
      'focus',
      'search',
      'today',
    ]);
  }
});
