import { randomBytes } from 'node:crypto';
import { constants, createGzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { PreparedPage } from './page-renderer.ts';
import { renderStreamed } from './render.tsx';
import { acceptedEncoding, matchesEtag } from '../web/encoding.ts';
import type { Log } from '../web/log.ts';
import type { SecurityHeaders } from '../web/security-headers.ts';

/** DESIGN "Pages": browsers ask again each time, caches in between may keep a page for a minute. */
export const PUBLIC_PAGE =
  'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400';
export const HTML = 'text/html; charset=utf-8';
/** On every page that may be kept or streamed: what browsers may fetch ahead (server/pages/site-files.ts). */
export const PAGE_HEADERS = {
  Vary: 'Accept-Encoding',
  'Speculation-Rules': '"/speculation.json"',
};

/** Sends a finished page in the encoding that the request accepts, or 304. */
export function sendFinished(
  request: Request,
  response: Response,
  prepared: Extract<PreparedPage, { kind: 'finished' }>,
): void {
  const { page, status, keep, cacheStatus, timing } = prepared;
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  const etag = page.etags[encoding];
  response.set({
    'Cache-Control': keep === 'public' && status === 200 ? PUBLIC_PAGE : 'no-store',
    'Cache-Status': `gis; ${cacheStatus}`,
    ...PAGE_HEADERS,
    ETag: etag,
  });
  if (timing !== '') response.set('Server-Timing', timing);
  if (status === 200 && matchesEtag(request.headers['if-none-match'], etag)) {
    response.status(304).end();
    return;
  }
  response.status(status).set('Content-Type', HTML);
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  response.set('Content-Length', String(page.bodies[encoding].length));
  response.end(request.method === 'HEAD' ? undefined : page.bodies[encoding]);
}

/** Sends HTML that is nobody else's business: error pages and answers to forms. */
export function sendUnkept(response: Response, status: number, html: Buffer): void {
  response.status(status).set({
    'Content-Type': HTML,
    'Cache-Control': 'no-store',
    'Content-Length': String(html.length),
  });
  response.end(response.req.method === 'HEAD' ? undefined : html);
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
    onError: (error) =>
      options.log.error({
        event: 'render-failed',
        path: request.path,
        stack: error instanceof Error ? error.stack : undefined,
      }),
  });
  response.status(200).set({
    'Content-Type': HTML,
    'Cache-Control': 'no-store',
    'Cache-Status': 'gis; fwd=miss; detail=streamed',
    'Content-Security-Policy': options.security.policyWithNonce(nonce),
    ...PAGE_HEADERS,
  });
  response.once('close', () => stream.abort());
  if (request.method === 'HEAD') {
    response.end();
  } else if (acceptedEncoding(request.headers['accept-encoding']) === 'identity') {
    stream.pipe(response);
  } else {
    response.set('Content-Encoding', 'gzip');
    const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
    gzip.pipe(response);
    stream.pipe(gzip);
  }
}
