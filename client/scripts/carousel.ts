import type Swiper from 'swiper';
import { breakpointsOf, isCarouselView, timingOf } from './motion/carousel-views.ts';
import { pageText } from '../fill-text.ts';
import { startSwiper } from './motion/swiper-carousel.ts';

/** by `data-view`. */
export function enhance(root: HTMLElement): void {
  const view = root.dataset.view ?? '';
  if (!isCarouselView(view)) throw new Error(`no carousel view ${view}`);
  const place = root.querySelector<HTMLElement>('.carousel-place');
  const count = root.querySelectorAll('.swiper-slide').length;
  // A card must not move away while a visitor reads it.
  const motion = { ...timingOf(root), pausesOnHover: true, control: place };
  const swiper = startSwiper(root, motion, {
    slidesPerView: 1,
    breakpoints: breakpointsOf(view, count),
  });
  if (place) followPlace(swiper, place, count);
}

/** There are no arrows. */
function followPlace(swiper: Swiper, place: HTMLElement, count: number): void {
  const [range, text] = [place.querySelector('input'), place.querySelector('span')];
  if (!range || !text) throw new Error('the place of a carousel without its range and text');
  function show(): void {
    const number = swiper.realIndex + 1;
    range?.setAttribute('aria-valuetext', pageText('{number} of {count}', { number, count }));
    if (range) range.value = String(number);
    if (text) text.textContent = pageText('{number} / {count}', { number, count });
  }
  range.addEventListener('input', () => {
    const index = Number(range.value) - 1;
    if (swiper.params.loop) swiper.slideToLoop(index);
    else swiper.slideTo(index);
  });
  swiper.on('realIndexChange', show);
  show();
}
