import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { SHOW_STEP } from '../../shared/search.ts';

const ITEMS = 2_000;
/** Found in every title with a "Day" and a number that begins with 1. */
const TEXT = 'day 1';
const MATCHING = Array.from({ length: ITEMS }, (_, index) => index).filter(
  (index) => index % 4 < 2 && String(index).startsWith('1'),
).length;

let browser: TestBrowser;
let site: TestSite;

beforeAll(async () => {
  const titles = ['Annual Day', 'Sports Day', 'Science Fair', 'Parent Meeting'];
  const events = Array.from({ length: ITEMS }, (_, index) => ({
    _id: `e${index}`,
    school: 'FARRUKHABAD',
    title: `${titles[index % titles.length]} ${index}`,
    description: 'Children show what they have learnt this year, with music and games for all.',
    date: `${2026 - (index % 6)}-${String(1 + (index % 12)).padStart(2, '0')}-05`,
    time: '9:00 AM',
    venue: 'Assembly ground',
    images:
      index % 5 === 0 ? [] : [`drawings/assembly-${[1, 5, 6, 7, 8, 9, 10, 11][index % 8]}.webp`],
    attachments: index % 3 === 0 ? ['files/circular.pdf'] : [],
    url: '',
  }));
  [browser, site] = await Promise.all([
    openBrowser(),
    startSite({ sharesPictures: true, prepare: ({ setList }) => setList('eventsAll', events) }),
  ]);
});

afterAll(async () => {
  await site.close();
  await browser.close();
});

test('R-108 R-255: a list of 2,000 items follows what is typed, and its count is that of all', async () => {
  const { page, faults, close } = await browser.visit(`${site.url}/Events?year=All`);
  const cards = page.locator('.cards > article');
  const count = page.getByRole('status').locator('strong');
  expect(await cards.count()).toBe(SHOW_STEP);
  expect(await count.textContent()).toBe(String(ITEMS));
  const search = page.getByPlaceholder('Search Here..');
  await search.pressSequentially(TEXT);
  await expect.poll(() => count.textContent()).toBe(String(MATCHING));
  await expect.poll(() => cards.count()).toBe(SHOW_STEP);
  await search.fill('');
  await expect.poll(() => count.textContent()).toBe(String(ITEMS));
  expect(faults).toEqual([]);
  await close();
});
