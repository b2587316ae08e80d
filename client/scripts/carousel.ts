import Swiper from 'swiper';
import { Autoplay } from 'swiper/modules';
import { pageText } from '../../shared/fill-text.ts';
import { CAROUSEL_VIEWS, type CarouselView } from './motion/carousel-views.ts';
import { isStill, onMovementChange } from './motion/movement.ts';
import { pausable } from './motion/pausable.ts';

/**
 * Lets Swiper take over a carousel, or the slider, from where the visitor has scrolled it to (R-080 to R-082,
 * The markup has Swiper's class names and its widths by CSS, so that nothing moves at this
 * moment.
 */
export function enhance(root: HTMLElement): void {
  const { view = '' } = root.dataset;
  const element = root.querySelector<HTMLElement>('.swiper');
  if (!isCarouselView(view) || !element) throw new Error(`no carousel ${view}`);
  const button = root.querySelector<HTMLButtonElement>('.pause-button');
  // Turns it by hand; it rests meanwhile. There are no arrows.
  const control = root.querySelector<HTMLElement>('.carousel-place');
  const count = root.querySelectorAll('.swiper-slide').length;
  const swiper = startSwiper(element, root.dataset, buildBreakpoints(view, count));
  // A card must not move away while a visitor reads it.
  const parts = { surface: element, control, pausesOnHover: view !== 'slider', button };
  pausable({ play: () => swiper.autoplay.start(), pause: () => swiper.autoplay.stop() }, parts);
  showWhenUseful(swiper, [button, control]);
  followPlace(swiper, root, count);
  for (const turn of root.querySelectorAll<HTMLButtonElement>('[data-turn]')) {
    turn.hidden = false;
    turn.addEventListener('click', () => {
      if (turn.dataset.turn === 'next') swiper.slideNext();
      else swiper.slidePrev();
      announce(swiper, root, count);
    });
  }
  element.addEventListener(
    'focusin',
    ({ target }) => target instanceof HTMLElement && showFocused(swiper, target),
  );
  element.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowRight') swiper.slideNext();
    if (key === 'ArrowLeft') swiper.slidePrev();
  });
}

function isCarouselView(text: string): text is CarouselView {
  return text in CAROUSEL_VIEWS;
}

/**
 * Swiper's `breakpoints` for a view. A loop needs one slide more than are in view, and, where the next one
 * peeks in, one more that has already moved there.
 */
function buildBreakpoints(view: CarouselView, slideCount: number) {
  return Object.fromEntries(
    Object.entries(CAROUSEL_VIEWS[view]).map(([width, slidesPerView]) => [
      Number(width),
      {
        slidesPerView,
        loop: slideCount > slidesPerView,
        loopAdditionalSlides: slideCount > slidesPerView + 1 ? 1 : 0,
      },
    ]),
  );
}

function startSwiper(
  element: HTMLElement,
  { delay, speed }: DOMStringMap,
  breakpoints: ReturnType<typeof buildBreakpoints>,
): Swiper {
  const speedNow = (): number => (isStill() ? 0 : Number(speed));
  const initialSlide = slideInView(element);
  element.scrollLeft = 0;
  const swiper = new Swiper(element, {
    modules: [Autoplay],
    autoplay: { delay: Number(delay), disableOnInteraction: false },
    speed: speedNow(),
    initialSlide,
    slidesPerView: 1,
    breakpoints,
    // The next picture is there before it slides in.
    lazyPreloadPrevNext: 1,
  });
  onMovementChange(() => {
    swiper.params.speed = speedNow();
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

function followPlace(swiper: Swiper, root: HTMLElement, count: number): void {
  const range = root.querySelector<HTMLInputElement>('.carousel-place input');
  const text = root.querySelector('.carousel-place span, .slider-count');
  function show(): void {
    const number = swiper.realIndex + 1;
    range?.setAttribute('aria-valuetext', pageText('{number} of {count}', { number, count }));
    if (range) range.value = String(number);
    if (text) text.textContent = pageText('{number} / {count}', { number, count });
  }
  range?.addEventListener('input', () => swiper.slideToLoop(Number(range.value) - 1));
  swiper.on('realIndexChange', show);
  show();
}

/** Speaks slides that were turned to by hand only; slides that move by themselves stay silent. */
function announce(swiper: Swiper, root: HTMLElement, count: number): void {
  const title = swiper.slides[swiper.activeIndex]?.querySelector('.slide-title')?.textContent;
  const place = pageText('{number} of {count}', { number: swiper.realIndex + 1, count });
  const region = root.querySelector('[aria-live]');
  if (region) region.textContent = `${place}: ${title ?? ''}`;
}

function showFocused(swiper: Swiper, target: HTMLElement): void {
  // The browser has scrolled the clipped box to the focus; Swiper knows only its own transform.
  swiper.el.scrollLeft = 0;
  const slide = target.closest<HTMLElement>('.swiper-slide');
  if (!slide || isInside(slide, swiper.el)) return;
  const index = slide.dataset.swiperSlideIndex ?? swiper.slides.indexOf(slide);
  swiper.slideToLoop(Number(index), 0);
  // Swiper slides in the next frame: the focus may have moved on by then, to a slide that was in view.
  requestAnimationFrame(() => {
    const { activeElement: now } = document;
    if (now instanceof HTMLElement && now !== target && swiper.el.contains(now))
      showFocused(swiper, now);
  });
}

function isInside(slide: Element, element: HTMLElement): boolean {
  const inner = slide.getBoundingClientRect();
  const outer = element.getBoundingClientRect();
  return inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
}
