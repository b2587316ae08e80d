export type Encoding = 'br' | 'gzip' | 'identity';

/** The best encoding that a request accepts (RFC 9110 §12.5.3); of the weights only `q=0` matters. */
export function acceptedEncoding(header = ''): Encoding {
  if (accepts(header, 'br')) return 'br';
  return accepts(header, 'gzip') ? 'gzip' : 'identity';
}

/** A weight of 0, which may precede other parameters (RFC 9110 §12.4.2). */
const ZERO_WEIGHT = /;\s*q=0(?:\.0*)?\s*(?:;|$)/i;

/** Whether a header such as Accept names this item; a wildcard does not count. */
export function accepts(header: string, name: string): boolean {
  if (!header.includes(name)) return false;
  const item = header.split(',').find((each) => each.split(';')[0]?.trim() === name);
  return item !== undefined && !ZERO_WEIGHT.test(item);
}

/** Whether `If-None-Match` names the ETag (RFC 9110 §13.1.2; weak comparison). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}
