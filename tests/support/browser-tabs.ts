import type { Browser, BrowserContext, Page } from 'playwright-core';
import { SOON } from './effort.ts';

export type VisitOptions = {
  javaScript?: boolean;
  width?: number;
  height?: number;
  /** True unless the test is about movement, which costs nearly half of a visit to a home page. */
  reducedMotion?: boolean;
  dark?: boolean;
  /** A phone: fingers, and nothing that hovers. */
  isPhone?: boolean;
  /** What the browser says of its connection. */
  connection?: { saveData?: boolean; effectiveType?: string };
  /** The time of its pages is what the test says (`page.clock`); it runs until then. */
  hasClock?: boolean;
  /** Its service worker, and what that has cached, stay for the next test. */
  hasWorker?: boolean;
  /** Lines of the console that the test expects. */
  expects?: RegExp | undefined;
};

const spent = new WeakSet<Page>();

/** Whether a test has added a script for all pages of the tab, which the next test would have too. */
export const isSpent = (tab: Page) => spent.has(tab);

export async function newTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const addInitScript = page.addInitScript.bind(page);
  page.addInitScript = (...script) => {
    spent.add(page);
    return addInitScript(...script);
  };
  return page;
}

const sizeOf = ({ width = 1280, height = 800 }: VisitOptions) => ({ width, height });

function mediaOf({ reducedMotion = true, dark = false }: VisitOptions) {
  return {
    reducedMotion: reducedMotion ? ('reduce' as const) : ('no-preference' as const),
    colorScheme: dark ? ('dark' as const) : ('light' as const),
  };
}

export async function newContext(browser: Browser, options: VisitOptions): Promise<BrowserContext> {
  const { isPhone = false, connection } = options;
  const context = await browser.newContext({
    javaScriptEnabled: options.javaScript ?? true,
    isMobile: isPhone,
    hasTouch: isPhone,
    viewport: sizeOf(options),
    ...mediaOf(options),
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
  });
  if (connection !== undefined)
    await context.addInitScript(
      (value) => void Object.defineProperty(navigator, 'connection', { value }),
      connection,
    );
  if (options.hasClock ?? false) await context.clock.install();
  context.setDefaultTimeout(SOON.timeout);
  // A page has loaded when all of its pictures are made, which may take a busy machine as long as a test has.
  context.setDefaultNavigationTimeout(0);
  return context;
}

/** Leaves what the test before has opened in a tab, and resets what it has stored and set. */
export async function clearTab(page: Page, origin: string, options: VisitOptions): Promise<void> {
  // A page stores things as it is left. This one has no script, and keeps the renderer's process.
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(() => {
    sessionStorage.clear();
    window.name = '';
  });
  const session = await page.context().newCDPSession(page);
  const storageTypes = (options.hasWorker ?? false) ? 'cookies,indexeddb,local_storage' : 'all';
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await session.send('Page.resetNavigationHistory');
  await session.detach();
  await page.setViewportSize(sizeOf(options));
  await page.emulateMedia({ media: null, forcedColors: null, contrast: null, ...mediaOf(options) });
  await page.mouse.up();
  await page.mouse.move(-1, -1);
  if (options.hasClock ?? false) {
    await page.clock.setSystemTime(Date.now());
    await page.clock.resume();
  }
}
