import { createPopup, type PopupItem } from './popups/popup-dialog.ts';

/** Values of `data-popup`, in the order of the slides. */
const KINDS = ['notices', 'events'];

/** What a visitor does with a page. */
const TOUCHES = ['pointerdown', 'keydown', 'wheel'];

let isStarted = false;

/** The first list starts all: they share one dialog, once the page is complete. */
export function enhance(): void {
  // Browsers without dialogs (before 2022) show the items in the page only.
  if (isStarted || typeof HTMLDialogElement === 'undefined') return;
  isStarted = true;
  const touched = new AbortController();
  for (const type of TOUCHES)
    addEventListener(type, () => touched.abort(), { signal: touched.signal, capture: true });
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', () => void open(touched), { once: true });
  else void open(touched);
}

/**
 * Whether the visitor comes back within a visit: by "back" and "forward", or by a link of this site (a new
 * tab begins without memory). A reload and an address that was typed are arrivals.
 */
function comesBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  const type = entry instanceof PerformanceNavigationTiming ? entry.type : 'navigate';
  if (type === 'back_forward') return true;
  return type === 'navigate' && document.referrer.startsWith(`${location.origin}/`);
}

/** A return opens it only with a new or changed item. */
async function open(touched: AbortController): Promise<void> {
  const isReturn = comesBack();
  const lists = KINDS.map(findItems);
  const items = lists.flat();
  if (items.length === 0) return;
  // A dialog in a fallback font would change its height when the font arrives.
  await document.fonts.ready;
  await untilSeen();
  const contents = items.map(({ element }) => getContent(element));
  if (isTouched(touched) || (isReturn && !hasNews(contents))) return;
  remember(contents);
  const dialog = createPopup(items);
  // A page that the browser keeps for "back" is to be found there without its dialog.
  addEventListener('pagehide', () => dialog.close(), { once: true });
  dialog.addEventListener('close', () => {
    dialog.remove();
    // The dialog was at the end of the page, where Tab would continue.
    if (!document.hidden && document.activeElement === document.body)
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  // The focus on a button would show its ring before any key.
  dialog.querySelector<HTMLElement>('h2')?.focus();
}

function findItems(kind: string): PopupItem[] {
  const list = document.querySelector<HTMLElement>(`[data-popup="${kind}"]`);
  const elements = [...(list?.querySelectorAll<HTMLElement>('[data-popup-item]') ?? [])];
  const title = list?.dataset.popupTitle ?? '';
  return elements
    .sort((a, b) => Number(isAdmission(b)) - Number(isAdmission(a)))
    .map((element) => ({ title, element }));
}

/** Admissions first: most first visits are by parents who want to apply. */
function isAdmission(item: HTMLElement): boolean {
  return /admission|प्रवेश/i.test(item.querySelector('h3')?.textContent ?? '');
}

/** Text and links: a corrected notice counts as new. */
function getContent(item: HTMLElement): string {
  const pictures = [...item.querySelectorAll('img')].map((image) => new URL(image.src).pathname);
  const links = [...item.querySelectorAll('a')].map((link) => link.href);
  return [item.textContent, ...pictures, ...links].join('\n');
}

/** Each campus has its own: notices may be the same. */
function storageKey(): string {
  return `popup:${document.documentElement.dataset.campus ?? ''}`;
}

function hasNews(contents: readonly string[]): boolean {
  try {
    const shown = JSON.parse(sessionStorage.getItem(storageKey()) ?? '[]') as unknown[];
    return contents.some((content) => !shown.includes(content));
  } catch {
    // Storage is blocked: twice is better than never.
    return true;
  }
}

function remember(contents: readonly string[]): void {
  try {
    sessionStorage.setItem(storageKey(), JSON.stringify(contents));
  } catch {
    // Nothing can be remembered then.
  }
}

/** Resolves when the tab is in front. */
async function untilSeen(): Promise<void> {
  while (document.hidden)
    await new Promise((resolve) => {
      document.addEventListener('visibilitychange', resolve, { once: true });
    });
}

/** A dialog does not interrupt a visitor who has begun to use the page, even before this module came. */
function isTouched({ signal }: AbortController): boolean {
  if (signal.aborted || scrollY > 0) return true;
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return true;
  if (document.querySelector('dialog[open], [popover].open') !== null) return true;
  return (
    CSS.supports('selector(:popover-open)') && document.querySelector(':popover-open') !== null
  );
}
