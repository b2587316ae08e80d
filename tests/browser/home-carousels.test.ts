import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { CAROUSEL_VIEWS, type CarouselView } from '../../client/scripts/motion/carousel-views.ts';

let browser: TestBrowser;
let site: TestSite;

beforeAll(async () => {
  [browser, site] = await Promise.all([
    openBrowser(),
    // Dialogs have tests of their own, and would stand in front of the carousels.
    startSite({
      prewarm: true,
      sharesPictures: true,
      prepare: ({ setList }) => setList('notification', []),
    }),
  ]);
});

afterAll(async () => {
  await site.close();
  await browser.close();
});

/** What a test sees of Swiper on its element. */
type Seen = {
  view: number;
  loop: boolean;
  speed: number;
  delay: number | undefined;
  isRunning: boolean;
  /** Between two slides, where it hears no button. */
  isTurning: boolean;
  inView: number;
};

type HomeOptions = {
  width?: number;
  height?: number;
  reducedMotion?: boolean;
  /** Blocked where layout shifts are counted: a font that replaces its fallback moves text. */
  hasFonts?: boolean;
};

/** A home page without its dialogs, and the carousels of the given parts taken over. */
async function visitHome(path: string, parts: readonly string[], options: HomeOptions = {}) {
  const { hasFonts = true, ...look } = options;
  const visit = await browser.visit('about:blank', look);
  if (!hasFonts) await visit.page.route('**/*.woff2', (route) => route.abort());
  await visit.page.goto(site.url + path);
  if (path === '/Home') {
    await visit.page.getByRole('dialog', { name: 'Upcoming Events' }).waitFor();
    await visit.page.keyboard.press('Escape');
    await visit.page.locator('dialog.popup').waitFor({ state: 'detached' });
  }
  for (const part of parts) {
    const carousel = visit.page.locator(`${part} .swiper`).first();
    await carousel.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await visit.page.locator(`${part} .swiper-initialized`).first().waitFor();
  }
  return visit;
}

const SLIDER = '[data-section="slider"]';
const GALLERY = '[data-view="gallery"]';

async function see(page: Page, selector: string): Promise<Seen> {
  return await page
    .locator(`${selector} .swiper`)
    .first()
    .evaluate((element) => {
      const { swiper } = element as unknown as {
        swiper: {
          params: {
            slidesPerView: number;
            loop: boolean;
            speed: number;
            autoplay: { delay?: number };
          };
          autoplay: { running: boolean };
          animating: boolean;
        };
      };
      const box = element.getBoundingClientRect();
      const slides = [...element.querySelectorAll('.swiper-slide')].map((slide) =>
        slide.getBoundingClientRect(),
      );
      return {
        view: swiper.params.slidesPerView,
        loop: swiper.params.loop,
        speed: swiper.params.speed,
        delay: swiper.params.autoplay.delay,
        isRunning: swiper.autoplay.running,
        isTurning: swiper.animating,
        inView: slides.filter(({ left, right }) => left >= box.left - 1 && right <= box.right + 1)
          .length,
      };
    });
}

const VIEWS = [
  ['R-248', '/Home', 'events', { 600: 1, 601: 2, 767: 2, 992: 2, 993: 3, 1200: 3 }],
  ['R-249', '/HomeFr', 'events-fr', { 599: 1, 600: 2, 991: 2, 992: 3 }],
  [
    'R-250',
    '/Home',
    'birthdays',
    { 480: 1, 481: 2, 767: 2, 768: 3, 992: 3, 993: 2, 1200: 2, 1201: 3, 1300: 3 },
  ],
  ['R-251', '/HomeFr', 'gallery', { 500: 1, 501: 2, 767: 2, 992: 2, 993: 3, 1300: 3, 1301: 6 }],
] as const;

