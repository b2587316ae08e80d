import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';

/** A host name or address with an optional port (RFC 9110 §7.2). */
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;

/** Whether a request has a path and exactly one valid Host (RFC 9112 §3.2). Node drops repeated Host fields. */
export function isPlainRequest({ url, headers, rawHeaders }: IncomingMessage): boolean {
  const isHost = (text: string, index: number) => index % 2 === 0 && /^host$/i.test(text);
  const hasOneHost = rawHeaders.filter(isHost).length === 1;
  return hasOneHost && HOST.test(headers.host ?? '') && url?.startsWith('/') === true;
}

/** docs/promises.md#s13. */
export function rejectMalformedRequests() {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!isPlainRequest(request)) {
      response.status(400).type('text').send('Bad request');
    } else if (request.method === 'TRACE' || request.method === 'CONNECT') {
      response.status(405).set('Allow', 'GET, HEAD, POST').type('text').send('Method not allowed');
    } else if (!isKnownExpectation(request.headers.expect)) {
      response.status(417).type('text').send('Expectation failed');
    } else {
      next();
    }
  };
}

/** Node itself responds to 100-continue, the only expectation there is (RFC 9110 §10.1.1). */
function isKnownExpectation(expect: string | undefined): boolean {
  return expect === undefined || expect.toLowerCase() === '100-continue';
}
