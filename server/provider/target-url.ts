import { ProviderError } from './provider-error.ts';
import { percentDecoded } from '../../shared/percent-decoded.ts';

/** Longest path with query that is sent, in characters. */
const MAX_TARGET_LENGTH = 2_048;

/** Segments of RFC 3986 `pchar`, none empty: whatever a URL parser would rewrite is not among them. */
const PLAIN_PATH = /^(?:\/[\w.~!$&'()*+,;=:@%-]+)+$/;
/** The only call with a query, whose id may hold what a path may not: providers make ids of anything. */
const ALBUM_CALL = /^\/api\/subGallery\?id=([\w.~!'()*%-]+)$/;

/**
 * The address of a call: the provider's origin and path prefix, then `path` to the byte. Pure.
 * `path` begins with a slash and is percent-encoded; it has a query only for subGallery.
 * @throws ProviderError `refused-path` when a server, a proxy or a URL parser could read the path as
 * another one (docs/promises.md#s6): dot segments in any encoding, backslashes, control characters, empty
 * segments, doubled encoding.
 */
export function targetUrl(base: string, path: string): URL {
  if (!isSoundPath(path)) throw new ProviderError('refused-path');
  return new URL(`${base.replace(/(?<!\/)\/+$/, '')}${path}`);
}

/**
 * Path of a file's call from its id or path as the provider names it (not encoded).
 * @throws ProviderError `refused-path` when the text has lone surrogates.
 */
export function filePath(id: string): string {
  if (!id.isWellFormed()) throw new ProviderError('refused-path');
  return `/api/image/${id.split('/').map(encodeURIComponent).join('/')}`;
}

export function isSoundFile(id: string): boolean {
  return id.isWellFormed() && isSoundPath(filePath(id));
}

function isSoundPath(path: string): boolean {
  if (path.length > MAX_TARGET_LENGTH) return false;
  const albumId = ALBUM_CALL.exec(path)?.[1];
  return albumId === undefined
    ? PLAIN_PATH.test(path) && path.split('/').every(isSoundSegment)
    : /^\P{Control}+$/u.test(percentDecoded(albumId) ?? '');
}

/**
 * Whether no server reads a segment as another path: some drop a path parameter (`..;x`) and spaces around
 * dots, and some decode twice.
 */
function isSoundSegment(segment: string): boolean {
  // NFKC, as some servers fold full-width dots and slashes to plain ones.
  const text = percentDecoded(segment)?.normalize('NFKC') ?? null;
  return text !== null && !/[\p{Control}/\\]|%[\da-f]{2}|^\s*\.+\s*(?:;|$)/iu.test(text);
}
