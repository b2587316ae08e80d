import type { SlideTimes } from '../../../shared/content.ts';

/**
 * Slides in view by the window's least width in pixels (R-248 to R-251, whose "at <= N" is "from N + 1" here,
 * and whose "below N" is "from N"), for Swiper and for the styles before it.
 */
export const CAROUSEL_VIEWS = {
  slider: { 0: 1 },
  events: { 0: 1, 601: 2, 993: 3 },
  'events-fr': { 0: 1, 600: 2, 992: 3 },
  /** Two carousels stand side by side from 993 on, hence fewer in each. */
  birthdays: { 0: 1, 481: 2, 768: 3, 993: 2, 1201: 3 },
  gallery: { 0: 1, 501: 2, 993: 3, 1301: 6 },
} as const satisfies Record<string, Readonly<Record<number, number>>>;

export type CarouselView = keyof typeof CAROUSEL_VIEWS;

/** `--in-view` of each view, for carousel.css, where it is 1 by default. */
export function carouselStyles(): string {
  const rules = Object.entries(CAROUSEL_VIEWS).flatMap(([view, counts]) =>
    Object.entries(counts)
      .filter(([, count]) => count > 1)
      .map(
        ([width, count]) =>
          `@media (min-width:${width}px){[data-view='${view}']{--in-view:${count}}}`,
      ),
  );
  return rules.join('');
}

/** Milliseconds, which scripts/carousel.ts reads. */
export function timingAttributes({ seconds, turnSeconds }: SlideTimes) {
  return { 'data-delay': seconds * 1000, 'data-speed': turnSeconds * 1000 };
}
