import { expect, test } from 'vitest';
import { siteInBrowser } from '../support/site-in-browser.ts';

const highlight = [
  { _id: '1', school: 'NEKPUR', title: 'Urgent: bus 4 is late', attachments: [] },
  { _id: '2', school: 'FARRUKHABAD', title: 'Sports day', attachments: [] },
];

const { browser, site } = siteInBrowser({ lists: { highlight }, hasLists: true });

test('an urgent notice is announced on the first page of a visit, and not again until its text is another', async () => {
  const { page } = await browser.visit(`${site.url}/nekhpur/Vision`);
  const announced = page.locator('.urgent-band [role=alert]');
  await expect.poll(() => announced.textContent()).toBe('Urgent: bus 4 is late ');
  await page.goto(`${site.url}/nekhpur/Mission`);
  await page.waitForFunction(() => document.readyState === 'complete');
  await page.locator('.urgent-band').getByText('bus 4 is late').waitFor();
  expect(await announced.count()).toBe(0);
  await page.goto(`${site.url}/hi/nekhpur/Mission`);
  await expect.poll(() => announced.textContent()).toMatch(/^तत्काल: bus 4 is late/);
});
