import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser, untilModuleRan } from '../support/browser.ts';
import { hasFullChromium } from '../support/chromium.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const UNFETCHED = (
  '/feed.xml|/nekhpur/Notices.rss|/Events.ics|' +
  '/nekhpur/Events.ics?id=evt-n-01|/sitemap.xml|/files/fee-structure.pdf|' +
  '/api/image/documents/fee-notice.pdf|/api/image/documents/fee-notice.pdf?w=320|' +
  '/HomeFr?sent=getInTouch'
).split('|');
const FETCHED = ['/', '/nekhpur/Events?year=2025', '/News/a.b/title', '/Documents/fee-structure'];

const INERT = '[inert] main, main[inert]';

const { browser, site } = siteInBrowser({ hasLists: true });

test('R-058: a page that a pointer rests on is fetched ahead, so that the click makes no request; it has its own title', async () => {
  const { page, context } = await browser.tab(`${site.url}/Vision`, { reducedMotion: false });
  const session = await context.newCDPSession(page);
  const fetched = new Promise<void>((resolve) => {
    session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
      if (prefetchUrl.endsWith('/Mission') && status === 'Ready') resolve();
    });
  });
  await session.send('Preload.enable');
  site.lines.length = 0;
  const link = page.locator('main a[href="/Mission"]');
  await link.scrollIntoViewIfNeeded();
  await link.hover();
  await fetched;
  await expect.poll(() => site.lines.filter(({ path }) => path === '/Mission').length).toBe(1);
  await link.click();
  await page.waitForURL('**/Mission');
  expect(await page.title()).toMatch(/^Mission \| /);
  expect(site.lines.filter(({ path }) => path === '/Mission')).toHaveLength(1);
});

test('only pages are fetched ahead: no feed, calendar, sitemap, document or response to a form', async () => {
  const { page } = await browser.tab(`${site.url}/robots.txt`, { reducedMotion: false });
  // The browser's own matching of the patterns, which TypeScript's DOM does not have yet.
  const ahead = await page.evaluate(async (paths) => {
    type Rules = { prefetch: { where: { and: [object, { not: { href_matches: string[] } }] } }[] };
    const { URLPattern: Pattern } = globalThis as unknown as {
      URLPattern: new (pattern: string, base: string) => { test(url: string): boolean };
    };
    const { prefetch } = (await (await fetch('/speculation.json')).json()) as Rules;
    const excluded = prefetch[0]?.where.and[1].not.href_matches ?? [];
    const patterns = excluded.map((pattern) => new Pattern(pattern, location.origin));
    return paths.filter((path) => !patterns.some((one) => one.test(location.origin + path)));
  }, UNFETCHED.concat(FETCHED));
  expect(ahead).toEqual(FETCHED);
});

/** Leaves the page, with this open, and comes back to it as the browser has kept it. */
async function expectClosed(page: Page, button: string, open: string): Promise<void> {
  await untilModuleRan(page, 'popovers');
  await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
  await page.locator(button).click();
  await page.locator(open).waitFor();
  await page.evaluate(() => location.assign('/Mission'));
  await page.waitForURL('**/Mission');
  await page.goBack({ waitUntil: 'commit' });
  expect(await page.evaluate(() => 'isOld' in globalThis)).toBe(true);
  await expect.poll(() => page.locator(open).count()).toBe(0);
}

test('R-070 R-182: a page kept for "back" has no dialog of before and can be used; the next opens unless shown meanwhile', async ({
  skip,
}) => {
  skip(!hasFullChromium());
  const full = await openBrowser('full');
  const { page } = await full.visit(`${site.url}/Admission`, { reducedMotion: false });
  const name = page.locator('main input[name=name]');
  const notices = page.getByRole('dialog', { name: 'Notices', exact: true });
  const typeName = () => name.evaluate((input: HTMLInputElement) => (input.value = 'Asha'));
  async function expectKept(): Promise<void> {
    expect(await name.inputValue()).toBe('Asha');
    expect(await notices.count()).toBe(0);
  }
  await typeName();
  await expectClosed(page, '.bar > .login', 'dialog[open]');
  await expect.poll(() => page.locator(INERT).count()).toBe(0);
  await expectKept();

  await page.goto(`${site.url}/Home`);
  await notices.waitFor();
  /** Leaves the page and comes back, until the browser has kept it: a busy one may not. */
  const isKept = async () => {
    await typeName();
    await page.evaluate(() => Object.assign(window, { isKept: true }));
    await page.goto(`${site.url}/Vision`);
    await page.goBack({ waitUntil: 'commit' });
    return page.evaluate(() => 'isKept' in window);
  };
  await expect.poll(isKept).toBe(true);
  await expectKept();
  expect(await page.locator('dialog.popup').count()).toBe(0);
});

test('a page of the back/forward cache has no menu of before, and can be used', async ({
  skip,
}) => {
  skip(!hasFullChromium());
  const full = await openBrowser('full');
  const options = { width: 360, height: 740, isPhone: true, reducedMotion: false };
  const { page } = await full.visit(`${site.url}/Vision`, options);
  await expectClosed(page, '.menu-button', '#menu:popover-open');
  await expect.poll(() => page.locator(INERT).count()).toBe(0);
});
