import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { untilEnhanced, untilModuleRan } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const { browser, site } = siteInBrowser({ isSample: true, sharesPictures: true });

/** Values of an attribute (or the texts) of all elements that a selector finds, in order. */
function all(page: Page, selector: string, attribute = ''): Promise<string[]> {
  return page
    .locator(selector)
    .evaluateAll(
      (elements, name) =>
        elements.map((element) =>
          ((name === '' ? element.textContent : element.getAttribute(name)) ?? '').trim(),
        ),
      attribute,
    );
}

test.each([1440, 360])(
  'R-068: at %i px a menu opens by keyboard, has aria-expanded, and closes by Escape with the focus back',
  async (width) => {
    const { page, errors, close } = await browser.visit(`${site.url}/Vision`, { width });
    const sheet = page.getByRole('button', { name: 'Menu', exact: true });
    if (width < 1280) await sheet.press('Enter');
    const button = page.getByRole('button', { name: 'Academics' }).first();
    const link = page.locator('#menu-1 a').first();
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
    await button.press('Enter');
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
    await link.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
    await link.waitFor({ state: 'hidden' });
    await expect
      .poll(() => button.evaluate((element) => element === document.activeElement))
      .toBe(true);
    expect(errors).toEqual([]);
    await close();
  },
);

test('R-068: a menu that was opened before its script came is called open by it', async () => {
  const { page, errors, close } = await browser.visit('about:blank', { width: 360 });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/menu-*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${site.url}/Vision`);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.locator('#menu:popover-open').waitFor();
  release();
  await untilModuleRan(page, 'menu');
  expect(await all(page, '.menu-button, #menu button.menu-top', 'aria-expanded')).toEqual([
    'true',
    ...Array.from({ length: 4 }, () => 'false'),
  ]);
  expect(errors).toEqual([]);
  await close();
});

test.each([1440, 360])(
  'R-068: at %i px every link of the menu can be reached without JavaScript',
  async (width) => {
    const { page, close } = await browser.visit(`${site.url}/Vision`, { width, javaScript: false });
    if (width < 1280) await page.locator('.menu-button').click();
    for (const index of [0, 1, 2, 6]) {
      await page.locator(`[popovertarget="menu-${index}"]:not([popovertargetaction])`).click();
      const links = page.locator(`#menu-${index} a`);
      await links.first().waitFor();
      for (const link of await links.all()) expect(await link.isVisible()).toBe(true);
      await page.keyboard.press('Escape');
    }
    await close();
  },
);

test.each([true, false])(
  'R-004: LOGIN opens a note with the app links and the school code, and goes nowhere (JavaScript: %s)',
  async (javaScript) => {
    const { page, errors, close } = await browser.visit(`${site.url}/Vision`, { javaScript });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByRole('button', { name: 'LOGIN', exact: true }).click();
    const note = page.locator('#login');
    await note.waitFor();
    expect(await note.textContent()).toContain('GISNUP');
    await note.getByRole('link', { name: /Google Play/ }).waitFor();
    await note.getByRole('link', { name: /App Store/ }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await note.waitFor({ state: 'hidden' });
    expect(page.url()).toBe(`${site.url}/Vision`);
    expect(requests.filter((url) => /login|auth/i.test(url))).toEqual([]);
    expect(errors).toEqual([]);
    await close();
  },
);

test('R-076, R-077: the announcements move, rest under the mouse and go on after it', async () => {
  const { page, close } = await browser.visit(`${site.url}/Vision`);
  const region = page.getByRole('region', { name: 'Announcement', exact: true });
  expect(await region.locator('li').count()).toBeGreaterThan(2);
  const track = region.locator('.ticker-track');
  const motion = () => track.evaluate((element) => getComputedStyle(element).animationPlayState);
  await expect.poll(() => track.getAttribute('data-state')).toBe('playing');
  await expect.poll(motion).toBe('running');
  await region.locator('.ticker-window').hover();
  await expect.poll(motion).toBe('paused');
  await page.mouse.move(600, 700);
  await expect.poll(motion).toBe('running');
  await region.getByRole('button', { name: 'Pause announcements' }).click();
  await page.mouse.move(600, 700);
  expect(await motion()).toBe('paused');
  await close();
});

test('R-076: who wants little motion, or has no JavaScript, gets a line that stands still', async () => {
  for (const options of [{ reducedMotion: true }, { javaScript: false }]) {
    const { page, close } = await browser.visit(`${site.url}/Vision`, options);
    const track = page.locator('.ticker-track');
    expect(await track.getAttribute('data-state')).toBeNull();
    expect(
      await page.locator('.ticker-window').evaluate((el) => getComputedStyle(el).overflowX),
    ).toBe('auto');
    await close();
  }
});

test('R-010: the map is loaded by a click only, into a frame with a title', async () => {
  const { page, close } = await browser.visit(`${site.url}/Vision`);
  const foreign: string[] = [];
  await page.route(/openstreetmap/, (route) => {
    foreign.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: 'a map' });
  });
  const link = page.getByRole('link', { name: 'Map of Farrukhabad' });
  await untilEnhanced(link, 'map');
  expect(foreign).toEqual([]);
  await link.click();
  const frame = page.locator('footer iframe');
  expect(await frame.getAttribute('title')).toBe('Map of the Farrukhabad campus');
  await expect.poll(() => foreign.length).toBeGreaterThan(0);
  expect(page.url()).toBe(`${site.url}/Vision`);
  await close();
});
