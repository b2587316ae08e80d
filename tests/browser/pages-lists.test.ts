import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cardTitles, isHydrated, untilModuleRan, startIsland } from '../support/browser.ts';
import { holdRequest } from '../support/moments.ts';
import { SOON } from '../support/effort.ts';
import { siteOfTest, type SiteOptions } from '../support/site.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

type Row = Record<string, unknown>;

/** An event, an album or a news item. */
function row(title: string, date: string | null, more: Row = {}): Row {
  const rest = { school: 'FARRUKHABAD', category: 'PhotoGallery', description: `About ${title}` };
  return { _id: title, title, date, fromDate: date, images: [], attachments: [], ...rest, ...more };
}

const IN_NEKPUR = { school: 'NEKPUR', category: 'News' };

const EVENTS = [
  row('Spring Fair', '2026-03-05'),
  row('Annual Day', '2026-12-20'),
  row('Annual Sports Day', '2026-09-05', { description: 'Teams: https://example.org/teams' }),
  row('Old Annual Day', '2024-12-20'),
  row('Undecided', null),
  row('Nekpur Day', '2026-05-05', IN_NEKPUR),
  ...Array.from({ length: 150 }, (_, index) => {
    // Of today, to come, past: three groups of cards.
    const day = index >= 70 ? '2026-05-05' : index >= 30 ? '2026-12-20' : '2026-06-15';
    return row(`Event ${String(index + 1).padStart(3, '0')}`, day, IN_NEKPUR);
  }),
];

const ALBUMS = [row('Annual Day', '2026-12-20'), row('Annual Sports Day', '2026-09-05')];

const NEWS = [
  row('School reopens', '2026-07-01', { category: 'News' }),
  row('Results are out', '2026-09-05', IN_NEKPUR),
  row('Nekpur reopens', '2026-07-01', IN_NEKPUR),
];

/** Their clock says June 2026. */
const LISTS: SiteOptions = {
  now: () => new Date('2026-06-15T06:00:00Z'),
  sharesPictures: true,
  lists: { eventsAll: EVENTS, galleryAll: ALBUMS, newsAll: NEWS },
};

const { browser, site } = siteInBrowser(LISTS);

/** Opens a list page, in the tab of another one if there is one, and waits until its island works. */
async function open(path: string, tab?: Page): Promise<Page> {
  const page = tab ?? (await browser.tab(site.url + path)).page;
  if (tab !== undefined) await page.goto(site.url + path);
  await startIsland(page, 'form.filters');
  return page;
}

type Choice = { year?: string; month?: string; q?: string };

async function filter(page: Page, { year, month, q }: Choice): Promise<void> {
  if (year !== undefined) await page.getByLabel('Year').selectOption(year);
  if (month !== undefined) await page.getByLabel('Month').selectOption(month);
  if (q !== undefined) await page.getByPlaceholder('Search Here..', { exact: true }).fill(q);
}

async function expectTitles(page: Page, expected: readonly string[]): Promise<void> {
  await expect.poll(() => cardTitles(page)).toEqual(expected);
}

async function values(page: Page): Promise<string[]> {
  return [
    await page.getByLabel('Year').inputValue(),
    await page.getByLabel('Month').inputValue(),
    await page.getByPlaceholder('Search Here..').inputValue(),
  ];
}

test('R-105 R-112 R-131 R-254: a filter of each list leads to the cards that its address has', async () => {
  let tab: Page | undefined;
  for (const [path, month, expected] of [
    ['/Events', '12', ['Annual Day']],
    ['/Gallery', '9', ['Annual Sports Day']],
    ['/nekhpur/News', '7', ['Nekpur reopens']],
  ] as const) {
    const page = (tab = await open(path, tab));
    await filter(page, { month });
    await expectTitles(page, expected);
    await page.waitForURL(`**${path}?month=${month}`);
    await filter(page, { q: 'zzz' });
    await expectTitles(page, []);
    await expect.poll(() => page.locator('.filters output strong').textContent()).toBe('0');
    await page.waitForURL(`**${path}?month=${month}&q=zzz`);
    await page.reload();
    expect(await values(page)).toEqual(['2026', month, 'zzz']);
  }
});

