import { afterEach } from 'vitest';
import type { Page } from 'playwright-core';
import { dialogsOf, startIsland } from './browser.ts';
import type { VisitOptions } from './browser-tabs.ts';
import { siteInBrowser } from './site-in-browser.ts';

export const FORM = 'form.form';

type OpenOptions = VisitOptions & {
  /** Runs before the page is opened, whose time the test sets; the form's island may not run yet. */
  prepare?: (page: Page) => Promise<unknown>;
};

/** A browser and a site without records, for the forms' tests of a file. Visits end with their test. */
export function formsInBrowser() {
  const { browser, site } = siteInBrowser({ providerHas: 'nothing' });
  afterEach(async () => {
    site.provider.received.length = 0;
    await site.provider.heal();
  });

  async function open(path: string, options: OpenOptions = {}) {
    const { prepare, ...visitOptions } = options;
    // Islands that a test does not let come.
    const expects = /island_|dynamically imported/;
    const visit =
      prepare === undefined
        ? await browser.tab(site.url + path, visitOptions)
        : await browser.tab(`${site.url}/robots.txt`, { ...visitOptions, hasClock: true, expects });
    const { page } = visit;
    /** Addresses. */
    const posts: string[] = [];
    const dialogs = dialogsOf(page);
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    if (prepare !== undefined) {
      await prepare(page);
      await page.goto(site.url + path);
    } else if (options.javaScript !== false) await startIsland(page, FORM);
    return { ...visit, posts, dialogs };
  }

  return { site, open };
}
