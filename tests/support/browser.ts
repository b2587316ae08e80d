import {
  chromium,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from 'playwright-core';
import { expect, onTestFinished, vi } from 'vitest';
import { clearTab, isSpent, newContext, newTab, type VisitOptions } from './browser-tabs.ts';
import { chromiumOptions, type ChromiumKind } from './chromium.ts';
import { SOON } from './effort.ts';

export type TestBrowser = Awaited<ReturnType<typeof openBrowser>>;
export type Visit = Awaited<ReturnType<TestBrowser['open']>>;

/** Those of this process, which end with it: files of tests share them, as each visit is a context of its own. */
const browsers = new Map<ChromiumKind, Promise<Browser>>();

function startBrowser(kind: ChromiumKind): Promise<Browser> {
  const started = browsers.get(kind) ?? chromium.launch(chromiumOptions(kind));
  browsers.set(kind, started);
  return started;
}

/** @param kind `full` is for tests that look at PDFs, or at pages that are kept for "back". */
export async function openBrowser(kind: ChromiumKind = 'any') {
  const browser = await startBrowser(kind);
  /** Those of `tab`, by its options. */
  const contexts = new Map<string, Promise<BrowserContext>>();
  const idleTabs = new Map<string, Page>();

  /** A visitor of several tests. */
  async function open(url: string, options: VisitOptions = {}) {
    const context = await newContext(browser, options);
    const visit = await watch(await context.newPage(), url, options);
    const close = async () => {
      await endRoutes([context, ...context.pages()]);
      await context.close();
      visit.expectNoErrors();
    };
    return { ...visit, context, close };
  }

  return {
    open,
    /** A new visitor, who opens an address. The test closes it. */
    async visit(url: string, options: VisitOptions = {}) {
      const visit = await open(url, options);
      onTestFinished(visit.close);
      return visit;
    },
    /**
     * The tab of all tests with these options, whatever their size, with nothing stored; a second one of the same
     * test is new. What an earlier test has fetched and compiled is cached, which saves two thirds of a visit. A
     * clock stays with its context, so a test that sets one has the option `hasClock`, or a visitor of its own.
     */
    async tab(url: string, options: VisitOptions = {}) {
      const key = JSON.stringify({
        ...options,
        width: undefined,
        height: undefined,
        expects: undefined,
      });
      const started = contexts.get(key) ?? newContext(browser, options);
      contexts.set(key, started);
      const context = await started;
      await context.setOffline(false);
      const idle = idleTabs.get(key);
      idleTabs.delete(key);
      const page = idle ?? (await newTab(context));
      await clearTab(page, new URL(url).origin, options);
      const visit = await watch(page, url, options);
      onTestFinished(async ({ task }) => {
        await endRoutes([context, ...context.pages()]);
        const isReused = task.result?.state !== 'fail' && !page.isClosed() && !isSpent(page);
        for (const each of context.pages()) if (each !== page || !isReused) await each.close();
        visit.expectNoErrors();
        page.removeAllListeners();
        if (!isReused) return;
        // What moves would go on.
        await page.emulateMedia({ reducedMotion: 'reduce' });
        idleTabs.set(key, page);
      });
      return { ...visit, context };
    },
    async closeTabs() {
      for (const context of contexts.values()) await (await context).close();
    },
  };
}

/** Opens an address, and notes the errors of the page. */
async function watch(page: Page, url: string, { javaScript = true, expects }: VisitOptions) {
  /** Console errors and warnings, page errors, CSP violations. */
  const errors: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      errors.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', ({ message }) => {
    // A page was left before the transition to it ended: no error, nor one for the site (client/entry.ts).
    if (!/^Transition was (?:skipped|aborted)/.test(message)) errors.push(`pageerror: ${message}`);
  });
  // A tab that was cleared is there already, and a new one at about:blank.
  if (page.url() !== url) await page.goto(url, { waitUntil: 'load' });
  // Playwright's own way to wait loads a large script into each page.
  if (javaScript)
    await vi.waitFor(async () => expect(await page.evaluate(isRevealed)).toBe(true), SOON);
  const isExpected = (error: string) => FAILED_REQUEST.test(error) || expects?.test(error) === true;
  /** Fails if the page had errors that the visit does not expect. */
  const expectNoErrors = () => expect(errors.filter((error) => !isExpected(error))).toEqual([]);
  return { page, errors, expectNoErrors };
}

