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
    const { island, enhance, when } = element.dataset;
    if (island !== undefined)
      whenWanted(
        element.previousElementSibling ?? element,
        when,
        () => void startIsland(element, island),
      );
    else if (enhance !== undefined)
      whenWanted(element, when, () => void startEnhancement(element, enhance));
  }
}

/** Calls `load` once: now, or as soon as the element is near the viewport or touched. */
function whenWanted(element: Element, when: string | undefined, load: () => void): void {
  if (when === 'now') {
    load();
    return;
  }
  const controller = new AbortController();
  const observer = new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && once(),
    { rootMargin: NEAR },
  );
  function once(): void {
    controller.abort();
    observer.disconnect();
    load();
  }
  observer.observe(element);
  for (const type of ['pointerover', 'touchstart', 'focusin']) {
    element.addEventListener(type, once, { signal: controller.signal, passive: true });
  }
}

/** The marker stands after the island's HTML, and its props before that (client/island.tsx). */
async function startIsland(marker: Element, name: string): Promise<void> {
  const root = marker.previousElementSibling;
  const props = root?.previousElementSibling?.textContent;
  if (!root || !props) throw new Error(`island ${name}: no HTML or no props before its marker`);
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
