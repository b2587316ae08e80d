import { WebSocket } from 'undici';
import {
  keyActions,
  untilStill,
  untilThere,
  type EngineVisit,
  type EngineVisitOptions,
} from './webdriver.ts';

/** Response to a command of WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/), or an event, as far as it is read here. */
type BidiResponse = {
  id?: number;
  type: string;
  result?: unknown;
  message?: string;
  method?: string;
  params?: unknown;
};

/** Of `network.responseStarted`. */
type StartedResponse = {
  isBlocked: boolean;
  request: { request: string };
  response: { headers: { name: string; value: object }[] };
};

/** The policy of a document whose scripts no browser runs; `<noscript>` and `scripting: none` are as without any. */
const WITHOUT_SCRIPTS = 'sandbox allow-forms allow-same-origin allow-popups allow-downloads';

/** What `script.callFunction` returns. */
type CallResult = {
  type: string;
  result?: { value?: string };
  exceptionDetails?: { text: string };
};

/**
 * Starts a session at the address of a browser's remote agent and drives a tab of its own.
 * @throws Error with the browser's own text when it refuses a command or a script throws.
 */
export async function openBidiSession(
  address: string,
  { javaScript }: EngineVisitOptions,
): Promise<EngineVisit> {
  const socket = new WebSocket(`${address}/session`);
  const waiting = new Map<number, (response: BidiResponse) => void>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const response = JSON.parse(String(data)) as BidiResponse;
    if (response.id !== undefined) waiting.get(response.id)?.(response);
    else if (response.method === 'network.responseStarted')
      void takeScriptsOff(response.params as StartedResponse);
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error(`no response at ${address}`)));
  });

  async function send(method: string, params: object): Promise<unknown> {
    const id = (lastId += 1);
    const response = await new Promise<BidiResponse>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (response.type === 'error') throw new Error(`${method}: ${response.message}`);
    return response.result;
  }

  /** There is no command that turns scripts off, and with Firefox's setting for it the driver cannot look into pages either. */
  async function takeScriptsOff({ isBlocked, request, response }: StartedResponse): Promise<void> {
    if (!isBlocked) return;
    const value = { type: 'string', value: WITHOUT_SCRIPTS };
    const headers = [...response.headers, { name: 'content-security-policy', value }];
    try {
      await send('network.continueResponse', { ...request, headers });
    } catch (error) {
      // Firefox 140.12 reports some cached responses and data URLs as blocked that are not.
      if (!/not found/.test(String(error))) throw error;
    }
  }

  await send('session.new', { capabilities: {} });
  if (!javaScript) {
    await send('session.subscribe', { events: ['network.responseStarted'] });
    await send('network.addIntercept', { phases: ['responseStarted'] });
  }
  // It has storage and a cache of its own: cached documents have the policy above.
  const { userContext } = (await send('browser.createUserContext', {})) as { userContext: string };
  const { context } = (await send('browsingContext.create', { type: 'tab', userContext })) as {
    context: string;
  };
  await send('browsingContext.activate', { context });

  async function evaluate<Result, Args extends readonly unknown[]>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    const { result, exceptionDetails } = (await send('script.callFunction', {
      functionDeclaration: `async (json) => JSON.stringify((await (${String(run)})(...JSON.parse(json))) ?? null)`,
      arguments: [{ type: 'string', value: JSON.stringify(args) }],
      target: { context },
      awaitPromise: true,
    })) as CallResult;
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return JSON.parse(result?.value ?? 'null') as Awaited<Result>;
  }

  async function elementOf(selector: string): Promise<{ sharedId: string }> {
    const { nodes } = (await send('browsingContext.locateNodes', {
      context,
      locator: { type: 'css', value: selector },
      maxNodeCount: 1,
    })) as { nodes: { sharedId: string }[] };
    const [element] = nodes;
    if (element === undefined) throw new Error(`the page has no ${selector}`);
    return { sharedId: element.sharedId };
  }

  return {
    open: async (url) =>
      void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate,
    click: async (selector) =>
      untilThere(async () => {
        await untilStill(evaluate, selector);
        const origin = { type: 'element', element: await elementOf(selector) };
        const actions = [
          { type: 'pointerMove', x: 0, y: 0, origin },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ];
        await send('input.performActions', {
          context,
          actions: [{ type: 'pointer', id: 'mouse', actions }],
        });
      }),
    async type(text) {
      await send('input.performActions', { context, actions: keyActions(text) });
    },
    attach: async (selector, path) =>
      void (await send('input.setFiles', {
        context,
        element: await untilThere(async () => elementOf(selector)),
        files: [path],
      })),
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
    async print() {
      const { data } = (await send('browsingContext.print', { context, background: true })) as {
        data: string;
      };
      return Buffer.from(data, 'base64');
    },
    async close() {
      await send('browser.removeUserContext', { userContext });
      await send('session.end', {});
      socket.close();
    },
  };
}
