import type { Page, Route } from 'playwright-core';
import type { CarouselView } from '../../client/scripts/motion/carousel-views.ts';
import { closePopups } from './browser.ts';

type ViewRow = readonly [
  row: string,
  path: string,
  view: CarouselView,
  counts: Readonly<Record<number, number>>,
];

/** Slides in view by the width of the window. */
export const VIEWS: readonly ViewRow[] = [
  ['R-248', '/Home', 'events', { 600: 1, 601: 2, 767: 2, 992: 2, 993: 3, 1200: 3 }],
  ['R-249', '/HomeFr', 'events-fr', { 599: 1, 600: 2, 991: 2, 992: 3 }],
  [
    'R-250',
    '/Home',
    'birthdays',
    { 480: 1, 481: 2, 767: 2, 768: 3, 992: 3, 993: 2, 1200: 2, 1201: 3, 1300: 3 },
  ],
  ['R-251', '/HomeFr', 'gallery', { 500: 1, 501: 2, 767: 2, 992: 2, 993: 3, 1300: 3, 1301: 6 }],
];

/** Closes the dialogs of a home page, and waits until the carousels of these parts are taken over. */
export async function startCarousels(page: Page, parts: readonly string[]): Promise<void> {
  await closePopups(page);
  for (const part of parts) {
    const carousel = page.locator(`${part} .swiper`).first();
    await carousel.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await page.locator(`${part} .swiper-initialized`).first().waitFor();
  }
}

/**
 * Opens a page without fonts, which move text when they replace their fallback, and with scripts that wait until the
 * page is parsed and drawn, which moves what was drawn before; the mark `scripts` is the time of that.
 */
export async function gotoDrawn(page: Page, url: string): Promise<void> {
  await page.route('**/*.woff2', (route) => route.abort());
  const scripts: Route[] = [];
  await page.route('**/*.js', (route) => void scripts.push(route));
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading');
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    performance.mark('scripts');
  });
  await page.unroute('**/*.js');
  await Promise.all(scripts.map((route) => route.continue()));
}

/** What a test sees of Swiper on its element. */
export function seeCarousel(page: Page, selector: string) {
  return page
    .locator(`${selector} .swiper`)
    .first()
    .evaluate((element) => {
      type Params = { slidesPerView: number; loop: boolean; speed: number };
      type Carousel = Element & {
        swiper: {
          params: Params & { autoplay: { delay: number } };
          autoplay: { running: boolean };
          animating: boolean;
        };
      };
      const { params, autoplay, animating } = (element as unknown as Carousel).swiper;
      const box = element.getBoundingClientRect();
      const inView = [...element.querySelectorAll('.swiper-slide')]
        .map((slide) => slide.getBoundingClientRect())
        .filter(({ left, right }) => left >= box.left - 1 && right <= box.right + 1);
      return {
        view: params.slidesPerView,
        loop: params.loop,
        speed: params.speed,
        delay: params.autoplay.delay,
        isRunning: autoplay.running,
        // Between two slides it ignores buttons.
        isTurning: animating,
        inView: inView.length,
      };
    });
}
