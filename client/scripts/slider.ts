import { timingOf } from './motion/carousel-views.ts';
import { pageText } from '../fill-text.ts';
import { startSwiper } from './motion/swiper-carousel.ts';

/** Times are in the markup: they differ by campus. */
export function enhance(root: HTMLElement): void {
  const slides = root.querySelectorAll('.swiper-slide');
  const counter = root.querySelector('.slider-count');
  const swiper = startSwiper(
    root,
    { ...timingOf(root), pausesOnHover: false, control: null },
    { slidesPerView: 1, loop: slides.length > 1 },
  );

  swiper.on('realIndexChange', () => {
    if (counter)
      counter.textContent = pageText('{number} / {count}', {
        number: swiper.realIndex + 1,
        count: slides.length,
      });
  });
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-turn]')) {
    button.hidden = false;
    button.addEventListener('click', () =>
      button.dataset.turn === 'next' ? swiper.slideNext() : swiper.slidePrev(),
    );
  }
}
