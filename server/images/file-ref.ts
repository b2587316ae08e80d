/** Longest address of a file, in characters. */
const MAX_REF = 512;

/**
 * The provider's id or path from the decoded segments of `/api/image/*ref`. One file has one spelling:
 * empty, `.` and `..` segments, backslashes, control characters and text that would decode once more
 * are refused.
 * @returns null for an address that must not reach the provider.
 */
export function parseRef(segments: unknown): string | null {
  if (!Array.isArray(segments)) return null;
  const ref = segments.join('/');
  // oxlint-disable-next-line no-control-regex -- NUL and its like end a path in some servers
  if (ref.length > MAX_REF || /[\u0000-\u001f\u007f\\]|%[0-9a-f]{2}/i.test(ref)) return null;
  return ref.split('/').some((segment) => ['', '.', '..'].includes(segment)) ? null : ref;
}
