import type PhotoSwipe from 'photoswipe';
import { pageText } from '../../shared/fill-text.ts';
import { isStill } from './motion/movement.ts';
import { openLayer } from './popovers/open-layer.ts';
import type { PictureWidth } from '../../shared/pictures.ts';

/** Address of styles/lightbox.css; set by the build. */
declare const LIGHTBOX_STYLES: string;

/** TypeScript's types lack it (https://html.spec.whatwg.org/multipage/interaction.html#close-requests-and-close-watchers). */
declare const CloseWatcher: undefined | (new (options: { signal: AbortSignal }) => EventTarget);

/** Zero with reduced motion. */
const ANIMATION_MS = 260;

/** Pixels; the link leads to a larger one. */
const OPENED_WIDTH: PictureWidth = 1600;

/** Space for the buttons and the caption, in CSS pixels. */
const PADDING = { top: 56, bottom: 60, left: 0, right: 0 };

/** A photo has the ratio of the grid until its size is known. */
const UNKNOWN_SIZE = { width: 1600, height: 1200 };

type Size = { width: number; height: number };

/** Opens photos over the page. The library loads at the first tap; without it the link opens the photo. */
export function enhance(grid: HTMLElement): void {
  grid.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (link === null || opensElsewhere || isDocumentLink(link)) return;
    event.preventDefault();
    // A second tap while the first one's photo comes opens nothing over it.
    if (grid.querySelector('[aria-busy]') !== null) return;
    link.setAttribute('aria-busy', 'true');
    const opening = beginOpening(grid);
    const { signal } = opening;
    signal.addEventListener('abort', () => link.removeAttribute('aria-busy'));
    open(grid, link, signal)
      .catch(() => signal.aborted || location.assign(link.href))
      .finally(() => opening.abort());
  });
}

/** Escape, the end of the dialog that has the photo, and the end of the page take back a photo that has not come yet. */
function beginOpening(grid: HTMLElement): AbortController {
  const opening = new AbortController();
  const { signal } = opening;
  const abort = () => opening.abort();
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') abort();
  };
  document.addEventListener('keydown', onKey, { capture: true, signal });
  addEventListener('pagehide', abort, { signal });
  grid.closest('dialog')?.addEventListener('close', abort, { signal });
  return opening;
}

/** "Back" closes the photo, and not its page: an entry of the history stands for it. */
function closeOnBack(closePhoto: (event: Event) => void, closed: AbortSignal): void {
  history.pushState({ isPhoto: true }, '');
  addEventListener('popstate', closePhoto, { signal: closed });
  closed.addEventListener('abort', () => {
    const state: unknown = history.state;
    if (typeof state === 'object' && state !== null && 'isPhoto' in state) history.back();
  });
}

/** A document among the photos has a link of its own. */
function isDocumentLink(link: HTMLAnchorElement): boolean {
  return link.target !== '';
}

async function open(
  grid: HTMLElement,
  tapped: HTMLAnchorElement,
  opening: AbortSignal,
): Promise<void> {
  const links = [...grid.querySelectorAll('a')].filter((link) => !isDocumentLink(link));
  const [{ default: PhotoSwipeLightbox }, size] = await Promise.all([
    import('photoswipe'),
    loadSize(largePictureUrl(tapped)),
    loadStyles(),
  ]);
  const dialog = grid.closest('dialog');
  // The visitor has gone on: to the page below a dialog, or to the menu.
  if (opening.aborted || !grid.isConnected || openLayer() !== dialog) return;
  const sizes = new Map<string, Size>([[largePictureUrl(tapped), size]]);
  const lightbox = new PhotoSwipeLightbox({
    dataSource: links.map(toSlide),
    index: links.indexOf(tapped),
    // Nothing outside an open dialog can be touched.
    appendToEl: dialog ?? document.body,
    bgOpacity: 1,
    padding: PADDING,
    showHideAnimationType: isStill() ? 'none' : 'fade',
    showAnimationDuration: ANIMATION_MS,
    hideAnimationDuration: ANIMATION_MS,
    zoomAnimationDuration: isStill() ? false : ANIMATION_MS,
    returnFocus: true,
    closeTitle: pageText('Close'),
    zoomTitle: pageText('Zoom'),
    arrowPrevTitle: pageText('Previous'),
    arrowNextTitle: pageText('Next'),
    errorMsg: pageText('The image cannot be loaded'),
  });
  // The grid shows photos cut to one shape and of any resolution: the real size is known when a photo is there.
  lightbox.addFilter('itemData', (item) => ({ ...item, ...sizes.get(item.src ?? '') }));
  lightbox.on('loadComplete', ({ content }) => {
    const image = content.element;
    const { src } = content.data;
    if (
      !(image instanceof HTMLImageElement) ||
      src === undefined ||
      sizes.has(src) ||
      image.naturalWidth === 0
    )
      return;
    sizes.set(src, { width: image.naturalWidth, height: image.naturalHeight });
    lightbox.refreshSlideContent(content.index);
  });
  addCaption(lightbox);
  lightbox.on('initialLayout', () => {
    const { textContent: name } = document.querySelector('h1') ?? {};
    if (name) lightbox.element?.setAttribute('aria-label', name);
    lightbox.element?.setAttribute('aria-modal', 'true');
  });
  const closing = new AbortController();
  function closePhoto(event: Event): void {
    event.preventDefault();
    // While it opens, `close` would leave it open without its keys.
    if (lightbox.opener.isOpening) lightbox.on('openingAnimationEnd', () => lightbox.close());
    else lightbox.close();
  }
  // Escape closes the photo alone, also before the library listens to keys.
  dialog?.addEventListener('cancel', closePhoto, { signal: closing.signal });
  // Android's back button closes the photo, as it does dialogs and popovers (browsers from 2024).
  if (typeof CloseWatcher === 'function')
    new CloseWatcher({ signal: closing.signal }).addEventListener('close', closePhoto);
  else closeOnBack(closePhoto, closing.signal);
  lightbox.on('destroy', () => closing.abort());
  lightbox.init();
}

function toSlide(link: HTMLAnchorElement) {
  const picture = link.querySelector('img');
  return { ...UNKNOWN_SIZE, src: largePictureUrl(link), alt: picture?.alt ?? '', element: link };
}

function largePictureUrl(link: HTMLAnchorElement): string {
  return `${link.href}?w=${OPENED_WIDTH}`;
}

/** Once per page; a stylesheet that failed is requested again at the next tap. */
let styles: Promise<void> | undefined;

function loadStyles(): Promise<void> {
  styles ??= new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = LIGHTBOX_STYLES;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      styles = undefined;
      link.remove();
      reject(new Error(`no ${LIGHTBOX_STYLES}`));
    });
    document.head.append(link);
  });
  return styles;
}

async function loadSize(address: string): Promise<Size> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}

/** Announced when it changes. */
function addCaption(lightbox: PhotoSwipe): void {
  lightbox.on('uiRegister', () => {
    lightbox.ui?.registerElement({
      name: 'caption',
      className: 'pswp-caption',
      appendTo: 'root',
      order: 9,
      onInit: (element) => {
        element.setAttribute('aria-live', 'polite');
        lightbox.on('change', () => {
          const text = lightbox.currSlide?.data.alt ?? '';
          // The library reports the first photo twice.
          if (element.textContent !== text) element.textContent = text;
        });
      },
    });
  });
}
