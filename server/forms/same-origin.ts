import type { IncomingMessage } from 'node:http';

/**
 * Whether a post comes from a page of ours (RELIABILITY S9). Browsers that send Sec-Fetch-Site decide
 * by it; it cannot be set by a script. Older ones, and sites without TLS, send Origin with every post.
 */
export function isFromOwnPage(request: IncomingMessage, siteUrl: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return request.headers.origin === new URL(siteUrl).origin;
}
