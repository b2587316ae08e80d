import { randomBytes } from 'node:crypto';
import { createGzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { PreparedPage } from './page-renderer.ts';
import { renderStreamed } from './render.tsx';
import { prepareResponse, sendPrepared, type PreparedResponse } from '../http/send-body.ts';
import { acceptedEncoding, type Encoding } from '../http/encoding.ts';
import { cacheControl, NO_STORE } from '../http/cache-lifetimes.ts';
import type { Log } from '../log/log.ts';
import type { SecurityHeaders } from '../http/security-headers.ts';

const HTML = 'text/html; charset=utf-8';
/** On every page that may be cached or streamed: what browsers may fetch ahead (site-files.ts). */
const PAGE_HEADERS = { 'Speculation-Rules': '"/speculation.json"' };

export type PageAnswerOptions = Omit<
  Extract<PreparedPage, { kind: 'complete' }>,
  'kind' | 'status' | 'timing'
> & {
  status?: number;
  /** The encoding that the request accepts. */
  accepted: Encoding;
  /** What else is sent along. */
  headers: Readonly<Record<string, string>>;
};

/** The answer that a complete page makes. */
export function pageAnswer(options: PageAnswerOptions): PreparedResponse {
  const { page, status = 200, accepted, headers, caching, cacheStatus } = options;
  return prepareResponse({
    status,
    body: page,
    accepted,
    headers: {
      ...headers,
      ...PAGE_HEADERS,
      'Content-Type': HTML,
      'Cache-Control': caching === 'public' && status === 200 ? cacheControl('page') : NO_STORE,
      'Cache-Status': `gis; ${cacheStatus}`,
    },
  });
}

/** Sends a complete page in the encoding that the request accepts, or 304. */
export function sendComplete(
  request: Request,
  response: Response,
  prepared: Extract<PreparedPage, { kind: 'complete' }>,
): void {
  const accepted = acceptedEncoding(request.headers['accept-encoding']);
  if (prepared.timing !== '') response.set('Server-Timing', prepared.timing);
  sendPrepared(request, response, pageAnswer({ ...prepared, accepted, headers: {} }));
}

/** Sends private HTML: error pages and responses to forms. */
export function sendUncached(response: Response, status: number, html: Buffer): void {
  response.status(status).set({
    'Content-Type': HTML,
    'Cache-Control': NO_STORE,
    'Content-Length': String(html.length),
  });
  // Node leaves it out of an answer to HEAD.
  response.end(html);
}

/** Streams a page while its lists arrive. The nonce makes it unfit for any cache. */
export async function sendStreamed(
  request: Request,
  response: Response,
  options: {
    prepared: Extract<PreparedPage, { kind: 'streamed' }>;
    security: SecurityHeaders;
    log: Log;
  },
): Promise<void> {
  const nonce = randomBytes(16).toString('base64');
  const stream = await renderStreamed(options.prepared.rendering, {
    nonce,
    onError(error) {
      // React reports what is missing when a visitor leaves, too.
      if (response.destroyed) return;
      options.log.error({
        event: 'render-failed',
        path: request.path,
        stack: error instanceof Error ? error.stack : undefined,
      });
    },
  });
  response.status(200).set({
    'Content-Type': HTML,
    'Cache-Control': NO_STORE,
    'Cache-Status': 'gis; fwd=miss; detail=streamed',
    // nginx would hold the first part back until there is more, or the end.
    'X-Accel-Buffering': 'no',
    'Content-Security-Policy': options.security.policyWithNonce(nonce),
    Vary: 'Accept-Encoding',
    ...PAGE_HEADERS,
  });
  response.once('close', () => stream.abort());
  if (request.method === 'HEAD') {
    response.end();
  } else if (acceptedEncoding(request.headers['accept-encoding']) === 'identity') {
    stream.pipe(response);
  } else {
    response.set('Content-Encoding', 'gzip');
    // React flushes it after each part of the page.
    const gzip = createGzip();
    gzip.pipe(response);
    stream.pipe(gzip);
  }
}