/** Browsers log each request that fails, which is an error of the page only where it is an asset's. */
const FAILED_REQUEST = /^error: Failed to load resource: (?!.*\/assets\/)/;

/** What a streamed page brought last is put in its place by a script, in a frame after it has loaded. Runs in the page. */
function isRevealed(): boolean {
  return document.querySelector('template[id^="B:"], div[hidden][id^="S:"]') === null;
}

/** A pending request to a route of a test may be aborted with its page. */
async function endRoutes(held: readonly (BrowserContext | Page)[]): Promise<void> {
  for (const routes of held) await routes.unrouteAll({ behavior: 'ignoreErrors' });
}

/** A Chromium of one's own with a profile that outlives it: closing it is closing the browser. */
export async function openProfile(folder: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, chromiumOptions('any'));
  context.setDefaultTimeout(SOON.timeout);
  return context;
}

/** Touches a form, as its island starts only then, and waits until React has taken it over. */
export async function startIsland(page: Page, form: string): Promise<void> {
  // What is touched before the page's script has come is not heard.
  await expect
    .poll(async () => {
      await page.mouse.move(0, 0);
      await page.locator(form).hover();
      return page.evaluate(isHydrated, form);
    })
    .toBe(true);
}

/** React marks the elements that it has taken over. Runs in the page. */
export function isHydrated(form: string): boolean {
  const element = document.querySelector(form);
  return element !== null && Object.keys(element).some((key) => key.startsWith('__react'));
}

/**
 * Rests the pointer on what a script enhances and waits until its module has run there: what is clicked
 * before does what it does without a script.
 *
 * @param module the file of client/scripts.
 */
export async function untilEnhanced(part: Locator, module: string): Promise<void> {
  await part.hover();
  await untilModuleRan(part.page(), module);
}

/** Waits until the page has run a module of client/scripts that it requests by itself. */
export async function untilModuleRan(page: Page, module: string): Promise<void> {
  const address = await page.waitForFunction(
    (start) =>
      performance
        .getEntriesByType('resource')
        .find(({ name }) => name.includes(start) && name.endsWith('.js'))?.name,
    `/assets/${module}-`,
  );
  // As text, for the test runner would rewrite an import. It resolves after the page's own, which is older.
  await page.evaluate(`import(${JSON.stringify(await address.jsonValue())})`);
}

/** Those of the keys with which a click on a link is left to the browser. */
export function keysLeft(link: Locator, keys = 'ctrlKey metaKey shiftKey'): Promise<string> {
  return link.evaluate((element, all) => {
    // Without it nothing is opened.
    const href = element.getAttribute('href') ?? '';
    element.removeAttribute('href');
    const click = { bubbles: true, cancelable: true };
    const isLeft = (key: string) =>
      element.dispatchEvent(new MouseEvent('click', { ...click, [key]: true }));
    const left = all.split(' ').filter(isLeft).join(' ');
    element.setAttribute('href', href);
    return left;
  }, keys);
}

/** Waits until a photograph has opened over the page and handles keys: its neighbours load at that moment. */
export async function untilPhotoOpen(page: Page): Promise<void> {
  const beside = page.locator('.pswp__item[aria-hidden=true] .pswp__zoom-wrap');
  await beside.first().waitFor({ state: 'attached' });
}

export function cardTitles(page: Page): Promise<string[]> {
  return page.locator('.cards .card-title').allTextContents();
}

/** Closes the photograph over the page: while it is still opening, the library ignores keys. */
export async function closePhoto(page: Page): Promise<void> {
  const escape = async () => {
    await page.keyboard.press('Escape');
    return page.getByRole('dialog').count();
  };
  await expect.poll(escape).toBe(0);
}

/** The texts of the page's own dialogs, which are dismissed. */
export function dialogsOf(page: Page): string[] {
  const texts: string[] = [];
  page.on('dialog', (dialog) => {
    texts.push(dialog.message());
    void dialog.dismiss();
  });
  return texts;
}

/** A storage is blocked from the next page on. */
export function blockStorage(page: Page, name: 'localStorage' | 'sessionStorage'): Promise<object> {
  return page.addInitScript((blocked) => {
    const get = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    Object.defineProperty(window, blocked, { get });
  }, name);
}

/** Closes the dialogs that open by themselves on a page that was just opened, one after the other. */
export async function closePopups(page: Page): Promise<void> {
  if ((await page.locator('[data-popup-item]').count()) === 0) return;
  await page.locator('dialog.popup[open]').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog.popup').waitFor({ state: 'detached' });
}
