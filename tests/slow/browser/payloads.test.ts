import { expect, test } from 'vitest';
import { dialogsOf } from '../../support/browser.ts';
import { dangerousLists } from '../../support/dangerous-records.ts';
import { sharedBrowser } from '../../support/site-in-browser.ts';
import { siteOfTest } from '../../support/site.ts';

const browser = sharedBrowser();

test('S3: a real browser runs none of 200 payloads in any text of any list', async () => {
  const site = await siteOfTest({ sharesPictures: true, prepare: dangerousLists });
  // Pictures that do not exist are 404, or 503 while too many are requested.
  const expects = /status of (?:40[04]|503)/;
  const { page } = await browser.tab(`${site.url}/robots.txt`, { expects });
  const dialogs = dialogsOf(page);
  for (const path of ['/HomeFr', '/nekhpur/News', '/ChairmanMessage', '/SubGallery?id=album']) {
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
