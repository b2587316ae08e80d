import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import type { Log } from './log.ts';

/**
 * State of the module, as every log line of a request needs its id, wherever it is written; it goes with
 * the request.
 */
const ids = new WeakMap<IncomingMessage, string>();
/** Tells the requests of one process from those of another. */
const PROCESS_PREFIX = randomBytes(4).toString('hex');
/** State of the module, as ids are unique within the process. */
let counter = 0;

/** The id that stands on every log line of a request; made on first use. */
export function requestIdOf(request: IncomingMessage): string {
  let id = ids.get(request);
  if (id === undefined) {
    id = nextRequestId();
    ids.set(request, id);
  }
  return id;
}

/** A fresh id, for a request that is answered at once. */
export function nextRequestId(): string {
  counter += 1;
  return `${PROCESS_PREFIX}-${counter.toString(36)}`;
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

/** One line per request, also when the visitor left before the end (status 499, as nginx has it). */
export function logRequests(log: Log) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const started = performance.now();
    const path = pathOf(request.originalUrl);
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : 499;
      log.request({
        event: 'request',
        requestId: requestIdOf(request),
        method: request.method,
        path,
        status,
        durationMs: elapsedMs(started),
        bytes: bytesOf(response),
        cache: cacheOf(response),
      });
    });
    next();
  };
}

function bytesOf(response: ServerResponse): number {
  const length = Number(response.getHeader('content-length'));
  return Number.isFinite(length) ? length : 0;
}

function cacheOf(response: ServerResponse): string | undefined {
  const header = response.getHeader('cache-status');
  return typeof header === 'string' ? header.replace('gis; ', '') : undefined;
}
