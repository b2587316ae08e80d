import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, Response } from 'express';

/** `traceparent` of W3C Trace Context, version 00; ids of zeros only are not valid. */
const TRACEPARENT = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** State of the module, as whatever a request causes belongs to its trace; it goes with the request. */
const current = new AsyncLocalStorage<string>();

/** The trace of the request for which this runs; undefined when it came without a well-formed one. */
export function traceparent(): string | undefined {
  return current.getStore();
}

/** Costs nothing while no proxy sends the header. */
export function followTraces() {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const header = request.get('traceparent') ?? '';
    if (TRACEPARENT.test(header)) current.run(header, next);
    else next();
  };
}
