import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest';
import { startIsland, type TestBrowser, type Visit } from './browser.ts';
import type { VisitOptions } from './browser-tabs.ts';
import type { ChromiumKind } from './chromium.ts';
import { sharedBrowser } from './site-in-browser.ts';
import { attachFromDisk, CAREER, fill, submit } from './form-page.ts';
import { startNetwork, type Network } from './network.ts';
import { TestProvider } from './providers/test-provider.ts';
import { startSite, type SiteOptions, type TestSite } from './site.ts';
import type { Content } from '../../shared/content.ts';

export const WAITS = '1 form not sent yet: saved on this device. It will go when you are online.';
export const SENT = '1 form was sent.';

export const notice = (page: Page) => page.locator('.offline-notice [role=status]');

export function withPhone(phone: string): (content: Content) => Content {
  return (content) => {
    const changed = structuredClone(content);
    changed.site.campuses.FARRUKHABAD.phone = phone;
    return changed;
  };
}

/** Waits until the page and its assets are cached. */
export async function untilKept(page: Page, url = page.url()): Promise<void> {
  await expect.poll(() => page.evaluate(isKept, url)).toBe(true);
}

/** Whether a page is cached. Runs in a page of its site. */
export async function isKept(address: string): Promise<boolean> {
  const { active } = (await navigator.serviceWorker.getRegistration()) ?? {};
  return active?.state === 'activated' && (await caches.match(address)) !== undefined;
}

/** Sends a form at a page that is open, with a CV if there is one; it waits on the device. */
export async function sendLater(
  page: Page,
  values: Readonly<Record<string, string>>,
  cv: Buffer | null = null,
): Promise<void> {
  await startIsland(page, 'form.form');
  await fill(page, values);
  if (cv !== null) await attachFromDisk(page, cv, 'meera.pdf');
  await submit(page);
  await expect.poll(() => notice(page).textContent()).toBe(WAITS);
}

/** All that this device still has of forms, as text. */
export const stored = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const request = indexedDB.open('waiting-forms');
        request.addEventListener('error', () => reject(request.error ?? new Error('none')));
        request.addEventListener('success', () => {
          const database = request.result;
          const all = database.transaction('waiting-forms').objectStore('waiting-forms').getAll();
          all.addEventListener('success', () => {
            database.close();
            resolve(JSON.stringify(all.result));
          });
        });
      }),
  );

/** Deletes the visited pages; the assets and the offline pages in English stay. Runs in a page. */
async function forgetPages(): Promise<void> {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      if (!/^\/(assets\/|(nekhpur\/)?Offline$)/.test(new URL(request.url).pathname))
        await cache.delete(request, { ignoreVary: true });
  }
}

const PHONE = { width: 360, height: 740, isPhone: true, expects: /net::ERR_|Failed to fetch/ };

/** A site behind a network that can be cut, with its service worker, for the tests of one file. */
export class OfflineSite {
  provider!: TestProvider;
  network!: Network;
  content!: Content;
  readonly browser: TestBrowser;
  /** Whether the browser itself was set offline, not only the network cut. */
  #isEmulated = false;

  constructor(kind: ChromiumKind = 'any') {
    this.browser = sharedBrowser(kind);
    let site: TestSite;
    beforeAll(async () => {
      this.provider = await TestProvider.start({ has: 'nothing' });
      this.network = await startNetwork();
      site = await this.#start();
      this.content = site.content;
    });
    afterAll(async () => {
      await this.network.close();
      await site.close();
    });
    beforeEach(async () => {
      this.#isEmulated = false;
      this.provider.received.length = 0;
      await this.provider.heal();
      this.network.restore();
      this.leadTo(site.url);
    });
  }

  #start(options: SiteOptions = {}): Promise<TestSite> {
    const environment = {
      SITE_URL: this.network.url,
      SERVICE_WORKER: 'on',
      ...options.environment,
    };
    return startSite({ provider: this.provider, ...options, environment });
  }

  /** Where the network leads from now on, until the test ends. */
  leadTo(url: string): void {
    this.network.leadTo(Number(new URL(url).port));
  }

  /** Another site takes its place at the network's address, until the test ends. */
  async replaceSite(options: SiteOptions = {}): Promise<TestSite> {
    const other = await this.#start(options);
    onTestFinished(() => other.stop());
    this.leadTo(other.url);
    return other;
  }

  newVisitor(options: VisitOptions = {}): Promise<Visit> {
    return this.browser.visit('about:blank', { ...PHONE, ...options });
  }

  /** A tab of visitors who save data, and so have no worker: the requests of the page are its own. */
  tab(path: string, options: VisitOptions = {}) {
    const savesData = { ...PHONE, connection: { saveData: true } };
    return this.browser.tab(this.network.url + path, { ...savesData, ...options });
  }

  /** A new visitor, whose browser has cached the page. */
  async visit(path: string): Promise<Visit> {
    const visitor = await this.newVisitor();
    await visitor.page.goto(this.network.url + path);
    await untilKept(visitor.page);
    return visitor;
  }

  /**
   * The same in the tab of a visitor who has the worker and its assets, but no other page and no form, for half of
   * the processor time. Its test sets no clock, and leaves the worker as it is.
   */
  async revisit(path: string): Promise<Awaited<ReturnType<TestBrowser['tab']>>> {
    const options = { ...PHONE, hasWorker: true };
    const visit = await this.browser.tab(`${this.network.url}/robots.txt`, options);
    await visit.page.evaluate(forgetPages);
    await visit.page.goto(this.network.url + path);
    await untilKept(visit.page);
    return visit;
  }

  /** A form that the visitor of an open page sends without a network. */
  async writeOffline(...form: Parameters<typeof sendLater>): Promise<void> {
    const [page] = form;
    await startIsland(page, 'form.form');
    await this.goOffline(page.context());
    await sendLater(...form);
  }

  async goOffline(context: BrowserContext): Promise<void> {
    this.network.cut();
    await context.setOffline(true);
    this.#isEmulated = true;
  }

  async goOnline(context: BrowserContext): Promise<void> {
    this.network.restore();
    const unaware = this.#isEmulated ? await unawareOf(context) : [];
    await context.setOffline(false);
    for (const page of unaware) await page.evaluate(() => void dispatchEvent(new Event('online')));
  }

  /** What the provider has of a kind. */
  arrivals(end: string) {
    return this.provider.received.filter(({ url }) => url.endsWith(end));
  }
}

/** Pages opened while the context is offline may not know of it, and get no `online` event. */
async function unawareOf(context: BrowserContext): Promise<Page[]> {
  const unaware: Page[] = [];
  for (const page of context.pages())
    if (await page.evaluate(() => navigator.onLine)) unaware.push(page);
  return unaware;
}

export async function expectOneCareer(site: OfflineSite, cv: Buffer): Promise<void> {
  await expect.poll(() => site.arrivals('Career').length).toBe(1);
  const [career] = site.arrivals('Career');
  expect(career?.fields).toEqual({ ...CAREER, school: 'FARRUKHABAD' });
  expect(career?.files[0]?.bytes.equals(cv)).toBe(true);
}
