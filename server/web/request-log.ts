import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import type { Log } from './log.ts';

const ids = new WeakMap<IncomingMessage, string>();
/** Tells the requests of one process from those of another. */
const PROCESS_PREFIX = randomBytes(4).toString('hex');
let counter = 0;

/** The id that stands on every log line of a request; made on first use. */
export function requestIdOf(request: IncomingMessage): string {
  let id = ids.get(request);
  if (id === undefined) {
    counter += 1;
    id = `${PROCESS_PREFIX}-${counter.toString(36)}`;
    ids.set(request, id);
  }
  return id;
}

/** Path without its query, which may hold what a visitor typed (RELIABILITY S14). */
export function pathOf(url: string): string {
  const question = url.indexOf('?');
  return question === -1 ? url : url.slice(0, question);
}

export type RequestLine = {
  requestId: string;
  method: string;
  path: string;
  status: number;
  durationMs: number;
  bytes: number;
  cache?: string;
};

/** One line per request, also when the visitor left before the end (status 499, as nginx has it). */
export function logRequests(log: Log) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const started = performance.now();
    const path = pathOf(request.originalUrl);
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : 499;
      writeRequestLine(log, {
        requestId: requestIdOf(request),
        method: request.method,
        path,
        status,
        durationMs: performance.now() - started,
        bytes: bytesOf(response),
        cache: cacheOf(response),
      });
    });
    next();
  };
}

/** The line itself; cached answers write it without passing through Express. */
export function writeRequestLine(log: Log, line: RequestLine): void {
  const fields = { event: 'request', ...line, durationMs: Math.round(line.durationMs * 100) / 100 };
  if (line.status >= 500) log.error(fields);
  else log.info(fields);
}

function bytesOf(response: ServerResponse): number {
  const length = Number(response.getHeader('content-length'));
  return Number.isFinite(length) ? length : 0;
}

function cacheOf(response: ServerResponse): string | undefined {
  const header = response.getHeader('cache-status');
  return typeof header === 'string' ? header.replace('gis; ', '') : undefined;
}
