import { savesData } from '../connection.ts';
import { parsePage } from '../parse-page.ts';

const TYPING_PAUSE_MS = 250;

/** The summary is a live region: its element stays. */
const CHANGED_PARTS = '[data-search-part]';

/**
 * Lets the results follow what is typed, and "Show more" append: the page that the form or the link would
 * open is fetched, and its results replace those in view. The address follows too, so that a reload and the
 * way back show the same. With Save-Data, the form and the link open their pages.
 */
export function enhance(form: HTMLElement): void {
  const field = form.querySelector('input');
  if (!(form instanceof HTMLFormElement) || field === null || savesData()) return;
  const { action } = form;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let fetching = new AbortController();
  let shown: string | null = field.defaultValue.trim();

  const stop = (): void => {
    clearTimeout(timer);
    fetching.abort();
    setBusy(false);
  };
  const show = async (address: string, onFailure: () => void): Promise<boolean> => {
    fetching = new AbortController();
    const { signal } = fetching;
    setBusy(true);
    const isShown = await showPage(address, signal, field).then(
      () => true,
      () => false,
    );
    // The visitor has typed on since.
    if (signal.aborted) return false;
    setBusy(false);
    if (!isShown) onFailure();
    return isShown;
  };
  const showTyped = async (text: string): Promise<void> => {
    // Enter remains for what was typed since, or without a connection.
    const query = new URLSearchParams({ q: text }).toString();
    const address = text === '' ? action : `${action}?${query}`;
    shown = (await show(address, () => showFailure(form))) ? text : null;
  };
  const follow = (): void => {
    stop();
    const text = field.value.trim();
    if (text !== shown) timer = setTimeout(() => void showTyped(text), TYPING_PAUSE_MS);
  };
  const showMore = async (link: HTMLAnchorElement): Promise<void> => {
    stop();
    if (await show(link.href, () => location.assign(link.href)))
      document.querySelector<HTMLElement>(`${link.hash} a`)?.focus();
  };

  field.addEventListener('input', follow);
  form.addEventListener('submit', stop);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.rel !== 'next' || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void showMore(link);
  });
  // A text that was typed before this script ran.
  follow();
}

/**
 * A visitor who is among the results stays at the same one, or goes to the field.
 *
 * @throws Error when the page is not available, or the signal is aborted.
 */
async function showPage(address: string, signal: AbortSignal, field: HTMLElement): Promise<void> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const page = parsePage(await response.text());
  const parts = page.querySelectorAll(CHANGED_PARTS);
  const { activeElement } = document;
  for (const [index, part] of document.querySelectorAll(CHANGED_PARTS).entries())
    part.replaceChildren(...(parts[index]?.childNodes ?? []));
  if (activeElement instanceof HTMLElement && !activeElement.isConnected) {
    const href = activeElement.getAttribute('href') ?? '';
    const same = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(href)}"]`);
    (same ?? field).focus({ preventScroll: true });
  }
  document.title = page.title;
  history.replaceState(history.state, '', address);
}

/** Replaces the results in view, which are of other words. */
function showFailure({ dataset }: HTMLElement): void {
  const [summary, ...others] = document.querySelectorAll(CHANGED_PARTS);
  summary?.replaceChildren(dataset.failure ?? '');
  for (const other of others) other.replaceChildren();
}

function setBusy(isBusy: boolean): void {
  for (const part of document.querySelectorAll(CHANGED_PARTS)) part.ariaBusy = String(isBusy);
}
