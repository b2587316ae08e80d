import https from 'node:https';
import { setTimeout } from 'node:timers/promises';
import type { NginxResponse, Nginx, RequestOptions } from './nginx.ts';

type LoadOptions = {
  nginx: Nginx;
  perSecond: number;
  /** The request of a number, counted from 0. */
  request: (number: number) => { path: string } & RequestOptions;
  /** Called after each request is sent; the load ends with the pending requests. */
  isEnough: (sent: number) => boolean;
};

type LoadResult = {
  sent: number;
  /** Requests without a response, or with a status of 400 or more. */
  failures: { number: number; path: string; error: string }[];
  responses: Map<number, NginxResponse>;
};

/** How often requests are sent, in milliseconds. */
const TICK_MS = 25;
/** What visitors' browsers would hold open; who finds none waits for one. */
const CONNECTIONS = 64;
/** Given up when it is unused for so long, ahead of nginx, which closes it after 65 s: perhaps as it is used again. */
const UNUSED_MS = 30_000;

/** The limit of pending requests, for machines that are slower than the rate. */
const MAX_PENDING = 4 * CONNECTIONS;

/** Sends requests at an even rate, whatever becomes of those before, as visitors come; slower where the machine is. */
export async function putLoad(options: LoadOptions): Promise<LoadResult> {
  const { nginx, perSecond, request, isEnough } = options;
  const agent = new https.Agent({ keepAlive: true, maxSockets: CONNECTIONS, timeout: UNUSED_MS });
  const result: LoadResult = { sent: 0, failures: [], responses: new Map() };
  const pending = new Set<Promise<void>>();
  const started = performance.now();

  async function send(number: number): Promise<void> {
    const { path, ...rest } = request(number);
    try {
      const response = await nginx.request(path, { ...rest, agent });
      result.responses.set(number, response);
      if (response.status >= 400)
        result.failures.push({ number, path, error: `${response.status}: ${response.body}` });
    } catch (error) {
      result.failures.push({ number, path, error: String(error) });
    }
  }

  while (!isEnough(result.sent)) {
    const due = ((performance.now() - started) / 1000) * perSecond;
    while (result.sent < due && pending.size < MAX_PENDING && !isEnough(result.sent)) {
      const sending = send(result.sent).finally(() => pending.delete(sending));
      pending.add(sending);
      result.sent += 1;
    }
    await setTimeout(TICK_MS);
  }
  await Promise.all(pending);
  agent.destroy();
  return result;
}
