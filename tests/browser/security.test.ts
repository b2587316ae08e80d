import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { hasFullChromium } from '../support/chromium.ts';
import { DANGEROUS_TEXTS, dangerousLists } from '../support/dangerous-records.ts';
import { startSite, type TestSite } from '../support/site.ts';

let browser: TestBrowser;
let site: TestSite;

beforeAll(async () => {
  browser = await openBrowser();
});
afterEach(() => site.close());
afterAll(() => browser.close());

test('S2: what is streamed cold, late sections and a list that is hydrated, keeps to the policy', async () => {
  site = await startSite({
    sharesPictures: true,
    prepare: (provider) =>
      provider.fail(/\/api\/((news|events|gallery)\/GISNUP|events\/All)/, { delayMs: 700 }),
  });
  const { page, errors, close } = await browser.visit(`${site.url}/HomeFr`);
  expect(await page.locator('main h3').count()).toBeGreaterThan(3);
  await page.goto(`${site.url}/nekhpur/Events`);
  await page.locator('input[name="q"]').first().fill('zzzz');
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('zzzz');
  expect(errors).toEqual([]);
  await close();
});

test('S2: a page whose sections fail, one that is missing and a form with errors keep to the policy', async () => {
  site = await startSite({
    sharesPictures: true,
    prepare: (provider) => provider.fail(/news|gallery/, { status: 503 }),
  });
  for (const path of ['/', '/News', '/Tc', '/Career', '/Admission']) {
    const { page, errors, close } = await browser.visit(site.url + path);
    const form = page.locator('main form[method="post"]').first();
    if ((await form.count()) > 0) {
      const loaded = page.waitForEvent('load');
      await form.evaluate((element: HTMLFormElement) => element.submit());
      await loaded;
    }
    // The browser logs each 422.
    expect(errors.filter((error) => !error.includes('422'))).toEqual([]);
    await close();
  }
});

test('S3: a real browser runs none of 200 payloads in any text of any list', async () => {
  site = await startSite({ prepare: (provider) => dangerousLists(provider, DANGEROUS_TEXTS) });
  for (const path of ['/HomeFr', '/nekhpur/News', '/ChairmanMessage', '/SubGallery?id=album']) {
    const { page, errors, close } = await browser.visit('about:blank');
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    for (const visit of ['cold', 'warm']) {
      await page.goto(site.url + path, { waitUntil: 'load' });
      await page.mouse.wheel(0, 2_000);
      await page.mouse.move(400, 400);
      const executed = await page.evaluate(() => Reflect.get(globalThis, 'executed') as unknown);
      expect([executed, page.url()], visit).toEqual([undefined, site.url + path]);
    }
    expect(dialogs).toEqual([]);
    // Pictures that do not exist are 404, or 503 while too many are requested; nothing else may be logged.
    expect(errors.filter((error) => !/status of (?:40[04]|503)/.test(error))).toEqual([]);
    await close();
  }
});

test('S8: the sample certificate is shown in its frame, and no other site may frame a page of ours', async ({
  skip,
}) => {
  skip(!hasFullChromium());
  site = await startSite();
  const full = await openBrowser('full');
  const { page, errors } = await full.visit(`${site.url}/Tc`);
  const address = await page.locator('iframe').getAttribute('src');
  const response = await page.request.get(site.url + (address ?? '').split('#')[0]);
  expect([response.status(), response.headers()['x-frame-options']]).toEqual([200, 'SAMEORIGIN']);
  expect(response.headers()['content-security-policy']).toContain("frame-ancestors 'self'");
  // A refused frame shows an error page of the browser.
  await expect
    .poll(() =>
      page
        .frames()
        .map((frame) => frame.url())
        .join(' '),
    )
    .toContain('/files/');
  expect(page.frames().filter((frame) => frame.url().startsWith('chrome-error:'))).toEqual([]);
  expect(errors).toEqual([]);
  await page.evaluate((source) => {
    const frame = document.createElement('iframe');
    frame.src = source;
    document.body.append(frame);
  }, `${site.url}/HomeFr`);
  await expect.poll(() => errors.join(' ')).toMatch(/frame-ancestors|X-Frame-Options/);
  await full.close();
});
