import { errors, fetch, type Dispatcher, type Response } from 'undici';
import { responseTimeMs, type ClockComparison } from '../clock-comparison.ts';
import { yieldToRequests } from '../event-loop.ts';
import type { Log } from '../log/log.ts';
import { createPastedFileFilter } from './pasted-file-filter.ts';
import type { ProviderResponse } from './provider-response.ts';
import { formatCause, ProviderError } from './provider-error.ts';

/** Only the id of a visitor's request reaches the provider. */
const USER_AGENT = 'gis-school-website';
export const ACCEPTED_ENCODINGS = 'gzip, br, deflate';
/** A timer that is so late shows that the process was paused; the deadline then moves by as much. */
const LATE_MS = 250;

/** The headers that prove who sends the request; of method, URL and body, for a signature. */
export type Authorize = (
  request: Pick<ProviderCall, 'url' | 'body'> & { method: string },
) => Record<string, string>;

type ProviderCall = {
  /** Null for a GET. */
  body: Buffer | string | null;
  dispatcher: Dispatcher;
  url: URL;
  headers: Readonly<Record<string, string>>;
  authorize?: Authorize;
  /** Total deadline in ms: connection, headers and body together. */
  timeoutMs: number;
  /** How long the call may wait for a connection; then the deadline begins with that. */
  connectionMs?: number;
  clocks: ClockComparison | undefined;
  /** Limit of the decoded body. */
  maxBytes: number;
  /** Of a list: the limit with the files that are pasted into its texts, which are left out. */
  maxReceivedBytes?: number;
  /** Path for the log, without personal data. */
  logPath: string;
  requestId: string | undefined;
  log: Log;
  isStopping: () => boolean;
};

/**
 * One request under one deadline and with one log line, also for what `read` throws. No redirect is followed: it
 * could send the token elsewhere (docs/promises.md#s6).
 * @throws ProviderError for every failure, any status but 2xx included.
 */
export async function callProvider<T>(
  call: ProviderCall,
  read: (response: ProviderResponse) => T,
): Promise<T> {
  const method = call.body === null ? 'GET' : 'POST';
  const deadline = startDeadline(call.connectionMs ?? call.timeoutMs);
  const startedAt = performance.now();
  const sentMs = Date.now();
  let isConnected = false;
  let response: Response | undefined;
  let bytes = 0;
  const lineNow = () => ({
    event: 'provider-call' as const,
    method,
    path: call.logPath,
    status: response?.status,
    durationMs: Math.round(performance.now() - startedAt),
    bytes,
    requestId: call.requestId,
  });
  try {
    response = await fetch(call.url, {
      dispatcher: call.dispatcher.compose(sendExactly(call, method, onConnection)),
      method,
      redirect: 'manual',
      signal: deadline.signal,
    });
    const { status, headers } = response;
    const otherMs = responseTimeMs(headers.get('date'), headers.get('age'));
    if (otherMs !== null) call.clocks?.add('provider', otherMs, { sentMs, receivedMs: Date.now() });
    // No range is requested: 206 is a proxy's fragment.
    if (!response.ok || (status === 206 && call.body === null)) {
      const wait = retryAfterSeconds(headers.get('retry-after') ?? undefined, Date.now());
      throw new ProviderError('status', { status, retryAfterSeconds: wait });
    }
    const { maxReceivedBytes = call.maxBytes } = call;
    if (Number(headers.get('content-length')) > maxReceivedBytes)
      throw new ProviderError('too-large');
    const filter = call.maxReceivedBytes === undefined ? undefined : createPastedFileFilter();
    let receivedBytes = 0;
    const chunks: Uint8Array[] = [];
    for await (const received of response.body ?? []) {
      const chunk = filter?.(received) ?? received;
      receivedBytes += received.length;
      // A small compressed body cannot become a large one in memory.
      if (bytes + chunk.length > call.maxBytes || receivedBytes > maxReceivedBytes)
        throw new ProviderError('too-large');
      bytes += chunk.length;
      chunks.push(chunk);
    }
    // Of responses that arrive together, each is parsed in a turn of its own.
    await yieldToRequests();
    const result = read({
      status,
      contentType: headers.get('content-type') ?? '',
      isComplete: headers.has('content-length') || headers.has('transfer-encoding'),
      bytes: Buffer.concat(chunks),
    });
    call.log.info(lineNow());
    return result;
  } catch (cause) {
    const failure = toProviderError(cause);
    // The line and the metrics have the status by itself.
    const { kind, cause: reason } = failure;
    call.log.warn({ ...lineNow(), cause: formatCause({ kind, status: null, cause: reason }) });
    // Closes the connection of a response that was not read to the end.
    deadline.abort();
    throw failure;
  } finally {
    deadline.end();
  }

  function onConnection(): void {
    isConnected = true;
    if (call.connectionMs !== undefined) deadline.restart(call.timeoutMs);
  }

  function toProviderError(cause: unknown): ProviderError {
    if (call.isStopping()) return new ProviderError('stopping', { cause });
    // Nothing was sent: it is no possible repeat.
    if (deadline.signal.aborted && call.connectionMs !== undefined && !isConnected)
      return new ProviderError('unreachable', { cause: new errors.ConnectTimeoutError() });
    if (deadline.signal.aborted) return new ProviderError('timeout', { cause });
    if (cause instanceof ProviderError) return cause;
    // fetch wraps the error of the connection.
    const reason = cause instanceof Error ? (cause.cause ?? cause) : cause;
    return new ProviderError(response === undefined ? 'unreachable' : 'cut', { cause: reason });
  }
}

/**
 * Aborts its signal after `timeoutMs`. After a pause a process runs its timers before it reads its sockets:
 * a late deadline waits once more, so that a response that has arrived is read and no form is sent twice.
 */
function startDeadline(timeoutMs: number) {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  function restart(ms: number): void {
    clearTimeout(timer);
    const dueAt = performance.now() + ms;
    timer = setTimeout(() => {
      if (performance.now() - dueAt < LATE_MS) controller.abort();
      else timer = setTimeout(() => controller.abort(), LATE_MS);
    }, ms);
  }
  restart(timeoutMs);
  return {
    signal: controller.signal,
    restart,
    abort: () => controller.abort(),
    end: () => clearTimeout(timer),
  };
}

/** Without the headers that fetch adds, and with a Content-Length. */
function sendExactly(
  call: ProviderCall,
  method: string,
  onConnection: () => void,
): Dispatcher.DispatcherComposeInterceptor {
  const id = call.requestId === undefined ? {} : { 'x-request-id': call.requestId };
  const headers = {
    'user-agent': USER_AGENT,
    ...id,
    ...call.headers,
    ...call.authorize?.({ ...call, method }),
  };
  return (dispatch) => (options, handler) => {
    const start = handler.onRequestStart?.bind(handler);
    // A connection is made and free: the request is written to it. undici's DecoratorHandler rejects 102 and 103.
    handler.onRequestStart = (controller, context) => {
      onConnection();
      start?.(controller, context);
    };
    return dispatch({ ...options, headers, body: call.body }, handler);
  };
}

/** Seconds of a Retry-After header, which has a number or a date (RFC 9110 §10.2.3); null when it has neither. */
export function retryAfterSeconds(header: string | undefined, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = /^\w{3}, [\w ]{11} [\d:]{8} GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1_000));
}
