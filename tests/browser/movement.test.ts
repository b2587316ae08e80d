import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { blockStorage } from '../support/browser.ts';
import type { VisitOptions } from '../support/browser-tabs.ts';
import { seeCarousel } from '../support/carousel.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const { browser, site } = siteInBrowser({
  hasLists: true,
  // Dialogs would cover the page.
  lists: { notification: [] },
});

const switchOf = (page: Page) => page.getByRole('button', { name: 'Stop all animation' });
const isPressed = (page: Page) => switchOf(page).getAttribute('aria-pressed');

/** A page that notes whether anything of it ever moved; the slider, a carousel and both tickers are on a home page. */
async function open(path: string, options: VisitOptions = {}) {
  const visit = await browser.tab(`${site.url}/robots.txt`, { reducedMotion: false, ...options });
  await visit.page.addInitScript(() => {
    document.addEventListener('animationstart', () => {
      document.documentElement.dataset['moved'] = 'yes';
    });
  });
  await visit.page.goto(site.url + path);
  return visit;
}

const PARTS = ['[data-section="slider"]', '[data-view="events-fr"]', '.ticker', '.news-ticker'];

/** Starts all moving parts, each in view. */
async function expectMoving(page: Page, expected: boolean): Promise<void> {
  // Carousels rest below the pointer.
  await page.mouse.move(0, 0);
  for (const part of PARTS) {
    const element = page.locator(part).first();
    await element.evaluate((it) => it.scrollIntoView({ block: 'center' }));
    await element.locator('button[data-state]').waitFor();
    const moves = async () =>
      (await element.locator('.swiper').count()) > 0
        ? (await seeCarousel(page, part)).isRunning
        : (await element.locator('[data-state="playing"] > ul').count()) > 0;
    await expect.poll(moves, { message: part }).toBe(expected);
  }
}

/** How long a link of the page takes to change its looks, in seconds. */
const transition = (page: Page) =>
  page
    .locator('.shortcuts a')
    .first()
    .evaluate((link) =>
      Math.max(...getComputedStyle(link).transitionDuration.split(',').map(parseFloat)),
    );

test('one switch stops the slider, carousels, tickers and transitions, here, on the next page and in other tabs', async () => {
  const { page, context } = await open('/HomeFr');
  const other = await context.newPage();
  await other.goto(`${site.url}/Vision`);
  await page.bringToFront();
  expect(await isPressed(page)).toBe('false');
  await expectMoving(page, true);
  expect(await transition(page)).toBeGreaterThan(0.01);
  await switchOf(page).click();
  await expect.poll(() => isPressed(page)).toBe('true');
  await expectMoving(page, false);
  expect(await transition(page)).toBeLessThan(0.01);
  await expect.poll(() => isPressed(other)).toBe('true');

  await page.reload();
  expect(await isPressed(page)).toBe('true');
  await expectMoving(page, false);
  expect(await page.evaluate(() => document.documentElement.dataset['moved'])).toBeUndefined();
  // What one starts by its own button moves, and nothing else.
  await page.getByRole('button', { name: 'Play announcements' }).click();
  await page.waitForFunction(() => document.documentElement.dataset['moved'] === 'yes');
  await switchOf(page).click();
  await expect.poll(() => isPressed(page)).toBe('false');
  await expectMoving(page, true);
  await expect.poll(() => isPressed(other)).toBe('false');
});

test('with the switch pressed the next page comes without a transition', async () => {
  const { page } = await open('/Vision');
  await page.addInitScript(() => {
    addEventListener('pagereveal', (event) => {
      const found = 'viewTransition' in event && event.viewTransition !== null;
      document.documentElement.dataset['reveal'] = found ? 'a transition' : 'none';
    });
  });
  const revealOf = async (path: string) => {
    await page.evaluate((address) => {
      document.querySelector<HTMLAnchorElement>(`footer a[href="${address}"]`)?.click();
    }, path);
    await page.waitForURL(`**${path}`);
    const reveal = await page.waitForFunction(() => document.documentElement.dataset['reveal']);
    return await reveal.jsonValue();
  };
  // Browsers leave it out where the next page does not come within four seconds.
  const ways = ['/Tc', '/Infrastructure'];
  await expect
    .poll(async () => revealOf(ways.toReversed().find((way) => !page.url().endsWith(way)) ?? ''))
    .toBe('a transition');
  await switchOf(page).click();
  expect(await revealOf('/SafetySecurity')).toBe('none');
});

test('reduced motion presses the switch; the visitor may let all move, and the newer wish counts', async () => {
  const { page } = await open('/HomeFr', { reducedMotion: true });
  expect(await isPressed(page)).toBe('true');
  await expectMoving(page, false);
  await switchOf(page).click();
  await expectMoving(page, true);
  expect(await transition(page)).toBeGreaterThan(0.01);
  await page.reload();
  expect(await isPressed(page)).toBe('false');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // Two changes in one frame are none.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('movement'))).toBe(null);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => isPressed(page)).toBe('true');
  // A later page has changed it, from which the visitor comes back.
  await page.evaluate(() => localStorage.setItem('movement', 'moving'));
  await page.evaluate(() => dispatchEvent(new Event('pageshow')));
  expect(await isPressed(page)).toBe('false');
});

test('with Save-Data nothing moves by itself', async () => {
  const { page } = await open('/HomeFr', { connection: { saveData: true } });
  await expectMoving(page, false);
  expect(await isPressed(page)).toBe('false');
});

test('where storage is blocked the switch works for the page', async () => {
  const { page } = await open('/robots.txt');
  await blockStorage(page, 'localStorage');
  await page.goto(`${site.url}/Vision`);
  const track = page.locator('.ticker-track');
  await expect.poll(() => track.getAttribute('data-state')).toBe('playing');
  await switchOf(page).click();
  await expect.poll(() => track.getAttribute('data-state')).toBe('paused');
  expect(await isPressed(page)).toBe('true');
});

test('the switch is not there without JavaScript, and takes no place of its own', async () => {
  const { page } = await open('/nekhpur/Vision');
  const plain = await open('/nekhpur/Vision', { javaScript: false });
  for (const width of [320, 1440]) {
    for (const each of [page, plain.page]) await each.setViewportSize({ width, height: 800 });
    expect(await switchOf(page).isVisible()).toBe(true);
    expect(await plain.page.locator('.movement-switch').isVisible()).toBe(false);
    const footers = [page, plain.page].map((each) => each.locator('.footer').boundingBox());
    const [own, other] = await Promise.all(footers);
    expect(own, `at ${width} px`).toEqual(other);
  }
});
