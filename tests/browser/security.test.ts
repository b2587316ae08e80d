import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { sharedBrowser } from '../support/site-in-browser.ts';
import { hasFullChromium } from '../support/chromium.ts';
import { siteOfTest } from '../support/site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const browser = sharedBrowser();

test('S2: what is streamed cold, late sections and a list that is hydrated, keeps to the policy', async () => {
  const site = await siteOfTest({
    sharesPictures: true,
    prepare: (provider) =>
      provider.fail(/\/api\/((news|events|gallery)\/GISNUP|events\/All)/, { delayMs: 700 }),
  });
  const { page } = await browser.tab(`${site.url}/HomeFr`);
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
  // The browser logs each 422.
  const { page, errors } = await browser.tab(`${site.url}/robots.txt`, {
    expects: /status of 422/,
  });
  for (const path of ['/', '/News', '/Tc', '/Career', '/Admission']) {
    await page.goto(site.url + path);
    const form = page.locator('main form[method="post"]').first();
    if ((await form.count()) > 0) {
      const loaded = page.waitForEvent('load');
      await form.evaluate((element: HTMLFormElement) => element.submit());
      await loaded;
    }
    expect(errors.join()).not.toContain('Content Security Policy');
  }
});

const run = (name: string) => `(globalThis.executed ??= []).push('${name}')`;

const SCRIPTS = ['animation', 'data', 'error', 'link', 'load', 'script'];
const ACTIVE_DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="${run('load')}">
  <script>${run('script')}</script>
  <script href="data:text/javascript,${encodeURIComponent(run('data'))}"/>
  <foreignObject width="9" height="9">
    <body xmlns="http://www.w3.org/1999/xhtml"><img src="data:image/png," onerror="${run('error')}"/></body>
  </foreignObject>
  <rect width="9" height="9"><animate attributeName="x" to="1" dur="1ms" onbegin="${run('animation')}"/></rect>
  <a xlink:href="javascript:${run('link')}"><rect width="200" height="200"/></a>
</svg>`;

test('S1: a drawing of the school that is opened by itself runs no script', async () => {
  const distFolder = temporaryFolder();
  cpSync('dist', distFolder, { recursive: true });
  writeFileSync(join(distFolder, 'assets/drawing.svg'), ACTIVE_DRAWING);
  const site = await siteOfTest({ distFolder });
  const address = `${site.url}/assets/drawing.svg`;
  const expects = /Content Security/;
  const { page, errors } = await browser.tab(`${site.url}/robots.txt`, { expects });
  const executed = () =>
    page.evaluate(() => (Reflect.get(globalThis, 'executed') ?? []) as string[]);
  await page.goto(address, { waitUntil: 'load' });
  await page.mouse.click(50, 50);
  await expect
    .poll(() => errors.filter((error) => error.includes('Content Security')))
    .toHaveLength(SCRIPTS.length);
  expect(await executed()).toEqual([]);
  // Without the policy they run.
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: ACTIVE_DRAWING }),
  );
  await page.goto(address, { waitUntil: 'load' });
  await page.mouse.click(50, 50);
  await expect.poll(async () => (await executed()).sort()).toEqual(SCRIPTS);
});

test('S8: the sample certificate is shown in its frame, and no other site may frame a page of ours', async ({
  skip,
}) => {
  skip(!hasFullChromium());
  const site = await siteOfTest({ sharesPictures: true });
  const full = await openBrowser('full');
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
  }, `${site.url}/Vision`);
  await expect.poll(() => errors.join(' ')).toMatch(expects);
});
