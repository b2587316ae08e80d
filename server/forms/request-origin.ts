import type { IncomingMessage } from 'node:http';

export type OriginCheck = {
  isOwnPage: boolean;
  /** The origin that the browser names; null when it names none, or something else. */
  origin: string | null;
  /** Which header decided. */
  decidedBy: 'sec-fetch-site' | 'origin';
};

/**
 * Whether a post comes from a page of ours (docs/promises.md#s9). Browsers that send Sec-Fetch-Site decide
 * by it; it cannot be set by a script. Older ones, and sites without TLS, send Origin with every post.
 */
export function checkOrigin(request: IncomingMessage, siteUrl: string): OriginCheck {
  const origin = originOf(request.headers.origin);
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined)
    return { isOwnPage: site === 'same-origin', origin, decidedBy: 'sec-fetch-site' };
  return {
    isOwnPage: origin !== null && origin === originOf(siteUrl),
    origin,
    decidedBy: 'origin',
  };
}

/** Scheme, host and port of an address without anything else in it, else null. */
function originOf(text: string | undefined): string | null {
  if (text === undefined || !URL.canParse(text)) return null;
  const { origin } = new URL(text);
  return origin === text ? origin : null;
}
