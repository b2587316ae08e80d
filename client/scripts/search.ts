import { savesData } from '../connection.ts';

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
  let shown = field.defaultValue.trim();

  const stop = (): void => {
    clearTimeout(timer);
    fetching.abort();
    setBusy(false);
  };
  /** Resolves to whether the address is shown. */
  const show = async (address: string): Promise<boolean> => {
    fetching = new AbortController();
    const { signal } = fetching;
    setBusy(true);
    const isShown = await showPage(address, signal).then(
      () => true,
      () => false,
    );
    if (!signal.aborted) setBusy(false);
    return isShown;
  };
  const showTyped = async (text: string): Promise<void> => {
    // Enter remains for what was typed since, or without a connection.
    const query = new URLSearchParams({ q: text }).toString();
    if (await show(text === '' ? action : `${action}?${query}`)) shown = text;
  };
  const follow = (): void => {
    stop();
    const text = field.value.trim();
    if (text !== shown) timer = setTimeout(() => void showTyped(text), TYPING_PAUSE_MS);
  };
  const showMore = async (link: HTMLAnchorElement): Promise<void> => {
    stop();
    if (await show(link.href)) document.querySelector<HTMLElement>(`${link.hash} a`)?.focus();
    else location.assign(link.href);
  };

  field.addEventListener('input', follow);
  form.addEventListener('submit', stop);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.rel !== 'next' || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void showMore(link);
  });
  // What was typed before this came.
  follow();
}

/** @throws Error when the page is not available, or the signal is aborted. */
async function showPage(address: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const parts = page.querySelectorAll(CHANGED_PARTS);
  for (const [index, part] of document.querySelectorAll(CHANGED_PARTS).entries())
    part.replaceChildren(...(parts[index]?.childNodes ?? []));
  document.title = page.title;
  history.replaceState(history.state, '', address);
}

function setBusy(isBusy: boolean): void {
  for (const part of document.querySelectorAll(CHANGED_PARTS)) part.ariaBusy = String(isBusy);
}
