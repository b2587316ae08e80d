import { afterAll, beforeAll } from 'vitest';
import { openBrowser, type TestBrowser } from './browser.ts';
import type { ChromiumKind } from './chromium.ts';
import { startSite, type SiteOptions, type TestSite } from './site.ts';

/** A browser and a site for all tests of a file, or of a `describe`; there from `beforeAll` on. */
export function siteInBrowser(
  options: SiteOptions = {},
  kind: ChromiumKind = 'any',
): { browser: TestBrowser; site: TestSite } {
  const browser = {} as TestBrowser;
  const site = {} as TestSite;
  beforeAll(async () => {
    const [opened, started] = await Promise.all([openBrowser(kind), startSite(options)]);
    Object.assign(browser, opened);
    Object.assign(site, started);
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });
  return { browser, site };
}
