export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * The best encoding that a request accepts (RFC 9110 §12.5.3). `q=0` refuses one; the rest of the
 * weights do not matter, as brotli is the smallest wherever it is accepted.
 */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  if (accepts(header, 'br')) return 'br';
  return accepts(header, 'gzip') ? 'gzip' : 'identity';
}

/** Whether a header of accepted things names this one, in small letters; a wildcard does not count. */
export function accepts(header: string, name: string): boolean {
  for (let at = header.indexOf(name); at !== -1; at = header.indexOf(name, at + 1)) {
    const next = header.indexOf(',', at);
    const rest = header.slice(at + name.length, next === -1 ? undefined : next);
    if (isItemStart(header, at) && /^\s*(?:;|$)/.test(rest)) return !REFUSED.test(rest);
  }
  return false;
}

/** A weight of 0, which may stand before other parameters (RFC 9110 §12.4.2). */
const REFUSED = /;\s*q=0(?:\.0*)?\s*(?:;|$)/i;

function isItemStart(header: string, at: number): boolean {
  const before = header.slice(0, at).trimEnd();
  return before === '' || before.endsWith(',');
}

/** Whether `If-None-Match` names the ETag (RFC 9110 §13.1.2; weak comparison). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}
