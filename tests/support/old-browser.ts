import type { BrowserContext } from 'playwright-core';

/** What an older browser does not have. */
export type Feature = {
  name: string;
  /** Takes its interfaces away; runs in each page before the page's own scripts. An arrow function, as its text is sent. */
  script: () => void;
  /** Makes what pages, styles and scripts say of it unknown. */
  rename: (source: string) => string;
  /** Comes before all styles, where the browser's own styles cannot be taken away. */
  styles: string;
};

export const POPOVER: Feature = {
  name: 'popover',
  script: () => {
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
      Reflect.deleteProperty(HTMLElement.prototype, name);
  },
  // A browser acts on its own attributes whatever scripts see: the site's take names that it does not know.
  rename: (source) =>
    source
      .replaceAll(':popover-open', ':unknown-open')
      .replaceAll(/popovertarget/gi, 'data-unknown-target')
      .replaceAll('[popover]', '[data-unknown]')
      .replaceAll('removeAttribute("popover")', 'removeAttribute("data-unknown")')
      .replaceAll(' popover="', ' data-unknown="')
      // A browser without popovers has no `toggle` events of dialogs either, which this one still has.
      .replaceAll('"toggle"', '"unknown-toggle"'),
  styles: '',
};

/** Of browsers without popovers, the oldest have none of these either. */
export const DIALOG_AND_LATER: Feature = {
  name: 'dialog, :has, scroll snap, view transitions, speculation rules, container queries',
  script: () => {
    for (const name of ['show', 'showModal', 'close', 'open', 'returnValue'])
      Reflect.deleteProperty(HTMLDialogElement.prototype, name);
    Reflect.deleteProperty(Document.prototype, 'startViewTransition');
    Reflect.deleteProperty(HTMLScriptElement, 'supports');
    for (const name of ['HTMLDialogElement', 'ViewTransition', 'PageRevealEvent', 'PageSwapEvent'])
      Reflect.deleteProperty(globalThis, name);
  },
  rename: (source) =>
    source
      .replaceAll('::backdrop', '::unknown-backdrop')
      .replaceAll(':has(', ':unknown-has(')
      .replaceAll('scroll-snap-', 'unknown-snap-')
      .replaceAll('@view-transition', '@unknown-transition')
      .replaceAll('view-transition-name', 'unknown-transition-name')
      .replaceAll('@container', '@unknown-container')
      .replaceAll(/container-(?:type|name):/g, 'unknown-container:')
      .replaceAll(/(\d)cq(?:w|h|i|b|min|max)\b/g, '$1unknown'),
  styles:
    ':where(dialog:not([popover])){display:inline;position:static;margin:0;border:0;padding:0}',
};

const RENAMED = new Set(['document', 'stylesheet', 'script']);

/** Lets all pages of a context be as in a browser without these features. */
export async function withoutFeatures(
  context: BrowserContext,
  features: readonly Feature[],
): Promise<void> {
  const styles = features.map((feature) => feature.styles).join('');
  const rename = (source: string) =>
    features.reduce((renamed, feature) => feature.rename(renamed), source);
  // It would fetch past the route below.
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  for (const { script } of features) await context.addInitScript(script);
  // Not the files of Chromium's own PDF viewer.
  await context.route(/^https?:/, async (route) => {
    const request = route.request();
    const type = request.resourceType();
    if (request.method() !== 'GET' || !RENAMED.has(type)) return route.fallback();
    // The site may close a connection in the moment in which it is used again; browsers open another.
    const response = await route.fetch({ maxRedirects: 0, maxRetries: 5 });
    const headers = response.headers();
    delete headers['speculation-rules'];
    // It has the hash of the page's styles as they were.
    delete headers['content-security-policy'];
    if (!/html|css|javascript/.test(headers['content-type'] ?? ''))
      return route.fulfill({ response, headers });
    const source = rename(await response.text());
    const body = type === 'stylesheet' ? styles + source : source;
    return route.fulfill({ response, headers, body });
  });
}
