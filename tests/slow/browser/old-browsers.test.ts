import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { untilModuleRan } from '../../support/browser.ts';
import type { VisitOptions } from '../../support/browser-tabs.ts';
import { POPOVER, withoutFeatures } from '../../support/old-browser.ts';
import { siteInBrowser } from '../../support/site-in-browser.ts';

const { browser, site } = siteInBrowser({ isSample: true });

async function visitWithoutPopovers(path: string, options: VisitOptions): Promise<Page> {
  const { page, context } = await browser.visit('about:blank', options);
  await withoutFeatures(context, [POPOVER]);
  await page.goto(site.url + path);
  return page;
}

/** What a tap on a sheet below the bar would open that is not in it. */
const underSheet = (page: Page, sheet: string) =>
  page.locator(sheet).evaluate((it) => {
    const { left, right, top, bottom } = it.getBoundingClientRect();
    const found = new Set<string>();
    for (let y = top + 2; y < Math.min(bottom, innerHeight); y += 8)
      for (let x = left + 2; x < right; x += 8) {
        const hit = document.elementFromPoint(x, y);
        if (hit && !it.contains(hit)) found.add(hit.outerHTML.slice(0, 80));
      }
    return [...found];
  });

test('without popovers and scripts a phone opens the menu by a link, with the links of all groups, and closes it', async () => {
  const page = await visitWithoutPopovers('/Contact', { width: 360, javaScript: false });
  const links = page.locator('#menu a[href]');
  expect(await links.first().isVisible()).toBe(false);
  expect(await page.locator('.menu-button').isVisible()).toBe(false);
  await page.locator('.menu-link[href="#menu"]').click();
  for (const link of await links.all()) expect(await link.isVisible()).toBe(true);
  expect(await page.locator('.menu-back').first().isVisible()).toBe(false);
  await page.locator('.menu-link[href="#main"]').click();
  await links.first().waitFor({ state: 'hidden' });
});

test('without popovers and scripts a desk opens a group of the menu below the pointer', async () => {
  const page = await visitWithoutPopovers('/Contact', { width: 1440, javaScript: false });
  const group = page.locator('#menu-1 a').first();
  expect(await group.isVisible()).toBe(false);
  await page.locator('[popovertarget="menu-1"], [data-unknown-target="menu-1"]').first().hover();
  await group.click();
  await page.waitForURL((url) => url.pathname !== '/Contact');
});

test('without popovers a sheet of the menu lies over all that comes after it, and its button shows one sign', async () => {
  const page = await visitWithoutPopovers('/Contact', { width: 360, height: 740 });
  await untilModuleRan(page, 'popovers');
  const signs = page.locator('.menu-button .icon:visible');
  expect(await signs.count()).toBe(1);
  await page.locator('.menu-button').click();
  expect(await signs.count()).toBe(1);
  expect(await underSheet(page, '#menu')).toEqual([]);
  await page.locator('#menu button.menu-top').first().click();
  expect(await underSheet(page, '#menu-0')).toEqual([]);
});
