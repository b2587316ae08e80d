import { afterAll, beforeAll } from 'vitest';
import { openBrowser, type TestBrowser, type Visit } from './browser.ts';
import type { VisitOptions } from './browser-tabs.ts';
import type { ChromiumKind } from './chromium.ts';
import { sharedSite, type SiteOptions, type TestSite } from './site.ts';

/** The browser of all tests of a file, or of a `describe`; there from `beforeAll` on. */
export function sharedBrowser(kind: ChromiumKind = 'any'): TestBrowser {
  const browser = {} as TestBrowser;
  beforeAll(async () => void Object.assign(browser, await openBrowser(kind)));
  afterAll(() => browser.closeTabs());
  return browser;
}

/** A page has loaded when its pictures are made, a quarter of a second each: a run makes each once. */
export function siteInBrowser(
  options: SiteOptions = {},
  kind: ChromiumKind = 'any',
): { browser: TestBrowser; site: TestSite } {
  return { site: sharedSite({ sharesPictures: true, ...options }), browser: sharedBrowser(kind) };
}

/** One visitor of all tests of a `describe`: a new one for each would double the time. */
export function sharedVisit(browser: TestBrowser, options: VisitOptions): Visit {
  const visit = {} as Visit;
  beforeAll(async () => void Object.assign(visit, await browser.open('about:blank', options)));
  afterAll(() => visit.close());
  return visit;
}
