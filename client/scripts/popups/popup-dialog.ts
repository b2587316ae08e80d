import { pageText } from '../../../shared/fill-text.ts';
import { isSlow, savesData } from '../../connection.ts';

/** Small until the slide is shown. */
const UNSEEN_SIZES = '8rem';
const SHOWN_SIZES = '(min-width: 44rem) 39rem, calc(100vw - 5rem)';

/** Shows one item at a time; not yet in the document. */
export function createPopup(title: string, items: readonly HTMLElement[]): HTMLDialogElement {
  const dialog = create('dialog', 'popup');
  const heading = create('h2', 'popup-title', title);
  heading.tabIndex = -1;
  heading.id = `popup-${title.toLowerCase().replace(/\W+/g, '-')}`;
  dialog.setAttribute('aria-labelledby', heading.id);
  const close = createButton(pageText('Close'), () => dialog.close());
  close.className = 'button popup-close';
  const copies = items.map(copyOf);
  const slides = create('div', 'popup-slides');
  slides.append(...copies);
  const controls = create('div', 'popup-controls');
  if (items.length > 1) controls.append(...createTurns(slides, copies));
  else copies.forEach(showPictures);
  controls.append(close);
  dialog.append(heading, slides, controls);
  // The dialog has no padding, so a click on itself is one on the ground behind it.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  return dialog;
}

/** Previous, "1 of 4", next. */
function createTurns(window: HTMLElement, slides: readonly HTMLElement[]): HTMLElement[] {
  const count = create('p', 'popup-count');
  count.ariaLive = 'polite';
  let current = 0;
  function show(index: number): void {
    current = (index + slides.length) % slides.length;
    for (const [position, slide] of slides.entries()) {
      slide.classList.toggle('is-current', position === current);
      if (position === current) showPictures(slide);
    }
    window.scrollTop = 0;
    count.textContent = pageText('{number} of {count}', {
      number: current + 1,
      count: slides.length,
    });
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

function copyOf(item: HTMLElement): HTMLElement {
  const slide = create('div', 'popup-slide is-current');
  // In a document without a window nothing is fetched yet.
  const copy = document.implementation.createHTMLDocument().importNode(item, true);
  for (const image of copy.querySelectorAll('img')) {
    image.loading = 'eager';
    image.sizes = UNSEEN_SIZES;
    if (savesData() || isSlow()) image.replaceWith(createPictureButton(image));
  }
  slide.append(...copy.childNodes);
  for (const details of slide.querySelectorAll('details')) details.open = true;
  return slide;
}

function createPictureButton(image: HTMLImageElement): HTMLElement {
  const label = pageText('Show the picture');
  const button = createButton(label, () => {
    image.sizes = SHOWN_SIZES;
    image.tabIndex = -1;
    button.replaceWith(image);
    image.focus();
  });
  if (image.alt !== '') button.ariaLabel = `${label}: ${image.alt}`;
  return button;
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
