import { pageText } from '../../../shared/fill-text.ts';
import { isSlow, savesData } from '../../connection.ts';

/** Slides that are not shown fetch a small picture. */
const UNSEEN_SIZES = '8rem';
const SHOWN_SIZES = '(min-width: 44rem) 39rem, calc(100vw - 5rem)';

/** An item of a list in the page, and the list's title. */
export type PopupItem = { title: string; element: HTMLElement };

type Slide = { title: string; slide: HTMLElement };

/** Shows one item at a time, below the title of its list; not yet in the document. */
export function createPopup(items: readonly PopupItem[]): HTMLDialogElement {
  const dialog = create('dialog', 'popup');
  fillPopup(dialog, items);
  // The dialog has no padding, so a click on itself is one on the ground behind it.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  return dialog;
}

export function fillPopup(dialog: HTMLDialogElement, items: readonly PopupItem[]): void {
  const heading = create('h2', 'popup-title', items[0]?.title);
  heading.tabIndex = -1;
  heading.id = 'popup-title';
  dialog.setAttribute('aria-labelledby', heading.id);
  const close = createButton(pageText('Close'), () => dialog.close());
  close.className = 'button popup-close';
  const copies = items.map(({ title, element }) => ({ title, slide: createSlide(element) }));
  const slides = create('div', 'popup-slides');
  slides.append(...copies.map(({ slide }) => slide));
  const controls = create('div', 'popup-controls');
  if (items.length > 1) controls.append(...createTurns(dialog, heading, copies));
  else copies.forEach(({ slide }) => showPictures(slide));
  controls.append(close);
  dialog.replaceChildren(heading, slides, controls);
}

/** Previous, "1 of 4", next. */
function createTurns(
  dialog: HTMLElement,
  heading: HTMLElement,
  slides: readonly Slide[],
): HTMLElement[] {
  const count = create('p', 'popup-count');
  count.ariaLive = 'polite';
  let current = 0;
  function show(index: number): void {
    current = (index + slides.length) % slides.length;
    for (const [position, { title, slide }] of slides.entries()) {
      slide.classList.toggle('is-current', position === current);
      if (position !== current) continue;
      heading.textContent = title;
      showPictures(slide);
    }
    // The dialog scrolls where the window is low, else the slides.
    for (const box of [dialog, slides[0]?.slide.parentElement]) box?.scrollTo(0, 0);
    count.textContent = pageText('{number} of {count}', {
      number: current + 1,
      count: slides.length,
    });
    const name = slides[current]?.slide.querySelector('h3')?.textContent;
    if (name) count.append(create('span', 'visually-hidden', `: ${name}`));
  }
  show(0);
  return [
    createButton(pageText('Previous'), () => show(current - 1)),
    count,
    createButton(pageText('Next'), () => show(current + 1)),
  ];
}

function createButton(label: string, act: () => void): HTMLElement {
  const button = create('button', 'button button-quiet', label);
  button.type = 'button';
  button.addEventListener('click', act);
  return button;
}

function createSlide(item: HTMLElement): HTMLElement {
  const slide = create('div', 'popup-slide is-current');
  // A document without a window fetches nothing yet.
  const copy = document.implementation.createHTMLDocument().importNode(item, true);
  for (const image of copy.querySelectorAll('img')) {
    image.loading = 'eager';
    image.sizes = UNSEEN_SIZES;
    // Not cut to a shape: its own holds its place until it is there.
    image.className = 'picture';
    const box = create('div', 'popup-picture-box');
    image.replaceWith(box);
    box.append(savesData() || isSlow() ? createPictureButton(image) : createPictureLink(image));
  }
  slide.append(...copy.childNodes);
  for (const text of slide.querySelectorAll<HTMLElement>('.whole-text')) text.hidden = false;
  return slide;
}

function createPictureButton(image: HTMLImageElement): HTMLElement {
  const label = pageText('Show the picture');
  const button = createButton(label, () => {
    image.sizes = SHOWN_SIZES;
    const link = createPictureLink(image);
    button.replaceWith(link);
    link.focus();
  });
  if (image.alt !== '') button.ariaLabel = `${label}: ${image.alt}`;
  return button;
}

/** Opens the picture large: a poster's small print is read there. */
function createPictureLink(image: HTMLImageElement): HTMLElement {
  const link = create('a', 'popup-enlarge');
  link.href = new URL(image.src, location.href).pathname;
  if (image.alt === '') link.ariaLabel = pageText('Show the picture');
  link.append(image);
  let state: 'new' | 'loading' | 'ready' = 'new';
  link.addEventListener('click', (event) => {
    const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    const box = link.parentElement;
    if (state === 'ready' || isElsewhere || box === null) return;
    event.preventDefault();
    // A second tap while it loads would follow the link.
    if (state === 'loading') return;
    state = 'loading';
    void import('../lightbox.ts').then(
      ({ enhance }) => {
        state = 'ready';
        // The dialog was closed.
        if (!link.isConnected) return;
        enhance(box);
        // The lightbox hears the next click, which is this one repeated.
        link.click();
      },
      () => link.isConnected && location.assign(link.href),
    );
  });
  return link;
}

function showPictures(slide: HTMLElement): void {
  for (const image of slide.querySelectorAll('img')) image.sizes = SHOWN_SIZES;
}

function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}
