import { expect, test } from 'vitest';
import { startIsland, untilModuleRan } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const { browser, site } = siteInBrowser({ hasLists: true });

test('the filters of Hindi pages say all in Hindi, and links to the other language and campus keep what a script has changed', async () => {
  const { page } = await browser.tab(`${site.url}/hi/Events`);
  await startIsland(page, '.filters');
  await page.locator('.filters [name=year]').selectOption('All');
  await page.waitForURL(/year=All/);
  const [first] = await page.locator('.filters [name=month] option').allTextContents();
  expect(first).toMatch(/^\p{Script=Devanagari}/u);
  await page.locator('.filters [name=q]').fill('zzz');
  await expect.poll(() => page.locator('.empty').textContent()).toMatch(/^\p{Script=Devanagari}/u);
  expect(await page.locator('.elsewhere a').last().getAttribute('href')).toBe('/hi/Search?q=zzz');
  await page.locator('.filters [name=q]').fill('');
  await page.waitForURL((url) => !url.search.includes('q='));

  // The link to the other language keeps what the script has changed, not that a form was sent.
  const follow = async (link: string, path: string) => {
    await untilModuleRan(page, 'popovers');
    await page.locator(`.strip ${link}`).click();
    await page.waitForURL(site.url + path);
  };
  const campus = '.campus-switch a:not([aria-current])';
  await follow('.language-switch', '/Events?year=All');
  await page.evaluate(() => history.replaceState(null, '', '?year=2024'));
  await follow(campus, '/nekhpur/Events?year=2024');
  await page.evaluate(() => history.replaceState(null, '', location.pathname));
  await follow(campus, '/Events');
  await page.goto(`${site.url}/SubGallery?id=alb-f-01`);
  await follow(campus, '/nekhpur/Gallery');
  await page.goto(`${site.url}/Contact?sent=GIS-2345-6789`);
  await follow('.language-switch', '/hi/Contact');
});
