import { expect, test } from 'vitest';
import { siteInBrowser } from '../support/site-in-browser.ts';

const event = (id: string, date: string, title = `Title of ${id}`) => ({
  _id: id,
  school: 'FARRUKHABAD',
  title,
  date,
  time: '10 AM',
});

const { browser, site } = siteInBrowser({
  now: () => new Date('2026-11-22T06:00:00Z'),
  lists: {
    events: [],
    eventsAll: [
      event('past', '2026-11-15', 'वार्षिक उत्सव एवं पुरस्कार वितरण समारोह'),
      event('today', '2026-11-22'),
    ],
  },
});

test('without JavaScript the month view of a phone leaves out the days without events, and the heads of the columns', async () => {
  const { page } = await browser.visit(`${site.url}/Events`, {
    javaScript: false,
    width: 360,
    height: 740,
  });
  await page.getByRole('link', { name: 'View calendar' }).press('Enter');
  await page.waitForURL('**/Events/Calendar#today');
  expect(await page.locator('td[aria-current="date"]').innerText()).toContain('Sunday 22 November');
  const visible = page.locator('.month td:visible');
  expect(await visible.filter({ has: page.locator('a') }).count()).toBe(2);
  expect(await page.locator('.month :is(.no-day, .wide-only):visible').count()).toBe(0);
});
