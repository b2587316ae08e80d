import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Page } from 'playwright-core';
import {
  openBrowser,
  startIsland,
  type TestBrowser,
  type Visit,
  type VisitOptions,
} from './browser.ts';
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
  const forms = {} as { provider: TestProvider; site: TestSite; browser: TestBrowser };
  const visits: Visit[] = [];
  beforeAll(async () => {
    forms.provider = await startTestProvider({ has: 'nothing' });
    forms.site = await startSite({ provider: forms.provider });
    forms.browser = await openBrowser(kind);
  });
  afterEach(async () => {
    for (const visit of visits.splice(0)) await visit.close();
    forms.provider.received.length = 0;
    await forms.provider.heal();
  });
  afterAll(async () => {
    await forms.browser.close();
    await forms.site.close();
  });

  async function open(path: string, options: OpenOptions = {}): Promise<FormVisit> {
    const { prepare, ...visitOptions } = options;
    const visit = await forms.browser.visit('about:blank', visitOptions);
    visits.push(visit);
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

  return Object.assign(forms, { open });
}
