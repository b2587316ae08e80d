/**
 * The dialogs that open by themselves on a home page. Their slides are copies of items that the page shows
 * anyway, so that nothing is sent twice and nothing is missing without JavaScript.
 */

/** The values of `data-popup`, in the order in which their dialogs open (SPEC §2, home page). */
const KINDS = ['notices', 'events'];

/** Widths of a slide's picture for `sizes`: small until its slide is shown, so that nobody pays for slides unseen. */
const UNSEEN_SIZES = '8rem';
const SHOWN_SIZES = '(min-width: 42rem) 40rem, 90vw';

let isStarted = false;

/** The first list to be found speaks for all: which come first is known once the page is whole. */
export function enhance(): void {
  if (isStarted) return;
  isStarted = true;
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', () => openInTurn(KINDS), { once: true });
  else openInTurn(KINDS);
}

/** Opens the dialog of the first kind that has something new, and the next one when it is closed. */
function openInTurn([kind, ...later]: readonly string[]): void {
  if (kind === undefined) return;
  const list = document.querySelector<HTMLElement>(`[data-popup="${kind}"]`);
  const items = [...(list?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
  if (!list || !hasNews(kind, items)) {
    openInTurn(later);
    return;
  }
  const dialog = buildDialog(list.dataset['popupTitle'] ?? '', items);
  document.body.append(dialog);
  dialog.addEventListener('close', () => {
    dialog.remove();
    openInTurn(later);
  });
  dialog.showModal();
}

/** Whether an item was not yet shown in this visit; notes all of them as shown. */
function hasNews(kind: string, items: readonly HTMLElement[]): boolean {
  const key = `shown:${kind}`;
  const ids = items.map((item) => item.dataset.item ?? '');
  try {
    const shown = new Set((sessionStorage.getItem(key) ?? '').split('\n'));
    const hasNew = ids.some((id) => !shown.has(id));
    if (hasNew) sessionStorage.setItem(key, [...new Set([...shown, ...ids])].join('\n'));
    return hasNew;
  } catch {
    // Storage is blocked: a dialog on every page would be worse than none.
    return false;
  }
}

function buildDialog(title: string, items: readonly HTMLElement[]): HTMLDialogElement {
  const dialog = create('dialog', 'popup');
  const heading = create('h2', 'popup-title', title);
  heading.id = `popup-${title.toLowerCase().replace(/\W+/g, '-')}`;
  dialog.setAttribute('aria-labelledby', heading.id);
  const close = create('button', 'popup-close');
  close.type = 'button';
  close.ariaLabel = 'Close';
  close.addEventListener('click', () => dialog.close());
  const head = create('div', 'popup-head');
  head.append(heading, close);

  const copies = items.map(copyOf);
  const slides = create('div', 'popup-slides');
  slides.append(...copies);
  dialog.append(head, slides);
  if (items.length > 1) dialog.append(buildControls(slides, copies));
  else copies.forEach(showPictures);
  // The dialog has no padding, so a click on itself is one on the ground behind it.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  return dialog;
}

/** Previous, "1 of 4", next. */
function buildControls(window: HTMLElement, slides: readonly HTMLElement[]): HTMLElement {
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
    count.textContent = `${current + 1} of ${slides.length}`;
  }
  const controls = create('div', 'popup-controls');
  controls.append(
    turnButton('Previous', () => show(current - 1)),
    count,
    turnButton('Next', () => show(current + 1)),
  );
  show(0);
  return controls;
}

function turnButton(label: string, turn: () => void): HTMLElement {
  const button = create('button', 'button button-quiet', label);
  button.type = 'button';
  button.addEventListener('click', turn);
  return button;
}

function copyOf(item: HTMLElement): HTMLElement {
  const slide = create('article', 'popup-slide is-current');
  slide.append(...[...item.childNodes].map((node) => node.cloneNode(true)));
  for (const image of slide.querySelectorAll('img')) {
    image.loading = 'eager';
    image.sizes = UNSEEN_SIZES;
  }
  return slide;
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
