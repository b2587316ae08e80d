import { breakpointsOf, isCarouselView, timingOf } from '../parts/carousel-views.ts';
import { startSwiper } from '../parts/swiper-carousel.ts';

/** A carousel, by the view in its `data-view`. */
export function enhance(root: HTMLElement): void {
  const view = root.dataset.view ?? '';
  if (!isCarouselView(view)) throw new Error(`no carousel view ${view}`);
  const breakpoints = breakpointsOf(view, root.querySelectorAll('.swiper-slide').length);
  // Whoever reads a card is not to see it leave.
  const motion = { ...timingOf(root), pausesOnHover: true };
  startSwiper(root, motion, { slidesPerView: 1, breakpoints });
}
