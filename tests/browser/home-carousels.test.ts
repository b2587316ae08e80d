import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { holdRequest } from '../support/moments.ts';
import { seeCarousel, startCarousels } from '../support/carousel.ts';
import { sharedVisit, siteInBrowser } from '../support/site-in-browser.ts';

const { browser, site } = siteInBrowser({
  hasLists: true,
  // Dialogs would cover the page.
  lists: { notification: [] },
});

const SLIDER = '[data-section="slider"]';
const GALLERY = '[data-view="gallery"]';

/** The carousels of the home page that is open, in a window of 1400 pixels. */
async function expectMoving(page: Page, events: string): Promise<void> {
  const parts = [SLIDER, '[data-section="events"]', '.birthday-list:last-child', GALLERY];
  await startCarousels(page, parts);
  for (const [name, loop, view] of [
    [events, true, 3],
    // Three teachers fit into the view; six students do not.
    ['birthdays', false, 3],
    ['gallery', true, 6],
  ] as const) {
    const expected = { view, delay: 2000, speed: 1000, loop };
    expect(await seeCarousel(page, `[data-view="${name}"]`)).toMatchObject(expected);
  }
  expect(await seeCarousel(page, '.birthday-list:last-child')).toMatchObject({ loop: true });
  expect(await page.locator('.carousel button:not(.pause-button)').count()).toBe(0);
  const first = () => page.locator(`${GALLERY} .swiper-slide-active`).textContent();
  const before = await first();
  await page.clock.fastForward(2_000);
  await expect.poll(first).not.toBe(before);
  const place = page.locator(`${GALLERY} .carousel-place input`);
  await expect.poll(() => place.inputValue()).not.toBe('1');
  const count = await page.locator(`${GALLERY} .swiper-slide`).count();
  expect(await place.getAttribute('max')).toBe(String(count));
  const shown = (list: string) =>
    page.locator(`.birthday-list:${list} :is(.carousel-place, .pause-button):visible`).count();
  for (const width of [1400, 1000, 1400]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => shown('first-child')).toBe(width === 1000 ? 2 : 0);
    expect(await shown('last-child')).toBe(2);
  }
}

