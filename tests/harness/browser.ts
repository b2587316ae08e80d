import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { chromiumOptions, type ChromiumKind } from './chromium.ts';
import { SOON } from './soon.ts';

export type VisitOptions = {
  javaScript?: boolean;
  width?: number;
  height?: number;
  reducedMotion?: boolean;
  dark?: boolean;
  /** A phone: fingers, and nothing that hovers. */
  isPhone?: boolean;
};

export type Visit = {
  page: Page;
  context: BrowserContext;
  /** Console errors and warnings, page errors, CSP violations: a test ends with none. */
  faults: string[];
  close: () => Promise<void>;
};

export type TestBrowser = {
  /** A new visitor, who opens an address. */
  visit(url: string, options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
};

/**
 * The run's Chromium (browser-setup.ts), for the tests of one file.
 *
 * @param kind `full` starts another one for tests that look at PDFs, or at pages that are kept for "back".
 */
export async function openBrowser(kind: ChromiumKind = 'any'): Promise<TestBrowser> {
  const browser: Browser =
    kind === 'any'
      ? await chromium.connect(inject('chromium'))
      : await chromium.launch(chromiumOptions(kind));
  return {
    async visit(
      url,
      {
        javaScript = true,
        width = 1280,
        height = 800,
        reducedMotion = false,
        dark = false,
        isPhone = false,
      } = {},
    ) {
      const context = await browser.newContext({
        javaScriptEnabled: javaScript,
        isMobile: isPhone,
        hasTouch: isPhone,
        viewport: { width, height },
        reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
        colorScheme: dark ? 'dark' : 'light',
        locale: 'en-IN',
        timezoneId: 'Asia/Kolkata',
      });
      context.setDefaultTimeout(SOON.timeout);
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          faults.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => faults.push(`pageerror: ${error.message}`));
      await page.goto(url, { waitUntil: 'load' });
      return { page, context, faults, close: () => context.close() };
    },
    close: () => browser.close(),
  };
}

/** A Chromium of one's own with a profile that outlives it: closing it is closing the browser. */
export async function openProfile(folder: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, chromiumOptions('any'));
  context.setDefaultTimeout(SOON.timeout);
  return context;
}

/** Touches a form, as its island starts only then, and waits until React has taken it over. */
export async function startIsland(page: Page, form: string): Promise<void> {
  await page.locator(form).hover();
  await page.waitForFunction(isHydrated, form);
}

/** React marks the elements that it has taken over. Runs in the page. */
export function isHydrated(form: string): boolean {
  const element = document.querySelector(form);
  return element !== null && Object.keys(element).some((key) => key.startsWith('__react'));
}
