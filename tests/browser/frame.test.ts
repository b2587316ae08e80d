import { expect, test } from 'vitest';
import { keysLeft, untilEnhanced, untilModuleRan } from '../support/browser.ts';
import { holdRequest } from '../support/moments.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const { browser, site } = siteInBrowser({ isSample: true });

test('R-068: on a wide screen a menu opens by keyboard, has aria-expanded and closes by Escape or by a click elsewhere', async () => {
  const { page } = await browser.tab(`${site.url}/Contact`, { width: 1440 });
  const button = page.getByRole('button', { name: 'Academics' }).first();
  const link = page.locator('#menu-1 a').first();
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
  await button.press('Enter');
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
  await link.waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
  await link.waitFor({ state: 'hidden' });
  const hasFocus = (element: Element) => element === document.activeElement;
  await expect.poll(() => button.evaluate(hasFocus)).toBe(true);
  await button.press('Enter');
  await link.waitFor();
  const field = page.locator('.form [name=name]');
  await field.click();
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
  expect(await field.evaluate(hasFocus)).toBe(true);
});

test('R-068: a menu that was opened before its script came is called open by it', async () => {
  const { page } = await browser.tab(`${site.url}/robots.txt`, { width: 360 });
  const { release } = await holdRequest(page, '**/assets/popovers-*');
  await page.goto(`${site.url}/Vision`);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.locator('#menu:popover-open').waitFor();
  await release();
  await untilModuleRan(page, 'popovers');
  const expanded = await page
    .locator('.menu-button, #menu button.menu-top')
    .evaluateAll((buttons) => buttons.map((button) => button.ariaExpanded));
  expect(expanded).toEqual(['true', 'false', 'false', 'false', 'false']);
  // A wide window has the entries in its bar.
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.locator('#menu:popover-open').waitFor({ state: 'detached' });
});

test('R-076: who wants little motion, or has no JavaScript, gets a line that stands still', async () => {
  for (const options of [{ reducedMotion: true }, { javaScript: false, reducedMotion: false }]) {
    const { page } = await browser.tab(`${site.url}/Vision`, options);
    const track = page.locator('.ticker-track');
    expect(await track.getAttribute('data-state')).toBeNull();
    const line = page.locator('.ticker-window');
    expect(await line.evaluate((box) => getComputedStyle(box).overflowX)).toBe('auto');
    if (!options.reducedMotion) continue;
    // Once it plays it begins with its first word.
    await line.evaluate((box) => box.scrollTo(60, 0));
    await page.getByRole('button', { name: 'Play announcements' }).click();
    await expect.poll(() => line.evaluate(({ scrollLeft }) => scrollLeft)).toBe(0);
  }
});

test('R-010: the map is loaded by a click only, into a frame with a title', async () => {
  const { page } = await browser.tab(`${site.url}/Vision`);
  const foreign: string[] = [];
  await page.route(/openstreetmap/, (route) => {
    foreign.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: 'a map' });
  });
  const link = page.getByRole('link', { name: 'Map of Farrukhabad' });
  await untilEnhanced(link, 'map');
  expect(await keysLeft(link)).toBe('ctrlKey metaKey shiftKey');
  expect(await page.locator('footer iframe').count()).toBe(0);
  expect(foreign).toEqual([]);
  await link.click();
  const frame = page.locator('footer iframe.map-frame[referrerpolicy=no-referrer]');
  expect(await frame.getAttribute('title')).toBe('Map of Farrukhabad');
  expect(await frame.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => foreign[0]).toContain('/export/embed.html');
  expect(page.url()).toBe(`${site.url}/Vision`);
  // With the map in place the link leads to the large one.
  expect(await keysLeft(link, 'none')).toBe('none');
  expect(await page.locator('footer iframe').count()).toBe(1);
});
