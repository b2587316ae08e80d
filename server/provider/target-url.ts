import { ProviderError } from './provider.ts';

/** Longest path with query that is sent, in characters. */
const MAX_TARGET_LENGTH = 2_048;
/** The only call with a query. */
const PATH_WITH_QUERY = '/api/subGallery';

/** Segments of RFC 3986 `pchar`, none empty: whatever a URL parser would rewrite is not among them. */
const PLAIN_PATH = /^(?:\/[\w.~!$&'()*+,;=:@%-]+)+$/;
const ID_QUERY = /^id=[\w.~!'()*%-]+$/;

/**
 * The address of a call: the provider's origin and path prefix, then `path` to the byte. Pure.
 * `path` begins with a slash and is percent-encoded; it has a query only for subGallery.
 * @throws ProviderError `refused-path` when a server, a proxy or a URL parser could read the path as
 * another one (docs/promises.md#s6): dot segments in any encoding, backslashes, control characters, empty
 * segments, doubled encoding.
 */
export function targetUrl(base: string, path: string): URL {
  const [pathname = '', ...queries] = path.split('?');
  const query = queries.join('?');
  const isSound =
    path.length <= MAX_TARGET_LENGTH &&
    PLAIN_PATH.test(pathname) &&
    pathname.split('/').every(isSoundSegment) &&
    (queries.length === 0 ||
      (pathname === PATH_WITH_QUERY && ID_QUERY.test(query) && isSoundId(decoded(query))));
  if (!isSound) throw new ProviderError('refused-path');

  const root = new URL(base);
  const url = new URL(`${base.replace(/\/+$/, '')}${path}`);
  const prefix = root.pathname.replace(/\/+$/, '');
  const stays =
    url.origin === root.origin &&
    url.pathname === `${prefix}${pathname}` &&
    url.username === '' &&
    url.hash === '';
  if (!stays) throw new ProviderError('refused-path');
  return url;
}

/**
 * Path of a file's call from its id or path as the provider names it (not encoded).
 * @throws ProviderError `refused-path` when the text has lone surrogates.
 */
export function filePath(id: string): string {
  try {
    return `/api/image/${id.split('/').map(encodeURIComponent).join('/')}`;
  } catch (error) {
    throw new ProviderError('refused-path', { cause: error });
  }
}

function isSoundSegment(segment: string): boolean {
  const text = decoded(segment);
  // A path parameter (`..;x`) and spaces around dots are dropped by some servers.
  return isSoundText(text) && !/[/\\]/.test(text ?? '') && !/^\s*\.+\s*(?:;|$)/.test(text ?? '');
}

/** Whether a decoded text is free of control characters and of anything that decodes once more. */
function isSoundText(text: string | null): boolean {
  return text !== null && !/\p{Control}/u.test(text) && !/%[\da-f]{2}/i.test(text);
}

/** An id is never part of a path, so it may hold what a path may not: providers make ids of anything. */
function isSoundId(text: string | null): boolean {
  return text !== null && !/\p{Control}/u.test(text);
}

/** NFKC, as some servers fold full-width dots and slashes to plain ones; null for wrong encoding. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text).normalize('NFKC');
  } catch {
    return null;
  }
}