test.each(VIEWS)(
  '%s: %s with its carousel of %s shows the same number of slides with a script and without',
  async (_row, path, view, counts) => {
    const box = `[data-view="${view}"]`;
    const plain = await browser.visit(site.url + path, { javaScript: false });
    const moved = await visitHome(path, [box]);
    // Autoplay would be caught between two slides.
    await moved.page.locator(`${box} .swiper`).first().focus();
    for (const [text, count] of Object.entries(counts)) {
      const width = Number(text);
      await plain.page.setViewportSize({ width, height: 800 });
      const [whole, one] = await Promise.all(
        [`${box} .swiper`, `${box} .swiper-slide`].map((part) =>
          plain.page.locator(part).first().boundingBox(),
        ),
      );
      const inView = Math.round((whole?.width ?? 0) / (one?.width ?? 1));
      expect(inView, `without a script at ${width}`).toBe(count);
      expect(viewAt(view, width), `in the table at ${width}`).toBe(count);
      await moved.page.setViewportSize({ width, height: 800 });
      await expect
        .poll(() => see(moved.page, box), { message: `at ${width}` })
        .toMatchObject({ view: count, inView: count });
    }
    await Promise.all([plain.close(), moved.close()]);
  },
);

/** What the table says at a width. */
function viewAt(view: CarouselView, width: number): number | undefined {
  const entries = Object.entries(CAROUSEL_VIEWS[view]);
  return entries.findLast(([from]) => Number(from) <= width)?.[1];
}

test.each(['/HomeFr', '/Home'])(
  'R-246 R-247: the carousels of %s move by themselves for ever, without arrows',
  async (path) => {
    const { page, faults, close } = await visitHome(
      path,
      ['[data-section="events"]', '.birthday-list:last-child', GALLERY],
      { width: 1400 },
    );
    for (const [view, loop] of [
      [path === '/Home' ? 'events' : 'events-fr', true],
      // Three teachers fit into the view; six students do not.
      ['birthdays', false],
      ['gallery', true],
    ] as const) {
      expect(await see(page, `[data-view="${view}"]`)).toMatchObject({
        delay: 2000,
        speed: 1000,
        loop,
      });
    }
    expect(await see(page, '.birthday-list:last-child')).toMatchObject({ loop: true });
    expect(await page.locator('.carousel button:not(.pause-button)').count()).toBe(0);
    const first = () => page.locator(`${GALLERY} .swiper-slide-active`).textContent();
    const before = await first();
    await expect.poll(first).not.toBe(before);
    expect(faults).toEqual([]);
    await close();
  },
);

