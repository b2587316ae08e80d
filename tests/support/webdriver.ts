import { setTimeout } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { SOON } from './effort.ts';

/** W3C WebDriver over HTTP (https://www.w3.org/TR/webdriver2/), as far as the tests need it. */

/** A key that has no character, by its WebDriver code point. */
export const KEYS = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  ArrowRight: '\uE014',
} as const;

/** A visitor's window in one of the engines. */
export type EngineVisit = {
  /** Opens an address and waits for its load event. */
  open(url: string): Promise<void>;
  /** Runs a function in the page, with JSON arguments; resolves to its JSON result, a promise's as well. */
  evaluate<Result, Args extends readonly unknown[]>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>;
  /** Clicks the middle of the first element of a selector, after scrolling it into view. */
  click(selector: string): Promise<void>;
  /** Types into what has the focus; `KEYS` has the keys without a character. */
  type(text: string): Promise<void>;
  /** Chooses a file of this machine in the field of a selector. */
  attach(selector: string, path: string): Promise<void>;
  /** Sets the viewport, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** The page on paper, as PDF; null where the driver cannot print. */
  print(): Promise<Buffer | null>;
  close(): Promise<void>;
};

export type EngineVisitOptions = { javaScript: boolean };

/** A browser that tests have started. */
export type Engine = {
  /** A visitor without cookies or storage of another; one at a time. */
  visit(options: EngineVisitOptions): Promise<EngineVisit>;
  close(): Promise<void>;
};

/** The keyboard's part in a list of actions. */
export function keyActions(text: string): object[] {
  const actions = Array.from(text, (value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]).flat();
  return [{ type: 'key', id: 'keyboard', actions }];
}

/** The member that marks an element reference in WebDriver's JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Drivers do not wait for what is loading, moves into place or belongs to the page before. */
export const untilThere = <Result>(act: () => Promise<Result>): Promise<Result> =>
  vi.waitFor(act, SOON);

/**
 * Scrolls the first element of a selector to the middle of the viewport, and waits until it stays there.
 * @throws Error when the page has none.
 */
export async function untilStill(
  evaluate: EngineVisit['evaluate'],
  selector: string,
): Promise<void> {
  let before = '';
  for (;;) {
    const place = await evaluate((wanted: string) => {
      const element = document.querySelector(wanted);
      element?.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = element?.getBoundingClientRect() ?? {};
      return element === null ? null : [left, top, width, height].join(' ');
    }, selector);
    if (place === null) throw new Error(`the page has no ${selector}`);
    if (place === before) return;
    before = place;
    await setTimeout(50);
  }
}

/**
 * Starts a session at a driver's address.
 * @throws Error with the driver's own text when it refuses a command.
 */
export async function openSession(driverUrl: string): Promise<EngineVisit> {
  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(driverUrl + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }

  const { sessionId } = (await send('POST', '/session', { capabilities: {} })) as {
    sessionId: string;
  };
  const session = `/session/${sessionId}`;
  const post = async (command: string, body: object = {}) =>
    send('POST', `${session}/${command}`, body);

  async function evaluate<Result, Args extends readonly unknown[]>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    const script = `return (${String(run)}).apply(null, arguments)`;
    // The page's JSON is what the function returns.
    return (await post('execute/sync', { script, args })) as Awaited<Result>;
  }

  async function elementOf(selector: string): Promise<string> {
    const found = await post('element', { using: 'css selector', value: selector });
    return (found as Record<string, string>)[ELEMENT] ?? '';
  }

  return {
    open: async (url) => void (await post('url', { url })),
    evaluate,
    click: async (selector) =>
      untilThere(async () => {
        await untilStill(evaluate, selector);
        await post(`element/${await elementOf(selector)}/click`);
      }),
    attach: async (selector, path) =>
      untilThere(
        async () => void (await post(`element/${await elementOf(selector)}/value`, { text: path })),
      ),
    async type(text) {
      await post('actions', { actions: keyActions(text) });
    },
    async resize(width, height) {
      // The window has bars around the viewport, and takes its size after the driver's response.
      const outer = { width, height };
      await vi.waitFor(async () => {
        await post('window/rect', outer);
        const inner = await evaluate(() => ({ width: innerWidth, height: innerHeight }));
        const rect = (await send('GET', `${session}/window/rect`)) as typeof outer;
        outer.width = rect.width + width - inner.width;
        outer.height = rect.height + height - inner.height;
        expect(inner).toEqual({ width, height });
      }, SOON);
    },
    // WebKitGTK's driver has no command for it.
    print: async () => null,
    close: async () => void (await send('DELETE', session)),
  };
}
