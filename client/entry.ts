import { beginOffline } from './scripts/offline/begin-offline.ts';
import { beginMovement, showMovement } from './scripts/motion/movement.ts';
import { savesData } from './connection.ts';

/** `{ name: address }` of the built enhancements; filled in by the build. */
declare const MODULES: Readonly<Record<string, string>>;

/** IntersectionObserver margin within which a module is fetched. */
const NEAR = '300px';

/** The browser posts the form itself after this. */
const SUBMIT_WAIT_MS = 10_000;

/** A form that the browser posts is not sent again within this: the server takes the same form once a minute. */
const POSTED_MS = 60_000;

type IslandModule = { hydrate: (root: Element, props: unknown) => Promise<void> };
type KeepModule = { keep: (form: HTMLFormElement, signal: AbortSignal) => Promise<boolean> };
type NoticeModule = { showNotice: (keptAt?: number) => Promise<void> };
type EnhanceModule = { enhance: (element: HTMLElement) => void };

/** Limit of reports: an error in a loop does not flood the server. */
let reports = 5;

/** Firefox and Safari reject the imports of a page that is left; after this the page is gone. */
const GONE_MS = 1_000;

/** Reports an error to the server's log, if the page is still open. */
function report(error: unknown, place = error instanceof Error ? error.stack : ''): void {
  setTimeout(() => {
    if (reports-- > 0) navigator.sendBeacon('/api/browser-error', `${String(error)}\n${place}`);
  }, GONE_MS);
}

const seen = new WeakSet<Element>();

function scan(): void {
  showMovement();
  for (const element of document.querySelectorAll<HTMLElement>('[data-island],[data-enhance]')) {
    if (seen.has(element) || !isParsed(element)) continue;
    seen.add(element);
    const { island, enhance } = element.dataset;
    if (island) awaitIsland(element, island);
    else if (enhance) awaitEnhancement(element, enhance);
  }
}

/** Whether the parser has left an element: on a slow link its content may still arrive. */
function isParsed(element: Element): boolean {
  let at: Element | null = element;
  while (at?.nextSibling === null) at = at.parentElement;
  return at !== null || document.readyState !== 'loading';
}

/**
 * An island's modules are fetched when it is near and the visitor begins to scroll, point or type, so that they are
 * there when its form or its "Show more" link is touched; they run only then. Most visitors read, and React would
 * hold up their phone.
 */
function awaitIsland(marker: HTMLElement, name: string): void {
  const root = marker.previousElementSibling;
  if (!(root instanceof HTMLElement)) throw new Error(name);
  // The first is the island's own (client/island.tsx).
  const modules = marker.dataset.modules?.split(' ') ?? [];
  whenNear(root, () => void prefetch(modules));
  const untouched = new AbortController();
  const unsettled = new AbortController();
  let island: Promise<boolean> | undefined;
  const begin = (): Promise<boolean> => {
    untouched.abort();
    island ??= startIsland(root, modules[0] ?? name).then(
      () => {
        unsettled.abort();
        return true;
      },
      (error: unknown) => {
        report(error);
        return false;
      },
    );
    return island;
  };
  for (const type of ['pointerover', 'focusin', 'input']) {
    root.addEventListener(
      type,
      ({ target }) =>
        target instanceof Element && target.closest('form, .show-more') && void begin(),
      { signal: untouched.signal },
    );
  }
  // Steps back after a reload lead to addresses that an earlier start of the island made.
  addEventListener('popstate', () => void begin(), { signal: untouched.signal });
  holdSubmits(root, { begin, signal: unsettled.signal });
  const { freshSeconds } = marker.dataset;
  if (freshSeconds !== undefined && !savesData()) {
    document.addEventListener(
      'visibilitychange',
      () => !document.hidden && performance.now() > Number(freshSeconds) * 1_000 && void begin(),
      { signal: untouched.signal },
    );
  }
}

type HoldOptions = { begin: () => Promise<boolean>; signal: AbortSignal };

/**
 * A submit before the island is ready waits for it and is then repeated, so that on a slow phone too the
 * first click is checked in place. If the island does not come, the browser posts the form, or keeps it
 * where it would post it to nowhere. The island may come at any time until then.
 */
