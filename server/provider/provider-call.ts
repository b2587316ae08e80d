import type { Readable } from 'node:stream';
import { request, type Dispatcher } from 'undici';
import type { Log } from '../web/log.ts';
import { ProviderError } from './provider.ts';
import { retryAfterSeconds } from './retry-after.ts';
import { slashRedirect } from './slash-redirect.ts';

/** A name of ours only: nothing of a visitor's request goes to the provider. */
const USER_AGENT = 'gis-school-website';

export type ProviderCallOptions = {
  dispatcher: Dispatcher;
  method: 'GET' | 'POST';
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string | Readable | null;
  /** Total deadline in ms: connection, headers and body together. */
  timeoutMs: number;
  /** Path for the log, without anything personal. */
  logPath: string;
  requestId: string | undefined;
  log: Log;
  now: () => number;
  /** Called once, when the call has ended. */
  onEnd?: (failure: ProviderError | null) => void;
};

/** One request under one deadline and with one log line. Whoever starts it ends it. */
export type ProviderCall = {
  /** Sends, and waits for the headers. @throws ProviderError for any status but 2xx; only a GET follows a redirect, and only for a slash at the end of its path. */
  answer(): Promise<Dispatcher.ResponseData>;
  /** Adds to the byte count of the log line. */
  count(bytes: number): void;
  /** Ends the call well, and with it the connection if its body has not ended. Later ends change nothing. */
  succeed(): void;
  /** Ends the call and says what went wrong, which after a missed deadline is always that. */
  fail(error: unknown): ProviderError;
};

export function startCall(options: ProviderCallOptions): ProviderCall {
  const controller = new AbortController();
  const startedAt = options.now();
  let ended: { failure: ProviderError | null } | null = null;
  let status: number | undefined;
  let bytes = 0;
  let body: Readable | undefined;
  const timer = setTimeout(() => end(new ProviderError('timeout')), options.timeoutMs);

  async function answer(): Promise<Dispatcher.ResponseData> {
    let response = await send(options.url);
    const moved = slashRedirect(options.url, {
      status: response.statusCode,
      location: firstValue(response.headers.location),
    });
    if (options.method === 'GET' && moved !== null) {
      await response.body.dump();
      response = await send(moved);
    }
    // An abort between the headers and the first read would else be an error that nobody hears.
    body = response.body;
    body.on('error', () => {});
    status = response.statusCode;
    if (status >= 200 && status <= 299) return response;
    throw new ProviderError('status', {
      status,
      retryAfterSeconds: retryAfterSeconds(
        firstValue(response.headers['retry-after']),
        options.now(),
      ),
    });
  }

  function send(url: URL): Promise<Dispatcher.ResponseData> {
    return request(url, {
      dispatcher: options.dispatcher,
      method: options.method,
      headers: { 'user-agent': USER_AGENT, ...options.headers },
      body: options.body,
      signal: controller.signal,
      // The one deadline above covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  function end(failure: ProviderError | null): void {
    if (ended !== null) return;
    ended = { failure };
    clearTimeout(timer);
    const line = {
      event: 'provider-call' as const,
      method: options.method,
      path: options.logPath,
      status,
      durationMs: Math.round(options.now() - startedAt),
      bytes,
      requestId: options.requestId,
    };
    if (failure === null) options.log.info(line);
    else options.log.warn({ ...line, cause: causeOf(failure) });
    options.onEnd?.(failure);
    // A connection whose answer was read to its end is used again.
    if (body?.readableEnded !== true) controller.abort();
  }

  function fail(error: unknown): ProviderError {
    const isNamed = error instanceof ProviderError;
    const failure = isNamed
      ? error
      : new ProviderError(status === undefined ? 'unreachable' : 'cut', { cause: error });
    end(failure);
    return ended?.failure ?? failure;
  }

  return {
    answer,
    count: (more) => {
      bytes += more;
    },
    succeed: () => end(null),
    fail,
  };
}

/** The fault, and the system's name for it such as ECONNREFUSED. */
function causeOf(error: ProviderError): string {
  const { cause } = error;
  const code =
    cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : null;
  return code === null ? error.fault : `${error.fault} ${code}`;
}

/** The value of a header that should come once. */
export function firstValue(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
