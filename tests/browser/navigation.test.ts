import { expect, onTestFinished, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { hasFullChromium } from '../support/chromium.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const UNFETCHED = (
  '/feed.xml|/News.atom|/nekhpur/Notices.rss|/Events.ics|' +
  '/nekhpur/Events.ics?id=evt-n-01|/sitemap.xml|/files/fee-structure.pdf|' +
  '/api/image/documents/fee-notice.pdf|/api/image/documents/fee-notice.pdf?w=320|' +
  '/HomeFr?sent=getInTouch'
).split('|');
const FETCHED = ['/', '/nekhpur/Events?year=2025', '/News/a.b/title', '/Documents/fee-structure'];

const { browser, site } = siteInBrowser({ prewarm: true, sharesPictures: true });

test('R-058: a page that a pointer rests on is fetched ahead, so that the click makes no request; it has its own title', async () => {
  const { page, context } = await browser.visit(`${site.url}/Vision`);
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
  const { page } = await browser.visit(`${site.url}/Vision`);
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

test('R-070: a page that was left comes back as it was, from the back/forward cache, without its dialog', async ({
  skip,
}) => {
  skip(!hasFullChromium());
  const full = await openBrowser('full');
  onTestFinished(() => full.close());
  for (const path of ['/Admission', '/HomeFr']) {
    const { page } = await full.visit(site.url + path);
    if (path === '/HomeFr') await page.getByRole('dialog', { name: 'Notices' }).waitFor();
    const name = page.locator('main input[name=name]');
    await name.evaluate((input: HTMLInputElement) => {
      input.value = 'Asha';
      addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset['persisted'] = String(persisted);
      });
    });
    await page.goto(`${site.url}/Vision`);
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForFunction(() => document.documentElement.dataset['persisted'] === 'true');
    expect(await name.inputValue()).toBe('Asha');
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    expect(await page.locator('dialog.popup').count()).toBe(0);
  }
});

test('R-070 R-182: a dialog whose turn had not come opens in the page that is back, one that was shown meanwhile does not', async ({
  skip,
}) => {
  skip(!hasFullChromium());
  const full = await openBrowser('full');
  onTestFinished(() => full.close());
  const { page } = await full.visit(`${site.url}/Home`);
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
  await dialog('Notices').waitFor();
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  const goBack = async (pages: number) => {
    await page.evaluate((back) => history.go(back), -pages);
    await page.waitForFunction(() => 'isFirst' in window);
  };
  await page.goto(`${site.url}/Vision`);
  await goBack(1);
  await dialog('Upcoming Events').waitFor();
  expect(await dialog('Notices').count()).toBe(0);

  await page.goto(`${site.url}/Vision`);
  await page.evaluate(() => sessionStorage.clear());
  await page.clock.install();
  await page.goto(`${site.url}/Home`);
  await dialog('Notices').waitFor();
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  await page.goto(`${site.url}/Vision`);
  await page.evaluate(() => Object.assign(document.createElement('a'), { href: '/Home' }).click());
  await dialog('Upcoming Events').waitFor();
  await goBack(2);
  await page.clock.runFor(5_000);
  expect(await page.locator('dialog.popup').count()).toBe(0);
});
