import https from 'node:https';
import { setTimeout } from 'node:timers/promises';
import type { Answer, Nginx, RequestOptions } from './nginx.ts';

type LoadOptions = {
  nginx: Nginx;
  perSecond: number;
  /** The request of a number, counted from 0. */
  request: (number: number) => { path: string } & RequestOptions;
  /** Asked after each request is sent; the load ends with the requests under way. */
  isEnough: (sent: number) => boolean;
};

type LoadResult = {
  sent: number;
  /** What did not answer, or not with a status below 400. */
  failures: { number: number; path: string; fault: string }[];
  answers: Map<number, Answer>;
};

/** How often requests are sent, in milliseconds. */
const TICK_MS = 25;
/** What visitors' browsers would hold open; who finds none waits for one. */
const CONNECTIONS = 64;
/** Given up when it is unused for so long, ahead of nginx, which closes it after 65 s: perhaps as it is used again. */
const UNUSED_MS = 30_000;

/** More do not wait at once: a machine that is slower than the rate is not buried under what it has yet to answer. */
const MOST_UNDER_WAY = 4 * CONNECTIONS;

/** Sends requests at an even rate, whatever becomes of those before, as visitors come; slower where the machine is. */
export async function putLoad(options: LoadOptions): Promise<LoadResult> {
  const { nginx, perSecond, request, isEnough } = options;
  const agent = new https.Agent({ keepAlive: true, maxSockets: CONNECTIONS, timeout: UNUSED_MS });
  const result: LoadResult = { sent: 0, failures: [], answers: new Map() };
  const underWay = new Set<Promise<void>>();
  const started = performance.now();

  async function send(number: number): Promise<void> {
    const { path, ...rest } = request(number);
    try {
      const answer = await nginx.ask(path, { ...rest, agent });
      result.answers.set(number, answer);
      if (answer.status >= 400)
        result.failures.push({ number, path, fault: `${answer.status}: ${answer.body}` });
    } catch (error) {
      result.failures.push({ number, path, fault: String(error) });
    }
  }

  while (!isEnough(result.sent)) {
    const due = ((performance.now() - started) / 1000) * perSecond;
    while (result.sent < due && underWay.size < MOST_UNDER_WAY && !isEnough(result.sent)) {
      const sending = send(result.sent).finally(() => underWay.delete(sending));
      underWay.add(sending);
      result.sent += 1;
    }
    await setTimeout(TICK_MS);
  }
  await Promise.all(underWay);
  agent.destroy();
  return result;
}
