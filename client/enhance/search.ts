import { savesData } from '../parts/saves-data.ts';

/** Pause in typing after which the results follow, in milliseconds. */
const TYPING_PAUSE_MS = 250;

/** What a search changes of its page. The summary is a live region: it stays, and is filled anew. */
const CHANGED_PARTS = '[data-search-part]';

/**
 * Lets the results follow what is typed: the page that the form would open is fetched, and what it shows
 * takes the place of what is there. The address follows too, so that a reload and the way back show the
 * same. Enter opens that page as it does without this, which visitors who save data keep to.
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
  const show = async (text: string): Promise<void> => {
    fetching = new AbortController();
    const { signal } = fetching;
    setBusy(true);
    try {
      await showPage(text === '' ? action : `${action}?${encodedQuery(text)}`, signal);
      shown = text;
    } catch {
      // Typed on meanwhile, or no connection: Enter remains.
    }
    if (!signal.aborted) setBusy(false);
  };
  const follow = (): void => {
    stop();
    const text = field.value.trim();
    if (text !== shown) timer = setTimeout(() => void show(text), TYPING_PAUSE_MS);
  };

  field.addEventListener('input', follow);
  form.addEventListener('submit', stop);
  // What was typed before this came.
  follow();
}

function encodedQuery(q: string): string {
  return new URLSearchParams({ q }).toString();
}

/** @throws when it cannot be had, or is not wanted any more. */
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
