/**
 * The dialogs that open by themselves on a home page. Their slides are copies of items that the page shows
 * anyway, so that nothing is sent twice and nothing is missing without JavaScript.
 */

/** A list in the page whose items open as a dialog: `data-popup` is its kind, `data-popup-title` its heading. */
const waiting: HTMLElement[] = [];
let isOpening = false;

/** Lists come while a page is still streaming in; only a whole page has them all in their order. */
export function enhance(list: HTMLElement): void {
  waiting.push(list);
  if (isOpening) return;
  isOpening = true;
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', openNext, { once: true });
  else queueMicrotask(openNext);
}

function openNext(): void {
  // Notifications come before events (SPEC §2), as they do in the page.
  waiting.sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  const list = waiting.shift();
  if (!list) {
    isOpening = false;
    return;
  }
  const items = [...list.querySelectorAll<HTMLElement>('[data-item]')];
  if (!hasNews(list.dataset.popup ?? '', items)) {
    openNext();
    return;
  }
  const dialog = buildDialog(list.dataset.popupTitle ?? '', items);
  document.body.append(dialog);
  dialog.addEventListener('close', () => {
    dialog.remove();
    openNext();
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

  const slides = create('div', 'popup-slides');
  slides.append(...items.map(copyOf));
  dialog.append(head, slides);
  if (items.length > 1) dialog.append(buildControls(slides));
  // The dialog has no padding, so a click on itself is one on the ground behind it.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  return dialog;
}

/** Previous, "1 of 4", next. */
function buildControls(slides: HTMLElement): HTMLElement {
  const count = create('p', 'popup-count');
  count.ariaLive = 'polite';
  let current = 0;
  function show(index: number): void {
    current = (index + slides.children.length) % slides.children.length;
    for (const [position, slide] of [...slides.children].entries())
      slide.classList.toggle('is-current', position === current);
    slides.scrollTop = 0;
    count.textContent = `${current + 1} of ${slides.children.length}`;
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
    image.sizes = '(min-width: 40em) 36rem, 90vw';
  }
  return slide;
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
