import { savesData } from './parts/saves-data.ts';

/** `{ name: address }` of the built islands and enhancements; filled in by the build. */
declare const MODULES: Readonly<Record<string, string>>;

/** How near the viewport a part is when its module is fetched, as an IntersectionObserver margin. */
const NEAR = '300px';

type IslandModule = { hydrate: (root: Element, props: unknown) => void };
type EnhanceModule = { enhance: (element: HTMLElement) => void };

const seen = new WeakSet<Element>();

/** Finds the islands and enhancements that the page holds by now. */
function scan(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-island],[data-enhance]')) {
    if (seen.has(element)) continue;
    seen.add(element);
    const { island, enhance } = element.dataset;
    if (island !== undefined) awaitIsland(element, island);
    else if (enhance !== undefined) awaitEnhancement(element, enhance);
  }
}

/**
 * An island's modules are fetched when it is near and the page has loaded, so that they are there when
 * its form is touched; only then do they run. Most visitors read, and React would hold up their phone.
 */
function awaitIsland(marker: HTMLElement, name: string): void {
  const root = marker.previousElementSibling;
  if (root === null) throw new Error(`island ${name}: no HTML before its marker`);
  whenNear(root, () => void prefetch(marker.dataset.modules?.split(' ') ?? []));
  const controller = new AbortController();
  const { signal } = controller;
  const begin = (): void => {
    controller.abort();
    void startIsland(root, name);
  };
  for (const type of ['pointerover', 'focusin', 'input']) {
    root.addEventListener(
      type,
      ({ target }) => target instanceof Element && target.closest('form') && begin(),
      { signal },
    );
  }
  // After a reload, steps back lead to addresses that an earlier start of the island made.
  addEventListener('popstate', begin, { signal });
}

async function prefetch(urls: readonly string[]): Promise<void> {
  if (savesData()) return;
  if (document.readyState !== 'complete')
    await new Promise((resolve) => {
      addEventListener('load', resolve, { once: true });
    });
  for (const url of urls) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = url;
    document.head.append(link);
  }
}

/** Loads an enhancement now, or as soon as its element is near the viewport or touched. */
function awaitEnhancement(element: HTMLElement, name: string): void {
  if (element.dataset.when === 'now') {
    void startEnhancement(element, name);
    return;
  }
  const controller = new AbortController();
  const begin = (): void => {
    if (controller.signal.aborted) return;
    controller.abort();
    void startEnhancement(element, name);
  };
  whenNear(element, begin);
  for (const type of ['pointerover', 'focusin'])
    element.addEventListener(type, begin, { signal: controller.signal });
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

/** The marker stands after the island's HTML, and its props before that (client/island.tsx). */
async function startIsland(root: Element, name: string): Promise<void> {
  const props = root.previousElementSibling?.textContent;
  if (!props) throw new Error(`island ${name}: no props before its HTML`);
  const module = (await import(addressOf(name))) as IslandModule;
  module.hydrate(root, JSON.parse(props));
}

async function startEnhancement(element: HTMLElement, name: string): Promise<void> {
  const module = (await import(addressOf(name))) as EnhanceModule;
  module.enhance(element);
}

function addressOf(name: string): string {
  const address = MODULES[name];
  if (address === undefined) throw new Error(`no module ${name} in the build`);
  return address;
}

function start(): void {
  scan();
  // A streamed page goes on growing until then.
  if (document.readyState === 'loading') {
    const observer = new MutationObserver(scan);
    observer.observe(document, { childList: true, subtree: true });
    document.addEventListener('DOMContentLoaded', () => {
      observer.disconnect();
      scan();
    });
  }
}

// A prerendered page that nobody has opened yet must not open dialogs or load islands.
if ('prerendering' in document && document.prerendering)
  document.addEventListener('prerenderingchange', start, { once: true });
else start();
