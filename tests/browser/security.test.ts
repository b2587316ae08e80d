import { expect, onTestFinished, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { sharedBrowser } from '../support/site-in-browser.ts';
import { hasFullChromium } from '../support/chromium.ts';
import { DANGEROUS_TEXTS, dangerousLists } from '../support/dangerous-records.ts';
import { siteOfTest } from '../support/site.ts';

const browser = sharedBrowser();

test('S2: what is streamed cold, late sections and a list that is hydrated, keeps to the policy', async () => {
  const site = await siteOfTest({
    sharesPictures: true,
    prepare: (provider) =>
      provider.fail(/\/api\/((news|events|gallery)\/GISNUP|events\/All)/, { delayMs: 700 }),
  });
  const { page } = await browser.visit(`${site.url}/HomeFr`);
  expect(await page.locator('main h3').count()).toBeGreaterThan(3);
  await page.goto(`${site.url}/nekhpur/Events`);
  await page.locator('input[name="q"]').first().fill('zzzz');
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('zzzz');
});

test('S2: a page whose sections fail, one that is missing and a form with errors keep to the policy', async () => {
  const site = await siteOfTest({
    sharesPictures: true,
    prepare: (provider) => provider.fail(/news|gallery/, { status: 503 }),
  });
  for (const path of ['/', '/News', '/Tc', '/Career', '/Admission']) {
    // The browser logs each 422.
    const { page, errors } = await browser.visit(site.url + path, { expects: /status of 422/ });
    const form = page.locator('main form[method="post"]').first();
    if ((await form.count()) > 0) {
      const loaded = page.waitForEvent('load');
      await form.evaluate((element: HTMLFormElement) => element.submit());
      await loaded;
    }
    expect(errors.join()).not.toContain('Content Security Policy');
  }
});

test('S3: a real browser runs none of 200 payloads in any text of any list', async () => {
  const site = await siteOfTest({
    prepare: (provider) => dangerousLists(provider, DANGEROUS_TEXTS),
  });
  for (const path of ['/HomeFr', '/nekhpur/News', '/ChairmanMessage', '/SubGallery?id=album']) {
    // Pictures that do not exist are 404, or 503 while too many are requested.
    const { page } = await browser.visit('about:blank', { expects: /status of (?:40[04]|503)/ });
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
  }
});

test('S8: the sample certificate is shown in its frame, and no other site may frame a page of ours', async ({
  skip,
}) => {
  skip(!hasFullChromium());
  const site = await siteOfTest();
  const full = await openBrowser('full');
  onTestFinished(() => full.close());
  const expects = /frame-ancestors|X-Frame-Options/;
  const { page, errors } = await full.visit(`${site.url}/Tc`, { expects });
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
  await page.evaluate((source) => {
    const frame = document.createElement('iframe');
    frame.src = source;
    document.body.append(frame);
  }, `${site.url}/HomeFr`);
  await expect.poll(() => errors.join(' ')).toMatch(expects);
});
