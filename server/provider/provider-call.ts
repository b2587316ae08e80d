import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { request, type Dispatcher } from 'undici';
import { errorCode } from '../system-errors.ts';
import type { Log } from '../log/log.ts';
import type { ProviderResponse } from './provider-response.ts';
import { ProviderError } from './provider-error.ts';

/** Only the id of a visitor's request reaches the provider. */
const USER_AGENT = 'gis-school-website';
export const ACCEPTED_ENCODINGS = 'gzip, br, deflate';
/** A timer that is so late shows that the process was paused; the deadline then moves by as much. */
const LATE_MS = 250;

type ProviderCall = Required<Pick<Dispatcher.RequestOptions, 'method' | 'body'>> & {
  dispatcher: Dispatcher;
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** Total deadline in ms: connection, headers and body together. */
  timeoutMs: number;
  /** Limit of the decoded body. */
  maxBytes: number;
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
  read: (response: ProviderResponse) => T | Promise<T>,
): Promise<T> {
  const deadline = startDeadline(call.timeoutMs);
  const startedAt = performance.now();
  let response: Dispatcher.ResponseData | undefined;
  let bytes = 0;
  const lineNow = () => ({
    event: 'provider-call' as const,
    method: call.method,
    path: call.logPath,
    status: response?.statusCode,
    durationMs: Math.round(performance.now() - startedAt),
    bytes,
    requestId: call.requestId,
  });
  try {
    response = await request(call.url, {
      dispatcher: call.dispatcher,
      method: call.method,
      body: call.body,
      headers: {
        'user-agent': USER_AGENT,
        ...(call.requestId === undefined ? {} : { 'x-request-id': call.requestId }),
        ...call.headers,
      },
      signal: deadline.signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    throwUnlessSuccess(response);
    const chunks: Buffer[] = [];
    for await (const chunk of decodedBody(response, call.maxBytes)) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('a response body yields buffers');
      // A small compressed body cannot become a large one in memory.
      if (bytes + chunk.length > call.maxBytes) throw new ProviderError('too-large');
      bytes += chunk.length;
      chunks.push(chunk);
    }
    const { headers } = response;
    const result = await read({
      status: response.statusCode,
      contentType: headerValue(response, 'content-type') ?? '',
      isFramed: ['content-length', 'transfer-encoding'].some((name) => name in headers),
      bytes: Buffer.concat(chunks),
    });
    call.log.info(lineNow());
    return result;
  } catch (cause) {
    const failure = toProviderError(cause);
    call.log.warn({ ...lineNow(), cause: causeBeside(failure) });
    throw failure;
  } finally {
    deadline.clear();
    // A connection is reused once its response is read to the end.
    if (response?.body.readableEnded !== true) deadline.abort();
  }

  function toProviderError(cause: unknown): ProviderError {
    if (call.isStopping()) return new ProviderError('stopping', { cause });
    if (deadline.signal.aborted) return new ProviderError('timeout', { cause });
    if (cause instanceof ProviderError) return cause;
    return new ProviderError(response === undefined ? 'unreachable' : 'cut', { cause });
  }
}

/**
 * Aborts its signal after `timeoutMs`. After a pause a process runs its timers before it reads its sockets:
 * a late deadline waits once more, so that a response that has arrived is read and no form is sent twice.
 */
function startDeadline(timeoutMs: number) {
  const controller = new AbortController();
  const dueAt = performance.now() + timeoutMs;
  let timer = setTimeout(() => {
    if (performance.now() - dueAt < LATE_MS) controller.abort();
    else timer = setTimeout(() => controller.abort(), LATE_MS);
  }, timeoutMs);
  return {
    signal: controller.signal,
    abort: () => controller.abort(),
    clear: () => clearTimeout(timer),
  };
}

function throwUnlessSuccess(response: Dispatcher.ResponseData): void {
  const { statusCode: status, body } = response;
  // The abort of an unread body would otherwise be an unhandled error.
  body.on('error', () => {});
  // No range is requested: 206 is a proxy's fragment.
  if (status >= 200 && status <= 299 && status !== 206) return;
  const wait = retryAfterSeconds(headerValue(response, 'retry-after'), Date.now());
  throw new ProviderError('status', { status, retryAfterSeconds: wait });
}

function decodedBody(response: Dispatcher.ResponseData, maxBytes: number): Readable {
  const { body } = response;
  if (Number(headerValue(response, 'content-length')) > maxBytes)
    throw new ProviderError('too-large');
  const encoding = headerValue(response, 'content-encoding')?.trim().toLowerCase() ?? '';
  // A decoder takes an empty body for a cut one.
  const isEmpty = headerValue(response, 'content-length') === '0';
  if (encoding === '' || encoding === 'identity' || isEmpty) return body;
  const decoder = encoding === 'br' ? createBrotliDecompress() : createUnzip();
  // Without a callback an error of the body would be unhandled; it reaches the reader through the decoder.
  return pipeline(body, decoder, () => {});
}

function headerValue({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The cause without the status, which the line and the metrics have by itself. */
function causeBeside({ kind, cause }: ProviderError): string {
  const code = errorCode(cause);
  return code === null ? kind : `${kind} ${code}`;
}

/** Seconds of a Retry-After header, which has a number or a date (RFC 9110 §10.2.3); null when it has neither. */
export function retryAfterSeconds(header: string | undefined, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const isDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text);
  const at = isDate ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1_000));
}
