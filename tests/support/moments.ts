import type { Page, Request, Route } from 'playwright-core';

/** A moment between two steps of a page, which a test holds open. */
type Moment = {
  /** Resolves when the page has come to it. */
  reached: Promise<void>;
  /** Lets the page go on. */
  release: () => Promise<void>;
};

/** A moment of the server: whatever calls `wait` is held until `release`. */
export function holdMoment() {
  const [reached, released] = [createSignal(), createSignal()];
  function wait(): Promise<void> {
    reached.resolve();
    return released.promise;
  }
  return { wait, reached: reached.promise, release: released.resolve };
}

/**
 * Holds what a page requests, before it reaches the site.
 *
 * @param held an address with `*`, or which requests.
 */
export async function holdRequest(
  page: Page,
  held: string | ((request: Request) => boolean),
  respond = (route: Route) => route.continue(),
): Promise<Moment> {
  const { wait, reached, release } = holdMoment();
  await page.route(typeof held === 'string' ? held : '**/*', async (route) => {
    if (typeof held !== 'string' && !held(route.request())) return route.fallback();
    await wait();
    // The page may be gone.
    await respond(route).catch(() => undefined);
  });
  return { reached, release: async () => release() };
}

/** Opens a page whose stylesheet arrives when the result is called: the parser waits for it at the page's end. */
export async function openUnstyled(page: Page, url: string): Promise<Moment['release']> {
  const { release } = await holdRequest(page, '**/assets/site-*.css');
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('body > link[rel=stylesheet]').waitFor({ state: 'attached' });
  return release;
}

/** Holds a page where its next transaction with IndexedDB has ended, and its code does not know yet. */
export async function holdTransaction(page: Page): Promise<Moment> {
  const moment = await page.evaluateHandle(() => {
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its transaction
    const own = IDBTransaction.prototype.addEventListener;
    let release = (): void => undefined;
    let reach = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const reached = new Promise<void>((resolve) => (reach = resolve));
    IDBTransaction.prototype.addEventListener = function addHeld(
      this: IDBTransaction,
      type: string,
      listener: EventListenerOrEventListenerObject,
    ) {
      if (type !== 'complete' || typeof listener !== 'function')
        return own.call(this, type, listener);
      IDBTransaction.prototype.addEventListener = own;
      own.call(this, type, (event) => {
        reach();
        void released.then(() => listener(event));
      });
    };
    return { release, reached };
  });
  return {
    reached: moment.evaluate(({ reached }) => reached),
    release: () => moment.evaluate(({ release }) => release()),
  };
}

function createSignal() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
