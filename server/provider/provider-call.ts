import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { request, type Dispatcher } from 'undici';
import { errorCode } from '../system-errors.ts';
import type { Log } from '../log/log.ts';
import type { ProviderResponse } from './provider-response.ts';
import { ProviderError } from './provider.ts';

/** Of a visitor's request only its id reaches the provider. */
const USER_AGENT = 'gis-school-website';
const REDIRECTS = new Set([301, 302, 307, 308]);
const DECODERS = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
]);
export const ACCEPTED_ENCODINGS = 'gzip, br, deflate';
/** A timer that is so late shows that the process was paused; the deadline then moves by as much. */
const LATE_MS = 250;

type ProviderCall = Required<Pick<Dispatcher.RequestOptions, 'method' | 'body'>> & {
  dispatcher: Dispatcher;
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** Total deadline in ms: connection, headers and body together. */
  timeoutMs: number;
  /** After decoding. */
  maxBytes: number;
  /** Path for the log, without personal data. */
  logPath: string;
  requestId: string | undefined;
  log: Log;
  isStopping: () => boolean;
};

/**
 * One request under one deadline and with one log line, also for what `read` throws.
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
    response = await send(call, deadline.signal);
    throwUnlessSuccess(response);
    const chunks: Buffer[] = [];
    for await (const chunk of decodedBody(response, call.maxBytes)) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('a response body yields buffers');
      // A small compressed body cannot become a large one in memory.
      if (bytes + chunk.length > call.maxBytes) throw new ProviderError('too-large');
      bytes += chunk.length;
      chunks.push(chunk);
    }
    const result = await read({
      status: response.statusCode,
      contentType: valueOf(response, 'content-type') ?? '',
      bytes: Buffer.concat(chunks),
    });
    call.log.info(lineNow());
    return result;
  } catch (cause) {
    const failure = failureOf(cause);
    call.log.warn({ ...lineNow(), cause: causeBeside(failure) });
    throw failure;
  } finally {
    deadline.clear();
    // A connection is reused once its response is read to the end.
    if (response?.body.readableEnded !== true) deadline.abort();
  }

  function failureOf(cause: unknown): ProviderError {
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

/** Resolves with the headers. Only a GET follows a redirect, and only for a slash at the end of its path. */
async function send(call: ProviderCall, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  const { dispatcher, method, body } = call;
  const headers = {
    'user-agent': USER_AGENT,
    ...(call.requestId === undefined ? {} : { 'x-request-id': call.requestId }),
    ...call.headers,
  };
  // The one deadline covers both.
  const options = { dispatcher, method, body, headers, signal, headersTimeout: 0, bodyTimeout: 0 };
  const response = await request(call.url, options);
  const moved = method === 'GET' ? slashRedirect(call.url, response) : null;
  if (moved === null) return response;
  await response.body.dump();
  return request(moved, options);
}

/**
 * The target of a redirect that only adds or removes the slash at the end of the path, as Django, WordPress
 * and nginx send; null for any other, which could send the token elsewhere
 * (docs/promises.md#s6). The location may be relative (RFC 9110, 10.2.2).
 */
function slashRedirect(requested: URL, response: Dispatcher.ResponseData): URL | null {
  const location = valueOf(response, 'location');
  if (!REDIRECTS.has(response.statusCode) || location === undefined) return null;
  if (!URL.canParse(location, requested.href)) return null;
  const target = new URL(location, requested.href);
  return withoutSlash(target) === withoutSlash(requested) ? target : null;
}

/** The whole address, user and fragment included, but for the slash at the end of its path. */
function withoutSlash(url: URL): string {
  const copy = new URL(url.href);
  copy.pathname = copy.pathname.replace(/\/$/, '');
  return copy.href;
}

function throwUnlessSuccess(response: Dispatcher.ResponseData): void {
  const { statusCode: status, body } = response;
  // The abort of an unread body would otherwise be an unhandled error.
  body.on('error', () => {});
  // No range is requested: 206 is a proxy's fragment.
  if (status >= 200 && status <= 299 && status !== 206) return;
  const wait = retryAfterSeconds(valueOf(response, 'retry-after'), Date.now());
  throw new ProviderError('status', { status, retryAfterSeconds: wait });
}

function decodedBody(response: Dispatcher.ResponseData, maxBytes: number): Readable {
  const { body } = response;
  if (Number(valueOf(response, 'content-length')) > maxBytes) throw new ProviderError('too-large');
  const encoding = valueOf(response, 'content-encoding')?.trim().toLowerCase() ?? '';
  // A decoder takes an empty body for a cut one.
  const isEmpty = valueOf(response, 'content-length') === '0';
  if (encoding === '' || encoding === 'identity' || isEmpty) return body;
  const decoder = DECODERS.get(encoding);
  if (decoder === undefined) throw new ProviderError('content-type');
  // Without a callback an error of the body would be unhandled; it reaches the reader through the decoder.
  return pipeline(body, decoder(), () => {});
}

function valueOf({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** As `causeOf`, without the status, which the line has. */
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
