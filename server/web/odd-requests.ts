import type { NextFunction, Request, Response } from 'express';

/** Longest address that is answered, in characters: a search text of 10 kB is cut, not refused. */
const MAX_URL = 12_288;

/** Refuses requests that no browser of a visitor makes (RELIABILITY S13). */
export function refuseOddRequests() {
  return (request: Request, response: Response, next: NextFunction): void => {
    const hosts = request.rawHeaders.filter(
      (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
    ).length;
    if (!request.url.startsWith('/') || hosts !== 1 || !isHost(request.headers.host)) {
      response.status(400).type('text').send('Bad request');
    } else if (request.url.length > MAX_URL) {
      response.status(414).type('text').send('Address too long');
    } else if (request.method === 'TRACE' || request.method === 'CONNECT') {
      response.status(405).type('text').send('Method not allowed');
    } else {
      next();
    }
  };
}

/** A host name or address with an optional port (RFC 9110 §7.2). */
function isHost(host: string | undefined): boolean {
  return host !== undefined && /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(host);
}
