import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, Response } from 'express';

/** `traceparent` of W3C Trace Context, version 00; ids of zeros only are not valid. */
const TRACEPARENT = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

const current = new AsyncLocalStorage<string>();

/** The `traceparent` header of the current request, if it is well-formed. */
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
