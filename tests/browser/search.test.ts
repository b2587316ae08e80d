import { expect, test } from 'vitest';
import { siteInBrowser } from '../support/site-in-browser.ts';

const DAYS = Array.from({ length: 24 }, (_, index) => ({
  _id: `e${index}`,
  school: index % 2 === 0 ? 'FARRUKHABAD' : 'NEKPUR',
  title: `Zemmiball Day ${index}`,
  description: 'Races, a march past and a zigzag on the big ground',
  date: `${2020 + (index % 6)}-11-2${index % 10}`,
}));
const NEWS = {
  _id: 'n1',
  school: 'FARRUKHABAD',
  category: 'News',
  title: 'Zemmiball pavilion is open',
  description: '',
  fromDate: '2025-02-01',
};

const { browser, site } = siteInBrowser({
  lists: { events: [], news: [], eventsAll: DAYS, newsAll: [NEWS] },
});

test('without JavaScript a text is typed and its result opened by the keyboard alone', async () => {
  const { page } = await browser.visit(`${site.url}/Search`, { javaScript: false, width: 360 });
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('zemmiball');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/Search?q=zemmiball');
  expect(await page.getByRole('status').first().textContent()).toMatch(
    /^25 results for “zemmiball”/,
  );

  await page.getByRole('link', { name: NEWS.title }).press('Enter');
  await page.waitForURL('**/News/n1/**');
});

test('the first result stands on the first screen of a phone, and no line of facts begins with a dot', async () => {
  const { page } = await browser.visit(`${site.url}/Search?q=zemmiball`, {
    width: 360,
    height: 640,
    isPhone: true,
  });
  const box = await page.locator('.search-hits h2').first().boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(640);
  const before = await page
    .locator('.search-facts > *')
    .evaluateAll((facts) => facts.map((fact) => getComputedStyle(fact, '::before').content));
  expect([...new Set(before)]).toEqual(['none']);
});
