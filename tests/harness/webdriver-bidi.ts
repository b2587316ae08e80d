import { WebSocket } from 'undici';
import type { EngineVisit } from './webdriver.ts';

/** Answer to a command of WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/), as far as it is read here. */
type Answer = { id?: number; type: string; result?: unknown; message?: string };

/** What `script.callFunction` returns. */
type CallResult = {
  type: string;
  result?: { value?: string };
  exceptionDetails?: { text: string };
};

/**
 * Starts a session at the address of a browser's remote agent and drives its first window.
 * @throws Error with the browser's own text when it refuses a command or a script throws.
 */
export async function openBidiSession(address: string): Promise<EngineVisit> {
  const socket = new WebSocket(`${address}/session`);
  const waiting = new Map<number, (answer: Answer) => void>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error(`nobody answers at ${address}`)));
  });

  async function send(method: string, params: object): Promise<unknown> {
    const id = (lastId += 1);
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`);
    return answer.result;
  }

  await send('session.new', { capabilities: {} });
  const { contexts } = (await send('browsingContext.getTree', {})) as {
    contexts: { context: string }[];
  };
  const context = contexts[0]?.context;

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

  return {
    open: async (url) =>
      void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' })),
    back: async () => void (await send('browsingContext.traverseHistory', { context, delta: -1 })),
    evaluate,
    async click(selector) {
      const { nodes } = (await send('browsingContext.locateNodes', {
        context,
        locator: { type: 'css', value: selector },
        maxNodeCount: 1,
      })) as { nodes: { sharedId: string }[] };
      const [element] = nodes;
      if (element === undefined) throw new Error(`the page has no ${selector}`);
      await evaluate(
        (wanted: string) =>
          document.querySelector(wanted)?.scrollIntoView({ block: 'center', behavior: 'instant' }),
        selector,
      );
      const origin = { type: 'element', element: { sharedId: element.sharedId } };
      const actions = [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await send('input.performActions', {
        context,
        actions: [{ type: 'pointer', id: 'mouse', actions }],
      });
    },
    async type(text) {
      const actions = Array.from(text, (value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]).flat();
      await send('input.performActions', {
        context,
        actions: [{ type: 'key', id: 'keyboard', actions }],
      });
    },
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
    async screenshot() {
      const { data } = (await send('browsingContext.captureScreenshot', { context })) as {
        data: string;
      };
      return Buffer.from(data, 'base64');
    },
    async close() {
      await send('session.end', {});
      socket.close();
    },
  };
}
