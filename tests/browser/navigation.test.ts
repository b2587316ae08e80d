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

const { browser, site } = siteInBrowser({ hasLists: true });

test('R-058: a page that a pointer rests on is fetched ahead, so that the click makes no request; it has its own title', async () => {
  const { page, context } = await browser.visit(`${site.url}/Vision`, { reducedMotion: false });
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
  const { page } = await browser.visit(`${site.url}/Vision`, { reducedMotion: false });
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

test('R-070 R-182: a page of the back/forward cache has no dialog of before; the next one opens unless it was shown meanwhile', async ({
  skip,
}) => {
  skip(!hasFullChromium());
  const full = await openBrowser('full');
  const { page } = await full.visit(`${site.url}/Admission`, { reducedMotion: false });
  const name = page.locator('main input[name=name]');
  const dialog = (title: string) => page.getByRole('dialog', { name: title, exact: true });
  async function leave(): Promise<void> {
    await name.evaluate((input: HTMLInputElement) => {
      input.value = 'Asha';
      Object.assign(window, { isKept: true });
    });
    await page.goto(`${site.url}/Vision`);
  }
  /** Leaves the page and comes back, until the browser has kept it: a busy one may not. */
  async function comeBack(): Promise<void> {
    const isKept = async () => {
      await leave();
      await page.goBack({ waitUntil: 'commit' });
      return page.evaluate(() => 'isKept' in window);
    };
    await expect.poll(isKept).toBe(true);
    expect(await name.inputValue()).toBe('Asha');
    expect(await dialog('Notices').count()).toBe(0);
  }
  await comeBack();

  await page.goto(`${site.url}/Home`);
  await dialog('Notices').waitFor();
  await comeBack();
  expect(await page.locator('dialog.popup').count()).toBe(0);
});

test.each([
  ['menu', '.menu-button', '#menu:popover-open', { width: 360, height: 740, isPhone: true }],
  ['dialog', '.bar > .login', 'dialog[open]', {}],
] as const)(
  'a page of the back/forward cache has no %s of before, and can be used',
  async (_name, button, open, window) => {
    if (!hasFullChromium()) return;
    const full = await openBrowser('full');
    const { page } = await full.visit(`${site.url}/Contact`, { ...window, reducedMotion: false });
    await untilModuleRan(page, 'popovers');
    await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
    await page.locator(button).click();
    await page.locator(open).waitFor();
    await page.evaluate(() => location.assign('/Fees'));
    await page.waitForURL('**/Fees');
    await page.goBack({ waitUntil: 'commit' });
    expect(await page.evaluate(() => 'isOld' in globalThis)).toBe(true);
    await expect.poll(() => page.locator(open).count()).toBe(0);
    await expect.poll(() => page.locator('[inert] main, main[inert]').count()).toBe(0);
  },
);
