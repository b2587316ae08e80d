import type { Page } from 'playwright-core';
import { openBrowser, type Visit } from './browser.ts';
import { withoutFeatures, type Feature } from './old-browser.ts';
import { KEYS, type Engine, type EngineVisit } from './webdriver.ts';

/** Playwright's names of the keys without a character. */
const KEY_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(KEYS).map(([name, value]) => [value, name]),
);

/** The browser's own line about each request that no network takes. */
const WITHOUT_NETWORK = /net::ERR_(?:CONNECTION_|EMPTY_RESPONSE|FAILED|INTERNET_)|Failed to fetch/;

/** The run's Chromium, driven as the other engines are; one that is older lacks a feature. */
export async function openChromium(missing: readonly Feature[] = []): Promise<Engine> {
  const browser = await openBrowser();
  return {
    async visit({ javaScript }) {
      const visit = await browser.visit('about:blank', { javaScript });
      if (missing.length > 0) await withoutFeatures(visit.context, missing);
      return driveVisit(visit, javaScript && missing.length === 0);
    },
    close: () => browser.close(),
  };
}

/**
 * A visit of Playwright's, with the commands of the other engines. What its console has fails it when it
 * closes, if that `isWatched`: without scripts it has only the statuses of responses.
 */
function driveVisit({ page, errors, close }: Visit, isWatched: boolean): EngineVisit {
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    // Playwright's own types do not follow a function's arguments one by one.
    evaluate: (run, ...args) => page.evaluate(`(${String(run)})(...${JSON.stringify(args)})`),
    click: (selector) => page.locator(selector).first().click(),
    type: (text) => typeKeys(page, text),
    attach: (selector, path) => page.locator(selector).setInputFiles(path),
    resize: (width, height) => page.setViewportSize({ width, height }),
    print: () => page.pdf(),
    async close() {
      await close();
      const own = errors.filter((error) => !WITHOUT_NETWORK.test(error));
      if (isWatched && own.length > 0) throw new Error(own.join('\n'));
    },
  };
}

async function typeKeys({ keyboard }: Page, text: string): Promise<void> {
  for (const character of text) await keyboard.press(KEY_NAMES.get(character) ?? character);
}
