import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import type { Log } from './log.ts';

const ids = new WeakMap<IncomingMessage, string>();

/** A header in any other form is not logged. */
const WELL_FORMED_ID = /^[\w.-]{8,64}$/;

/** The proxy's id of a request, or one that is made on first use. */
export function requestIdOf(request: IncomingMessage): string {
  const id = ids.get(request) ?? proxyRequestId(request) ?? randomUUID();
  ids.set(request, id);
  return id;
}

export function proxyRequestId({ headers }: IncomingMessage): string | undefined {
  const id = headers['x-request-id'];
  return typeof id === 'string' && WELL_FORMED_ID.test(id) ? id : undefined;
}

/** Milliseconds since `started`, to a hundredth. */
export function elapsedMs(started: number): number {
  return Math.round((performance.now() - started) * 100) / 100;
}

/** Path without its query, which may hold what a visitor typed (docs/promises.md#s14). */
export function withoutQuery(url: string): string {
  return url.replace(/\?.*/s, '');
}

/** Sets X-Request-Id and logs one line per request; the status is 499 if the visitor left early, as in nginx. */
export function logRequests(log: Log) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const started = performance.now();
    response.setHeader('X-Request-Id', requestIdOf(request));
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : 499;
      log[status >= 500 ? 'error' : 'info']({
        event: 'request',
        requestId: requestIdOf(request),
        method: request.method,
        path: withoutQuery(request.originalUrl),
        status,
        durationMs: elapsedMs(started),
        bytes: Number(response.getHeader('content-length')) || 0,
        cache: readCacheStatus(response),
      });
    });
    next();
  };
}

function readCacheStatus(response: ServerResponse): string | undefined {
  const header = response.getHeader('cache-status');
  return typeof header === 'string' ? header.replace('gis; ', '') : undefined;
}