describe('one visitor', () => {
  const visit = sharedVisit(browser, { width: 1400, reducedMotion: false, hasClock: true });
  beforeAll(async () => void (await visit.page.goto(`${site.url}/HomeFr`)));

  test('R-082 R-246 R-247: carousels of /HomeFr move by themselves', async () => {
    await expectMoving(visit.page, 'events-fr');
    const times = { delay: 5000, speed: 1000, loop: true };
    expect(await seeCarousel(visit.page, SLIDER)).toMatchObject(times);
    await visit.page.setViewportSize({ width: 1280, height: 800 });
  });

  test('R-080: the slider goes on under the pointer and after it was drawn, and rests for the focus', async () => {
    const { page } = visit;
    await startCarousels(page, [SLIDER]);
    await page.locator(`${SLIDER} .swiper`).hover();
    await expect.poll(() => seeCarousel(page, SLIDER)).toMatchObject({ isRunning: true });
    const place = () => page.locator(`${SLIDER} .slider-count`).textContent();
    const before = await place();
    await page.clock.fastForward(5_000);
    await expect.poll(place).not.toBe(before);
    await page.mouse.down();
    await page.mouse.move(100, 300, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => seeCarousel(page, SLIDER)).toMatchObject({ isRunning: true });
    await page.locator(`${SLIDER} .swiper`).focus();
    await expect.poll(() => seeCarousel(page, SLIDER)).toMatchObject({ isRunning: false });
  });

  test('R-246: a carousel rests for its button, the pointer, the focus, and the wish for little motion', async () => {
    const events = '[data-view="events-fr"]';
    const { page } = visit;
    await startCarousels(page, [events]);
    await page.mouse.move(0, 0);
    const isRunning = async (expected: boolean) =>
      await expect.poll(async () => (await seeCarousel(page, events)).isRunning).toBe(expected);
    await isRunning(true);
    await page.locator(`${events} .swiper`).hover();
    await isRunning(false);
    await page.mouse.move(0, 0);
    await isRunning(true);
    await page.locator(`${events} a`).first().focus();
    await isRunning(false);
    const button = page.locator(`${events} .pause-button`);
    await button.focus();
    await isRunning(true);
    await page.locator(`${events} .carousel-place input`).focus();
    await isRunning(false);
    await button.focus();
    await isRunning(true);
    await page.getByRole('button', { name: 'Pause upcoming events' }).click();
    await isRunning(false);
    expect(await button.getAttribute('data-state')).toBe('paused');
    await page.getByRole('button', { name: 'Play upcoming events' }).click();
    await isRunning(true);
    await page.evaluate(() => scrollTo(0, 0));
    await isRunning(false);
    await page.locator(events).scrollIntoViewIfNeeded();
    await isRunning(true);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await isRunning(false);
    expect(await seeCarousel(page, events)).toMatchObject({ speed: 0 });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
  });

  test('R-247: the focus brings a slide into view and stays on it', async () => {
    const { page } = visit;
    await startCarousels(page, [GALLERY]);
    const gallery = page.locator(`${GALLERY} .swiper`);
    await gallery.focus();
    await expect
      .poll(() => seeCarousel(page, GALLERY))
      .toMatchObject({ isRunning: false, isTurning: false });
    const titles = await gallery.locator('.album-title').allTextContents();
    for (const title of [...titles.toReversed(), ...titles]) {
      const link = gallery.getByRole('link', { name: title });
      await link.focus();
      expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
      // Swiper slides in the next frame.
      await page.waitForFunction(() => {
        const slide = document.activeElement?.getBoundingClientRect();
        const box = document.activeElement?.closest('.swiper')?.getBoundingClientRect();
        return slide && box && slide.left >= box.left && slide.right <= box.right;
      });
    }
  });

  test('R-080 R-081: the slider of Farrukhabad has three slides, arrows, and begins anew after the last', async () => {
    const { page } = visit;
    await startCarousels(page, [SLIDER]);
    const slider = page.locator(SLIDER);
    // From here on only its arrows turn it, from wherever it has come by itself.
    await slider.getByRole('button', { name: 'Pause slider' }).click();
    const atRest = { isRunning: false, isTurning: false, inView: 1 };
    await expect.poll(() => seeCarousel(page, SLIDER)).toMatchObject(atRest);
    const count = slider.locator('.slider-count');
    let place = Number(/^[123](?= \/ 3$)/.exec((await count.textContent()) ?? '')?.[0]);
    for (const [name, step] of [
      ['Next slide', 1],
      ['Next slide', 1],
      ['Next slide', 1],
      ['Previous slide', -1],
      ['Previous slide', -1],
      ['ArrowRight', 1],
      ['ArrowLeft', -1],
    ] as const) {
      if (name.startsWith('Arrow')) await slider.locator('.swiper').press(name);
      else await slider.getByRole('button', { name }).click();
      place = ((place + step + 2) % 3) + 1;
      await expect.poll(() => count.textContent()).toBe(`${place} / 3`);
      await expect.poll(() => seeCarousel(page, SLIDER)).toMatchObject(atRest);
      // The first slide takes its second, the others none.
      await page.emulateMedia({ reducedMotion: 'reduce' });
    }
    await page.emulateMedia({ reducedMotion: 'no-preference' });
  });

  test('R-082 R-246 R-247: carousels of /Home move by themselves', async () => {
    await visit.page.setViewportSize({ width: 1400, height: 800 });
    await visit.page.goto(`${site.url}/Home`);
    await expectMoving(visit.page, 'events');
    const times = { delay: 5000, speed: 2000, loop: true };
    expect(await seeCarousel(visit.page, SLIDER)).toMatchObject(times);
  });
});

test('R-246: a carousel goes on from where the visitor has scrolled it to', async () => {
  const { page } = await browser.tab(`${site.url}/robots.txt`);
  const { release } = await holdRequest(page, '**/assets/carousel-*');
  await page.goto(`${site.url}/HomeFr`, { waitUntil: 'domcontentloaded' });
  const box = page.locator(`${SLIDER} .swiper`);
  await box.evaluate((it) => it.scrollTo({ left: it.clientWidth, behavior: 'instant' }));
  await release();
  await expect.poll(() => page.locator(`${SLIDER} .slider-count`).textContent()).toBe('2 / 3');
  expect(await box.evaluate(({ scrollLeft }) => scrollLeft)).toBe(0);
  // The next picture is fetched before it slides in.
  expect(await box.locator('.swiper-slide-next img').getAttribute('loading')).not.toBe('lazy');
});
