/** Longest address of a file, in characters. */
const MAX_ID_LENGTH = 512;

/**
 * The provider's id or path of a file, from the decoded segments of `/api/image/*id`. One file has one spelling:
 * empty, `.` and `..` segments, backslashes, control characters and text that would decode once more
 * are rejected.
 * @returns null for an address that must not reach the provider.
 */
export function parseFileId(segments: unknown): string | null {
  if (!Array.isArray(segments)) return null;
  const id = segments.join('/');
  // oxlint-disable-next-line no-control-regex -- NUL and its like end a path in some servers
  if (id.length > MAX_ID_LENGTH || /[\u0000-\u001f\u007f\\]|%[0-9a-f]{2}/i.test(id)) return null;
  return id.split('/').some((segment) => ['', '.', '..'].includes(segment)) ? null : id;
}
