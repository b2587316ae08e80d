import type { Page } from 'playwright-core';
import { openBrowser, type Visit } from './browser.ts';
import { withoutFeatures, type Feature } from './old-browser.ts';
import { KEYS, type Engine, type EngineVisit } from './webdriver.ts';

/** Playwright's names of the keys without a character. */
const KEY_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(KEYS).map(([name, value]) => [value, name]),
);

/** The process's Chromium without some features, as an older one, driven as the other engines are. */
export async function openChromium(missing: readonly Feature[]): Promise<Engine> {
  const browser = await openBrowser();
  return {
    async visit({ javaScript }) {
      const visit = await browser.open('about:blank', { javaScript });
      await withoutFeatures(visit.context, missing);
      return driveVisit(visit);
    },
    // It ends with the process.
    close: async () => {},
  };
}

/** A visit of Playwright's, with the commands of the other engines. */
function driveVisit({ page, close }: Visit): EngineVisit {
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    // Playwright's own types do not follow a function's arguments one by one.
    evaluate: (run, ...args) => page.evaluate(`(${String(run)})(...${JSON.stringify(args)})`),
    click: (selector) => page.locator(selector).first().click(),
    type: (text) => typeKeys(page, text),
    attach: (selector, path) => page.locator(selector).setInputFiles(path),
    resize: (width, height) => page.setViewportSize({ width, height }),
    print: () => page.pdf(),
    close,
  };
}

async function typeKeys({ keyboard }: Page, text: string): Promise<void> {
  for (const character of text) await keyboard.press(KEY_NAMES.get(character) ?? character);
}