function holdSubmits(root: HTMLElement, { begin, signal }: HoldOptions): void {
  let postedUntil = 0;
  async function hold(event: SubmitEvent): Promise<void> {
    const { target: form } = event;
    const isPosted = performance.now() < postedUntil;
    if (!(form instanceof HTMLFormElement) || (signal.aborted && !isPosted)) return;
    event.preventDefault();
    event.stopPropagation();
    if (isPosted || form.getAttribute('aria-busy') === 'true') return;
    form.setAttribute('aria-busy', 'true');
    const ready = begin();
    let isKept = false;
    if (!(await Promise.race([ready, submitWait()]))) {
      const kept = keep(form, signal);
      isKept = await Promise.race([kept, ready.then((isReady) => !isReady && kept)]);
    }
    form.setAttribute('aria-busy', 'false');
    if (isKept) return;
    if (!signal.aborted) {
      postedUntil = performance.now() + POSTED_MS;
      form.submit();
    }
    // The island may have been built anew. Safari 15 has no `requestSubmit`.
    else
      root
        .querySelector('form')
        ?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  }
  root.addEventListener('submit', (event) => void hold(event), true);
  // The visitor has come back from the response.
  addEventListener('pageshow', () => (postedUntil = 0));
}

/** Whether the form was stored on this device, as the site is unreachable. */
function keep(form: HTMLFormElement, signal: AbortSignal): Promise<boolean> {
  return Promise.race([importModule<KeepModule>('keep-form'), submitWait()])
    .then((module) => module && module.keep(form, signal))
    .catch(() => false);
}

function submitWait(): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, SUBMIT_WAIT_MS, false));
}

async function prefetch(urls: readonly string[]): Promise<void> {
  if (savesData()) return;
  await loaded();
  await Promise.race([nextEvent('pointerover'), nextEvent('focusin'), nextEvent('scroll')]);
  for (const url of urls) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = url;
    document.head.append(link);
  }
}

async function loaded(): Promise<void> {
  if (document.readyState !== 'complete') await nextEvent('load');
}

function nextEvent(type: string, target: EventTarget = window): Promise<Event> {
  return new Promise((resolve) => {
    target.addEventListener(type, resolve, { once: true });
  });
}

/** Resolves when the stylesheet is there, or has failed: what scripts add has its rules only in it. */
async function styled(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('[rel=stylesheet]');
  if (performance.getEntriesByName(link?.href ?? '').length === 0)
    await Promise.race([nextEvent('load', link ?? window), loaded()]);
}

/** Loads an enhancement when the page has its styles, or when it has loaded and the element is near the viewport. */
function awaitEnhancement(element: HTMLElement, name: string): void {
  const begin = () => void startEnhancement(element, name);
  if (element.dataset.when === 'now') void styled().then(begin);
  else whenNear(element, () => void loaded().then(begin));
}

function whenNear(element: Element, act: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin: NEAR },
  );
  observer.observe(element);
}

/** Order: props, the island's HTML, marker (client/island.tsx). */
async function startIsland(root: Element, address: string): Promise<void> {
  const props: unknown = JSON.parse(root.previousElementSibling?.textContent ?? '');
  const { hydrate } = await importModule<IslandModule>(address);
  await hydrate(root, props);
  // React may have built the island anew, with fields that have scripts.
  scan();
}

async function startEnhancement(element: HTMLElement, name: string): Promise<void> {
  const { enhance } = await importModule<EnhanceModule>(name);
  enhance(element);
}

/** By the name of an enhancement, which the build has checked, or by the address of an island. */
function importModule<Module>(name: string): Promise<Module> {
  return import(MODULES[name] ?? name);
}

function start(): void {
  beginMovement();
  scan();
  document.addEventListener('daychange', scan);
  void loaded().then(() => {
    void startEnhancement(document.documentElement, 'today');
    beginOffline(
      (keptAt) =>
        void importModule<NoticeModule>('offline-notice').then(({ showNotice }) =>
          showNotice(keptAt),
        ),
    );
  });
  // A streamed page goes on growing until then.
  if (document.readyState === 'loading') {
    const observer = new MutationObserver(scan);
    observer.observe(document, { childList: true, subtree: true });
    void nextEvent('DOMContentLoaded', document).then(() => {
      observer.disconnect();
      scan();
    });
  }
}

addEventListener('error', ({ message, filename, lineno, colno }) =>
  report(message, `${filename}:${lineno}:${colno}`),
);
addEventListener('unhandledrejection', ({ reason }: { reason: unknown }) => {
  // Browsers give up the transition to a page that is slow or wants none: the page comes without it.
  if (!(reason instanceof DOMException && /transition/i.test(reason.message))) report(reason);
});

// A prerendered page must not open dialogs or load islands before the visitor opens it.
if ('prerendering' in document && document.prerendering)
  void nextEvent('prerenderingchange', document).then(start);
else start();
