import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const DRIP_MS = 1_000;
const JSON_TYPE = { 'content-type': 'application/json' };

/** A response to the byte; with `cut` it promises more bytes than it sends. */
type FixedResponse = {
  response: {
    status: number;
    headers?: Readonly<Record<string, string>>;
    body?: string | Buffer;
    cut?: true;
  };
  /** The provider has taken the submission, whatever it responds. */
  isStored?: true;
};

/** Failures of a provider. `refuse` closes its port. */
export type Failure =
  | 'refuse'
  | 'reset'
  | 'hang'
  | 'html'
  | 'cutJson'
  | 'dripFeed'
  | 'nullBody'
  | { status: number }
  | { delayMs: number }
  | FixedResponse;

/** A provider that always sends this. */
export function respondWith(
  status: number,
  headers: Readonly<Record<string, string>>,
  body = '',
): FixedResponse {
  return { response: { status, headers, body } };
}

/** Fails before a body is read, if the failure is of that kind; returns whether it did. */
export function failEarly(failure: Failure | undefined, response: ServerResponse): boolean {
  if (failure === 'refuse') response.req.socket.destroy();
  else if (failure === 'reset') response.req.socket.resetAndDestroy();
  return failure === 'refuse' || failure === 'reset' || failure === 'hang';
}

/** Sends the failure; returns whether it did, as a late response is still to be sent. */
export async function failLate(
  failure: Failure | undefined,
  res: ServerResponse,
): Promise<boolean> {
  if (failure === undefined) return false;
  if (typeof failure === 'object') {
    if ('delayMs' in failure) return await isGoneAfter(failure.delayMs, res);
    if ('response' in failure) sendFixed(res, failure);
    else res.writeHead(failure.status, JSON_TYPE).end('{"error":"planted"}');
  } else if (failure === 'html') {
    res.writeHead(200, { 'content-type': 'text/html' });
    res.end('<!doctype html><title>Maintenance</title><h1>Back soon</h1>');
  } else if (failure === 'cutJson') {
    const body = '[{"_id":"1","title":"Half a rec';
    sendFixed(res, { response: { status: 200, headers: JSON_TYPE, body, cut: true } });
  } else if (failure === 'dripFeed') drip(res.writeHead(200, JSON_TYPE));
  else if (failure === 'nullBody') res.writeHead(200, JSON_TYPE).end('null');
  return true;
}

function sendFixed(res: ServerResponse, { response }: FixedResponse): void {
  const { status, headers, body = '', cut = false } = response;
  const length = Buffer.byteLength(body) + (cut ? 20 : 0);
  res.writeHead(status, { 'content-length': length, ...headers });
  if (cut) res.write(body, () => res.destroy());
  else res.end(body);
}

/** Whether the client has left within the time. */
async function isGoneAfter(ms: number, res: ServerResponse): Promise<boolean> {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  return await delay(ms, false, { signal: gone.signal }).catch(() => true);
}

/** One byte per second of a response that never ends. */
function drip(res: ServerResponse): void {
  res.write('[');
  const timer = setInterval(() => res.write(' '), DRIP_MS);
  res.once('close', () => clearInterval(timer));
}
