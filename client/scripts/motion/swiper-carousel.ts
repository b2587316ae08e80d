import Swiper from 'swiper';
import { Autoplay } from 'swiper/modules';
import type { SwiperOptions } from 'swiper/types';
import type { CarouselTiming } from './carousel-views.ts';
import { isStill, onMovementChange } from './movement.ts';
import { pausable } from './pausable.ts';

type CarouselMotion = CarouselTiming & {
  pausesOnHover: boolean;
  /** Turns it by hand; it rests meanwhile. */
  control: HTMLElement | null;
};

/**
 * Lets Swiper take over the carousel inside `root` from where the visitor has scrolled it to. The markup
 * has Swiper's class names and its widths by CSS, so that nothing moves at this moment.
 *
 * @throws Error when `root` holds no carousel.
 */
export function startSwiper(
  root: HTMLElement,
  { delayMs, speedMs, pausesOnHover, control }: CarouselMotion,
  options: SwiperOptions,
): Swiper {
  const element = root.querySelector<HTMLElement>('.swiper');
  if (!element) throw new Error('a carousel without .swiper');
  const button = root.querySelector<HTMLButtonElement>('.pause-button');
  const speed = (): number => (isStill() ? 0 : speedMs);
  const initialSlide = slideInView(element);
  element.scrollLeft = 0;
  const swiper = new Swiper(element, {
    ...options,
    modules: [Autoplay],
    autoplay: { delay: delayMs, disableOnInteraction: false },
    speed: speed(),
    initialSlide,
    // The next picture is there before it slides in.
    lazyPreloadPrevNext: 1,
  });
  onMovementChange(() => {
    swiper.params.speed = speed();
  });
  pausable(
    { play: () => swiper.autoplay.start(), pause: () => swiper.autoplay.stop() },
    { surface: element, control, pausesOnHover, button },
  );
  showWhenUseful(swiper, [button, control]);
  element.addEventListener(
    'focusin',
    ({ target }) => target instanceof HTMLElement && showFocused(swiper, target),
  );
  element.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowRight') swiper.slideNext();
    if (key === 'ArrowLeft') swiper.slidePrev();
  });
  return swiper;
}

function slideInView(element: HTMLElement): number {
  const width = element.querySelector('.swiper-slide')?.getBoundingClientRect().width ?? 0;
  return width === 0 ? 0 : Math.round(element.scrollLeft / width);
}

/** Hides the controls while all slides are in view. */
function showWhenUseful(swiper: Swiper, controls: readonly (HTMLElement | null)[]): void {
  function update(): void {
    for (const control of controls) if (control) control.hidden = swiper.isLocked;
  }
  swiper.on('lock', update);
  swiper.on('unlock', update);
  update();
}

function showFocused(swiper: Swiper, target: HTMLElement): void {
  // The browser has scrolled the clipped box to the focus; Swiper knows only its own transform.
  swiper.el.scrollLeft = 0;
  const slide = target.closest('.swiper-slide');
  if (!slide || isInside(slide, swiper.el)) return;
  const index = Number(
    slide.getAttribute('data-swiper-slide-index') ?? swiper.slides.indexOf(slide as HTMLElement),
  );
  if (swiper.params.loop) swiper.slideToLoop(index, 0);
  else swiper.slideTo(index, 0);
}

function isInside(slide: Element, element: HTMLElement): boolean {
  const inner = slide.getBoundingClientRect();
  const outer = element.getBoundingClientRect();
  return inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
}
