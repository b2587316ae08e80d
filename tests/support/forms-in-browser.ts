import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Page } from 'playwright-core';
import { startIsland, type Visit, type VisitOptions } from './browser.ts';
import { sharedBrowser } from './site-in-browser.ts';
import type { ChromiumKind } from './chromium.ts';
import { startTestProvider, type TestProvider } from './providers/test-provider.ts';
import { startSite, type TestSite } from './site.ts';

export const FORM = 'form.form';

export type FormVisit = Visit & {
  /** Addresses of posts, and texts of dialogs. */
  posts: string[];
  dialogs: string[];
};

type OpenOptions = VisitOptions & {
  /** Runs before the page is opened; the form's island may not run yet. */
  prepare?: (page: Page) => Promise<unknown>;
};

/** A browser and a site without records, for the forms' tests of a file. Visits end with their test. */
export function formsInBrowser(kind: ChromiumKind = 'any') {
  const browser = sharedBrowser(kind);
  const forms = {} as { provider: TestProvider; site: TestSite };
  beforeAll(async () => {
    forms.provider = await startTestProvider({ has: 'nothing' });
    forms.site = await startSite({ provider: forms.provider });
  });
  afterEach(async () => {
    forms.provider.received.length = 0;
    await forms.provider.heal();
  });
  afterAll(() => forms.site.close());

  async function open(path: string, options: OpenOptions = {}): Promise<FormVisit> {
    const { prepare, ...visitOptions } = options;
    // Islands that a test does not let come.
    const expects = /island_|dynamically imported/;
    const visit = await browser.visit('about:blank', {
      ...visitOptions,
      expects: prepare && expects,
    });
    const { page } = visit;
    const posts: string[] = [];
    const dialogs: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await prepare?.(page);
    await page.goto(`${forms.site.url}${path}`);
    if (options.javaScript !== false && prepare === undefined) await startIsland(page, FORM);
    return { ...visit, posts, dialogs };
  }

  return Object.assign(forms, { browser, open });
}
