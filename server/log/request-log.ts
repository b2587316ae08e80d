import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import type { Log } from './log.ts';

/** An id goes with its request, as every log line of it needs the id, wherever it is written. */
const ids = new WeakMap<IncomingMessage, string>();

/** What a proxy may call a request; anything else is not taken into the log. */
const WELL_FORMED_ID = /^[\w.-]{8,64}$/;

/** The id that stands on every log line of a request: its proxy's, or one that is made on first use. */
export function requestIdOf(request: IncomingMessage): string {
  const id = ids.get(request) ?? givenRequestId(request) ?? randomUUID();
  ids.set(request, id);
  return id;
}

/** The id that a request came with; undefined when it has none that is well-formed. */
export function givenRequestId({ headers }: IncomingMessage): string | undefined {
  const id = headers['x-request-id'];
  return typeof id === 'string' && WELL_FORMED_ID.test(id) ? id : undefined;
}

/** Milliseconds since `started`, to a hundredth. */
export function elapsedMs(started: number): number {
  return Math.round((performance.now() - started) * 100) / 100;
}

/** Path without its query, which may hold what a visitor typed (docs/promises.md#s14). */
export function pathOf(url: string): string {
  const question = url.indexOf('?');
  return question === -1 ? url : url.slice(0, question);
}

/** The id of each request on its answer, and one line per request, also when the visitor left before the end (status 499, as nginx has it). */
export function logRequests(log: Log) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const started = performance.now();
    response.setHeader('X-Request-Id', requestIdOf(request));
    response.once('close', () => {
      log.request({
        event: 'request',
        requestId: requestIdOf(request),
        method: request.method,
        path: pathOf(request.originalUrl),
        status: response.writableFinished ? response.statusCode : 499,
        durationMs: elapsedMs(started),
        bytes: Number(response.getHeader('content-length')) || 0,
        cache: cacheOf(response),
      });
    });
    next();
  };
}

function cacheOf(response: ServerResponse): string | undefined {
  const header = response.getHeader('cache-status');
  return typeof header === 'string' ? header.replace('gis; ', '') : undefined;
}
