import { randomBytes } from 'node:crypto';
import { createGzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { CompletePage, StreamedPage } from './page-renderer.ts';
import { renderStreamed } from './render.tsx';
import { prepareResponse, sendPrepared, type PreparedResponse } from '../http/send-body.ts';
import { compress } from '../http/encoded-body.ts';
import { acceptedEncoding, type Encoding } from '../http/encoding.ts';
import { CACHE_CONTROL, NO_STORE } from '../http/cache-lifetimes.ts';
import type { Log } from '../log/log.ts';
import type { SecurityHeaders } from '../http/security-headers.ts';

const HTML = 'text/html; charset=utf-8';
/** What browsers may prefetch (site-files.ts). */
const PAGE_HEADERS = { 'Speculation-Rules': '"/speculation.json"' };

type PageResponseOptions = Pick<CompletePage, 'page' | 'status' | 'caching' | 'cacheStatus'> & {
  accepted: Encoding;
  headers: Readonly<Record<string, string>>;
};

export function pageResponse(options: PageResponseOptions): PreparedResponse {
  const { page, status, accepted, headers, caching, cacheStatus } = options;
  return prepareResponse({
    status,
    body: page,
    accepted,
    headers: {
      ...headers,
      ...PAGE_HEADERS,
      ...(page.policy === null ? {} : { 'content-security-policy': page.policy }),
      'Content-Type': HTML,
      'Cache-Control': caching === 'public' && status === 200 ? CACHE_CONTROL.page : NO_STORE,
      'Cache-Status': `gis; ${cacheStatus}`,
    },
  });
}

export async function sendComplete(
  request: Request,
  response: Response,
  prepared: CompletePage,
): Promise<void> {
  const accepted = acceptedEncoding(request.headers['accept-encoding']);
  await compress(prepared.page, accepted);
  if (prepared.timing !== '') response.set('Server-Timing', prepared.timing);
  sendPrepared(request, response, pageResponse({ ...prepared, accepted, headers: {} }));
}

/** Sends private HTML: error pages and responses to forms. */
export function sendUncached(response: Response, status: number, html: Buffer): void {
  response.status(status).set({
    'Content-Type': HTML,
    'Cache-Control': NO_STORE,
    'Content-Length': String(html.length),
  });
  // Node omits the body of a response to HEAD.
  response.end(html);
}

/** Streams a page while its lists arrive. The nonce makes it unfit for any cache. */
export async function sendStreamed(
  request: Request,
  response: Response,
  { rendering }: StreamedPage,
  { security, log }: { security: SecurityHeaders; log: Log },
): Promise<void> {
  const nonce = randomBytes(16).toString('base64');
  const stream = await renderStreamed(rendering, {
    nonce,
    onError(error) {
      // React also reports the lists that are missing when a visitor leaves.
      if (response.destroyed) return;
      log.error({
        event: 'render-failed',
        path: request.path,
        stack: error instanceof Error ? error.stack : undefined,
      });
    },
  });
  response.status(200).set({
    'Content-Type': HTML,
    'Cache-Status': 'gis; fwd=miss; detail=streamed',
    // nginx would buffer the first part.
    'X-Accel-Buffering': 'no',
    'Content-Security-Policy': security.policyWithNonce(nonce),
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
