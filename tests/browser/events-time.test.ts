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
      event('coming', '2026-12-05'),
    ],
  },
});

test('without JavaScript the month view leads by keyboard to the next month and to an event', async () => {
  const { page } = await browser.visit(`${site.url}/Events`, {
    javaScript: false,
    width: 360,
    height: 740,
  });
  await page.getByRole('link', { name: 'View calendar' }).press('Enter');
  await page.waitForURL('**/Events/Calendar#today');
  expect(await page.locator('td[aria-current="date"]').innerText()).toContain('Sunday 22 November');
  // The days without events, and the heads of the columns, are left out on a phone.
  const visible = page.locator('.month td:visible');
  expect(await visible.filter({ has: page.locator('a') }).count()).toBe(2);
  expect(await page.locator('.month :is(.no-day, .wide-only):visible').count()).toBe(0);
  await page.getByRole('link', { name: 'December 2026' }).press('Enter');
  await page.waitForURL('**/Events/Calendar?year=2026&month=12');
  await page.getByRole('link', { name: 'Title of coming' }).press('Enter');
  await page.waitForURL('**/Events/coming/title-of-coming');
  const file = await page.getByRole('link', { name: /^Add to calendar/ }).getAttribute('href');
  expect(file).toBe('/Events.ics?id=coming');
});