test('R-255: more cards come in place, with the focus on the first of them, and without a step in the history', async () => {
  const { page } = await browser.tab(`${site.url}/nekhpur/Events?q=event`);
  const more = page.getByRole('link', { name: 'Show more' });
  await more.hover();
  await page.waitForFunction(isHydrated, 'form.filters');
  expect(await cardTitles(page)).toHaveLength(30);
  await page.evaluate(() => document.body.setAttribute('data-same-document', ''));
  const steps = await page.evaluate(() => history.length);
  await more.click();
  await expect.poll(() => cardTitles(page)).toHaveLength(60);
  expect(await page.locator('[data-same-document]').count()).toBe(1);
  await expect.poll(() => new URL(page.url()).search).toBe('?q=event&show=60');
  expect(await page.locator(':focus .card-title').textContent()).toBe((await cardTitles(page))[30]);
  expect(await page.evaluate(() => history.length)).toBe(steps);
  await filter(page, { year: 'All' });
  await expect.poll(() => new URL(page.url()).search).toBe('?year=All&q=event');
});

test('R-103 R-104 R-106 R-111: a list is plain HTML until it is touched; address and filters then follow each other', async () => {
  const { page } = await browser.tab(`${site.url}/Events`);
  const isRunning = () => page.evaluate(isHydrated, 'form.filters');
  const isFetched = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('EventList')),
    );
  await untilModuleRan(page, 'popovers');
  expect(await isFetched()).toBe(false);
  await page.mouse.wheel(0, 600);
  await expect.poll(isFetched).toBe(true);
  await page.getByRole('article').last().hover();
  expect(await isRunning()).toBe(false);
  const field = page.getByPlaceholder('Search Here..');
  await field.focus();
  await expect.poll(isRunning).toBe(true);

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
  await page.goBack();
  await expectTitles(page, ['Annual Sports Day', 'Annual Day']);
  expect(await values(page)).toEqual(['2026', 'All', 'annual']);

  // A year without the chosen month shows all its months.
  await page.goto(`${site.url}/Events?month=3`);
  await startIsland(page, 'form.filters');
  await expectTitles(page, ['Spring Fair']);
  await filter(page, { year: '2024' });
  await expectTitles(page, ['Old Annual Day']);
  expect(await values(page)).toEqual(['2024', 'All', '']);
});

test('R-108: what was typed and chosen before the script came stays, is applied, and is a step to go back', async () => {
  const { page } = await browser.tab(`${site.url}/robots.txt`);
  const { release } = await holdRequest(page, '**/assets/island_EventList*');
  await page.goto(`${site.url}/Events`, { waitUntil: 'commit' });
  await page.getByPlaceholder('Search Here..').fill('annual');
  await page.getByLabel('Year').selectOption('All');
  await expectTitles(page, ['Annual Sports Day', 'Annual Day', 'Spring Fair', 'Undecided']);
  await release();
  await expectTitles(page, ['Annual Sports Day', 'Annual Day', 'Old Annual Day']);
  expect(await values(page)).toEqual(['All', 'All', 'annual']);
  await expect.poll(() => new URL(page.url()).search).toBe('?year=All&q=annual');
  await page.goBack();
  await expectTitles(page, ['Annual Sports Day', 'Annual Day', 'Spring Fair', 'Undecided']);
  expect(await values(page)).toEqual(['2026', 'All', '']);
});

test('a list that comes late is there without a script too', async () => {
  const slow = await siteOfTest({
    ...LISTS,
    prepare: (provider) => provider.fail(/events\/All/, { delayMs: 700 }),
  });
  const { page } = await browser.tab(`${slow.url}/Events`, { javaScript: false });
  expect(await page.locator('template[id^="B:"]').count()).toBeGreaterThan(0);
  expect(await page.getByRole('article').first().isVisible()).toBe(true);
  expect(await page.getByText('Loading').isVisible()).toBe(false);
  const footer = await page.getByRole('contentinfo').boundingBox();
  const last = await page.getByRole('article').last().boundingBox();
  expect(footer?.y).toBeGreaterThan(last?.y ?? Infinity);
});

test('the picture of a card leads where its title does, as one link, below links of its text, which lie below the bar', async () => {
  const { page } = await browser.tab(`${site.url}/Events`, { width: 360, height: 740 });
  const link = page.locator('.clamped a[href="https://example.org/teams"]');
  const found = (edge: number) =>
    link.evaluate((element, top) => {
      scrollBy(0, element.getBoundingClientRect().top - top);
      const { x, width, y, height } = element.getBoundingClientRect();
      const above = document.elementFromPoint(x + width / 2, y + height / 2);
      return above === element ? 'link' : above?.closest('.bar')?.className;
    }, edge);
  expect(await found(300)).toBe('link');
  expect(await found(10)).toBe('bar');
  const card = page.locator('.card').filter({ hasText: 'Annual Day' }).first();
  const address = await card.locator('.card-title a').getAttribute('href');
  expect(await card.locator(`a[href="${address}"]`).count()).toBe(1);
  // Its picture.
  await card.click({ position: { x: 60, y: 60 } });
  await page.waitForURL(site.url + address, { timeout: SOON.timeout });
});
