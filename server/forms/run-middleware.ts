import type { Request, RequestHandler, Response } from 'express';

/** A middleware as a promise: resolves when it calls `next`, rejects with what it passes on. */
export function runMiddleware(
  middleware: RequestHandler,
  request: Request,
  response: Response,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (error?: unknown): void =>
      error === undefined || error === null ? resolve() : reject(error);
    void Promise.resolve(middleware(request, response, next)).catch(reject);
  });
}
