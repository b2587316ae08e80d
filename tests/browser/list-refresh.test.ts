import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cardTitles, isHydrated, startIsland } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { PROVIDER_LISTS } from '../../shared/records/provider-lists.ts';

const MINUTE = 60_000;

let now = Date.parse('2026-06-15T06:00:00Z');

/** An event, a news item or an album of Farrukhabad. */
function row(title: string) {
  const day = { date: '2026-05-05', fromDate: '2026-05-05' };
  const description = `${title} `.repeat(60);
  return { _id: title, school: 'FARRUKHABAD', title, description, ...day };
}

const rows = (...names: readonly string[]) => names.map(row);
const news = (title: string) => ({ ...row(title), category: 'News' });
const album = (title: string) => ({ ...row(title), category: 'PhotoGallery' });

const { browser, site } = siteInBrowser({
  now: () => new Date(now),
  lists: {
    eventsAll: rows('Spring Fair', 'Annual Day'),
    newsAll: [news('School reopens')],
    galleryAll: [album('Spring Fair')],
  },
});

/** What the school publishes is in the server's list from here on. */
async function publish(
  list: 'eventsAll' | 'newsAll',
  records: ReturnType<typeof rows>,
): Promise<void> {
  site.provider.setList(list, records);
  now += 2 * MINUTE;
  const address = site.url + PROVIDER_LISTS[list].path('GISNUP', '');
  await expect
    .poll(async () => (await fetch(address)).text())
    .toContain(`"${records.at(-1)?.title}"`);
}

async function open(path: string): Promise<Page> {
  const { page } = await browser.tab(site.url + path, { hasClock: true });
  return page;
}

/** The visitor comes back to the tab after some time. */
async function lookAgain(page: Page, afterMs: number): Promise<void> {
  await page.clock.fastForward(afterMs);
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
}

test('R-102: a list that was left open is read anew when its tab is looked at again; filters and focus stay', async () => {
  const page = await open('/Events');
  await startIsland(page, 'form.filters');
  const field = page.getByPlaceholder('Search Here..');
  await field.fill('annual');
  await expect.poll(() => cardTitles(page)).toEqual(['Annual Day']);
  await field.fill('fair');
  await expect.poll(() => cardTitles(page)).toEqual(['Spring Fair']);
  await publish('eventsAll', rows('Summer Fair', 'Annual Day', 'Book Fair'));
  await lookAgain(page, 2 * MINUTE);
  await expect.poll(() => cardTitles(page)).toEqual(['Summer Fair', 'Book Fair']);
  expect(await field.inputValue()).toBe('fair');
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await page.getByRole('status').textContent()).toMatch(/Total Count\D*2$/);
  // The response to the first look is in the browser's cache, which may use it while it is stale.
  await publish('eventsAll', rows('Winter Fair'));
  await lookAgain(page, 2 * MINUTE);
  await expect.poll(() => cardTitles(page)).toEqual(['Winter Fair']);
});

test('R-255: a list that is read anew stays as long as the visitor made it', async () => {
  const many = (extra: string) =>
    rows(...Array.from({ length: 130 }, (_, index) => `Event ${index}`), extra);
  await publish('eventsAll', many('Old'));
  const page = await open('/Events?show=60');
  await startIsland(page, 'form.filters');
  await page.getByPlaceholder('Search Here..').fill('e');
  await page.waitForURL('**/Events?q=e');
  // The cards follow the text when there is time, and move the link.
  const count = () => page.locator('.cards .card-title').count();
  await expect.poll(count).toBe(30);
  const more = page.getByRole('link', { name: 'Show more' });
  // Cards that come into view take their own height, and move what is below them.
  await more.hover();
  await more.click();
  await expect.poll(count).toBe(60);
  await publish('eventsAll', many('Newer'));
  await lookAgain(page, 2 * MINUTE);
  await expect.poll(() => page.getByRole('status').textContent()).toMatch(/\D131$/);
  expect(await count()).toBe(60);
  await expect.poll(() => new URL(page.url()).search).toBe('?q=e&show=60');
});

test('R-131: a list whose form is untouched is refreshed too, without records of the other campus', async () => {
  const page = await open('/News');
  const other = { ...news('Nekpur reopens'), school: 'NEKPUR' };
  await publish('newsAll', [other, row('A circular'), news('Results are out')]);
  expect(await page.evaluate(isHydrated, 'form.filters')).toBe(false);
  await lookAgain(page, 2 * MINUTE);
  await expect.poll(() => cardTitles(page)).toEqual(['Results are out']);
});

test('a fresh list is not requested again', async () => {
  const page = await open('/Events');
  await startIsland(page, 'form.filters');
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await lookAgain(page, MINUTE / 2);
  await page.getByLabel('Year').selectOption('All');
  await page.waitForURL('**/Events?year=All');
  expect(paths.filter((path) => path.startsWith('/api/events'))).toEqual([]);
});

test('R-243: a list stays after an error, another type or a lost connection', async () => {
  const page = await open('/Gallery');
  await startIsland(page, 'form.filters');
  const before = await cardTitles(page);
  expect(before).toEqual(['Spring Fair']);
  for (const [text, response] of [
    ['spring', { status: 503, json: { error: 'the list is not available now' } }],
    ['fair', { status: 200, json: { error: 'no list' } }],
    ['spring fair', null],
  ] as const) {
    await page.unroute('**/api/gallery/**');
    await page.route('**/api/gallery/**', async (route) => {
      await (response === null ? route.abort() : route.fulfill(response));
    });
    const ended = Promise.race([
      page.waitForEvent('requestfinished', (request) => request.url().includes('/api/gallery')),
      page.waitForEvent('requestfailed', (request) => request.url().includes('/api/gallery')),
    ]);
    await lookAgain(page, 2 * MINUTE);
    await ended;
    await page.getByPlaceholder('Search Here..').fill(text);
    await page.waitForURL(`**/Gallery?q=${text.replace(' ', '+')}`);
    expect(await cardTitles(page)).toEqual(before);
  }
});
