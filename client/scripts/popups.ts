import { after } from '../after.ts';
import { watchGestures } from './popups/gestures.ts';
import { createPopup, fillPopup, type PopupItem } from './popups/popup-dialog.ts';

/** Values of `data-popup`, in the order of the slides. */
const KINDS = ['notices', 'events'];

/** How long the dialog waits for its first picture. */
const PICTURE_MS = 10_000;

let isStarted = false;

/** The first list starts all: they share one dialog, once the page is complete. */
export function enhance(): void {
  // Browsers without dialogs (before 2022) show the items in the page only.
  if (isStarted || typeof HTMLDialogElement === 'undefined') return;
  isStarted = true;
  const leaving = new AbortController();
  const rest = watchGestures(leaving);
  // A page that the browser keeps for "back" is to be found there without its dialog.
  addEventListener('pagehide', () => leaving.abort(), { once: true });
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', () => void open(rest, leaving.signal), {
      once: true,
    });
  else void open(rest, leaving.signal);
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
async function open(rest: () => Promise<void>, leaving: AbortSignal): Promise<void> {
  const isReturn = comesBack();
  const items = findAll();
  if (items.length === 0 || (isReturn && !hasNews(items.map(getContent)))) return;
  const dialog = createPopup(items);
  document.addEventListener('daychange', () => renew(dialog), { signal: leaving });
  // A dialog in a fallback font, or without its picture, would change when they arrive.
  await document.fonts.ready;
  await Promise.race([firstPicture(dialog), after(PICTURE_MS)]);
  await rest();
  if (leaving.aborted) return;
  remember(findAll().map(getContent));
  leaving.addEventListener('abort', () => dialog.close());
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

/** The page has the items of another day, or none. */
function renew(dialog: HTMLDialogElement): void {
  const items = findAll();
  // A photo that is open in the pop-up stays.
  if (items.length > 0 && dialog.querySelector('.pswp') === null) fillPopup(dialog, items);
}

/** Resolves when the picture that is seen first can be shown, or cannot be loaded. */
async function firstPicture(dialog: HTMLElement): Promise<void> {
  const image = dialog.querySelector<HTMLImageElement>('.is-current img');
  await image?.decode().catch(() => undefined);
}

function findAll(): PopupItem[] {
  return KINDS.flatMap(findItems);
}

function findItems(kind: string): PopupItem[] {
  const list = document.querySelector<HTMLElement>(`[data-popup="${kind}"]`);
  const title = list?.dataset.popupTitle ?? '';
  return ['first', '']
    .flatMap((place) => [
      ...(list?.querySelectorAll<HTMLElement>(`[data-popup-item='${place}']`) ?? []),
    ])
    .map((element) => ({ title, element }));
}

/** Text and links: a corrected notice counts as new. */
function getContent({ element: item }: PopupItem): string {
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
