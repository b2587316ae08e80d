import { createPopup } from './popups/popup-dialog.ts';

/** Values of `data-popup`, in opening order. */
const KINDS = ['notices', 'events'];

/** Pause after an interaction before an interruption. */
const REST_MS = 1_000;
const POLL_MS = 250;

let isStarted = false;

/** The first list starts all: their order is known once the page is complete. */
export function enhance(): void {
  // Without dialogs (browsers before 2022) the items are read in the page.
  if (isStarted || typeof HTMLDialogElement === 'undefined') return;
  isStarted = true;
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', () => void openInTurn(), { once: true });
  else void openInTurn();
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

/** On a return only dialogs with a new or changed item. */
async function openInTurn(): Promise<void> {
  let isReturn = comesBack();
  let wasOpen = false;
  // A page that the browser keeps for "back" is to be found there without its dialog.
  addEventListener('pagehide', () => {
    isReturn = true;
    document.querySelector<HTMLDialogElement>('dialog.popup')?.close();
  });
  for (const kind of KINDS) {
    const list = document.querySelector<HTMLElement>(`[data-popup="${kind}"]`);
    const items = [...(list?.querySelectorAll<HTMLElement>('[data-popup-item]') ?? [])];
    if (!list || items.length === 0) continue;
    // A dialog in a fallback font would change its height when the font arrives.
    await document.fonts.ready;
    await untilIdle();
    const contents = items.map(contentOf);
    if (isReturn && !hasNews(kind, contents)) continue;
    remember(kind, contents);
    const ordered = items.sort((a, b) => Number(isAdmission(b)) - Number(isAdmission(a)));
    await showUntilClosed(createPopup(list.dataset.popupTitle ?? '', ordered));
    // Not of a dialog that closed as the page was left.
    wasOpen = !document.hidden;
  }
  // The dialogs were at the end of the page, where Tab would continue.
  const main = document.querySelector<HTMLElement>('main');
  if (wasOpen && document.activeElement === document.body) main?.focus({ preventScroll: true });
}

/** Admissions first: most first visits are by parents who want to apply. */
function isAdmission(item: HTMLElement): boolean {
  return /admission|प्रवेश/i.test(item.querySelector('h3')?.textContent ?? '');
}

function showUntilClosed(dialog: HTMLDialogElement): Promise<void> {
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve();
    });
    document.body.append(dialog);
    dialog.showModal();
    // On a button the focus would show its ring before any key.
    dialog.querySelector<HTMLElement>('h2')?.focus();
  });
}

/** Text and links: a corrected notice counts as new. */
function contentOf(item: HTMLElement): string {
  const pictures = [...item.querySelectorAll('img')].map((image) => new URL(image.src).pathname);
  const links = [...item.querySelectorAll('a')].map((link) => link.href);
  return [item.textContent, ...pictures, ...links].join('\n');
}

/** By campus: notices may be the same. */
function keyOf(kind: string): string {
  return `popup:${document.documentElement.dataset.campus ?? ''}:${kind}`;
}

function hasNews(kind: string, contents: readonly string[]): boolean {
  try {
    const shown = JSON.parse(sessionStorage.getItem(keyOf(kind)) ?? '[]') as unknown[];
    return contents.some((content) => !shown.includes(content));
  } catch {
    // Storage is blocked: twice is better than never.
    return true;
  }
}

function remember(kind: string, contents: readonly string[]): void {
  try {
    sessionStorage.setItem(keyOf(kind), JSON.stringify(contents));
  } catch {
    // Nothing can be remembered then.
  }
}

/**
 * Resolves when a modal dialog interrupts no visitor: at once for visitors who have done
 * nothing yet, else when they have left the field, link or menu that they were at, are back at the top
 * of the page, and rest.
 */
async function untilIdle(): Promise<void> {
  let restedMs = isBusy() ? 0 : REST_MS;
  while (restedMs < REST_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    restedMs = isBusy() ? 0 : restedMs + POLL_MS;
  }
}

/** Hidden: in another tab, or left and kept by the browser for "back". */
function isBusy(): boolean {
  if (document.hidden || scrollY > 0) return true;
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return true;
  if (document.querySelector('dialog[open], [popover].open') !== null) return true;
  return (
    CSS.supports('selector(:popover-open)') && document.querySelector(':popover-open') !== null
  );
}