test('R-080 R-081: the slider of Farrukhabad has three slides, arrows, and begins anew after the last', async () => {
  const { page, close } = await visitHome('/HomeFr', [SLIDER]);
  const slider = page.locator(SLIDER);
  const alts = await slider
    .locator('img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('alt')));
  expect(new Set(alts).size).toBe(3);
  expect(alts).not.toContain('');
  expect(await see(page, SLIDER)).toMatchObject({
    delay: 5000,
    speed: 1000,
    loop: true,
  });
  // From here on only its arrows turn it, from wherever it has come by itself.
  await slider.getByRole('button', { name: 'Pause slider' }).click();
  const atRest = { isRunning: false, isTurning: false, inView: 1 };
  await expect.poll(() => see(page, SLIDER)).toMatchObject(atRest);
  const count = slider.locator('.slider-count');
  let place = Number(/^[123](?= \/ 3$)/.exec((await count.textContent()) ?? '')?.[0]);
  for (const [name, step] of [
    ['Next slide', 1],
    ['Next slide', 1],
    ['Next slide', 1],
    ['Previous slide', -1],
    ['Previous slide', -1],
  ] as const) {
    await slider.getByRole('button', { name }).click();
    place = ((place + step + 2) % 3) + 1;
    await expect.poll(() => count.textContent()).toBe(`${place} / 3`);
    await expect.poll(() => see(page, SLIDER)).toMatchObject(atRest);
  }
  await close();
});

test('R-082: the slider of Nekpur has two slides and takes two seconds', async () => {
  const { page, close } = await visitHome('/Home', [SLIDER]);
  expect(await page.locator('[data-section="slider"] .swiper-slide').count()).toBe(2);
  expect(await see(page, SLIDER)).toMatchObject({
    delay: 5000,
    speed: 2000,
    loop: true,
  });
  expect(await page.locator('[data-turn]').count()).toBe(0);
  await close();
});

test('R-246: a carousel rests for its button, the pointer, the focus, and the wish for little motion', async () => {
  const events = '[data-view="events-fr"]';
  const { page, close } = await visitHome('/HomeFr', [events]);
  const isRunning = async (expected: boolean) =>
    await expect.poll(async () => (await see(page, events)).isRunning).toBe(expected);
  await isRunning(true);
  await page.locator(`${events} .swiper`).hover();
  await isRunning(false);
  await page.mouse.move(0, 0);
  await isRunning(true);
  await page.locator(`${events} a`).first().focus();
  await isRunning(false);
  await page.locator(`${events} .pause-button`).focus();
  await isRunning(true);
  await page.getByRole('button', { name: 'Pause upcoming events' }).click();
  await isRunning(false);
  await page.getByRole('button', { name: 'Play upcoming events' }).click();
  await isRunning(true);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await isRunning(false);
  await close();

  const reduced = await visitHome('/HomeFr', [events], { reducedMotion: true });
  await expect.poll(() => see(reduced.page, events)).toMatchObject({ isRunning: false, speed: 0 });
  expect(await reduced.page.locator('.news-track').getAttribute('data-state')).toBeNull();
  await reduced.close();
});

test('R-080: the slider goes on under the pointer, and rests for the focus', async () => {
  const { page, close } = await visitHome('/HomeFr', [SLIDER]);
  await page.locator(`${SLIDER} .swiper`).hover();
  await expect.poll(async () => (await see(page, SLIDER)).isRunning).toBe(true);
  const place = () => page.locator(`${SLIDER} .slider-count`).textContent();
  const before = await place();
  await expect.poll(place).not.toBe(before);
  await page.locator(`${SLIDER} .swiper`).focus();
  await expect.poll(async () => (await see(page, SLIDER)).isRunning).toBe(false);
  await close();
});

test('R-247: the focus brings a slide into view and stays on it', async () => {
  const { page, close } = await visitHome('/HomeFr', [GALLERY]);
  const gallery = page.locator(`${GALLERY} .swiper`);
  await gallery.focus();
  await expect.poll(() => see(page, GALLERY)).toMatchObject({ isRunning: false, isTurning: false });
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
  await close();
});

test.each([
  [360, '/HomeFr'],
  [800, '/Home'],
])('R-246: at %i pixels nothing shifts on %s when the scripts take over', async (width, path) => {
  const { page, close } = await visitHome(path, [SLIDER], { width, height: 9000, hasFonts: false });
  await page.locator('.news-track[data-state="playing"]').waitFor();
  await page.locator('.swiper:not(.swiper-initialized)').first().waitFor({ state: 'detached' });
  const shifts = await page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    // A carousel that has taken over turns for the first time after its delay, and is meant to.
    const turnsFrom = Math.min(
      ...[...document.querySelectorAll<HTMLElement>('[data-delay]')].map(({ dataset }) =>
        Number(dataset['delay']),
      ),
    );
    type Shift = PerformanceEntry & { sources: readonly { node: Node | null }[] };
    return (observer.takeRecords() as Shift[])
      .map(({ startTime, sources }) => ({
        startTime,
        elements: sources.map(({ node }) => (node instanceof Element ? node : null)),
      }))
      .filter(
        ({ startTime, elements }) =>
          startTime < turnsFrom ||
          elements.some((element) => !element?.closest('.swiper-initialized')),
      )
      .map(
        ({ startTime, elements }) =>
          `${elements.map((element) => element?.className).join(', ')} at ${startTime} ms`,
      );
  });
  expect(shifts, path).toEqual([]);
  await close();
});
