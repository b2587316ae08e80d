import { createHash } from 'node:crypto';

/** A file of the cache. */
export type CachedFile = {
  /** Its path, or its bytes while the disk cannot be written. */
  source: string | Buffer;
  bytes: number;
  /** The caller's own: small letters, digits and hyphens. */
  note: string;
  /** Hash of the content. */
  tag: string;
  /** When the content was last known to be current, in ms since the epoch (mtime). */
  confirmedAt: number;
};

/** key.note.tag: the index is rebuilt from names and mtimes. */
export const NAME = /^([0-9a-f]{32}\.[a-z0-9-]+)\.([a-z0-9-]+)\.([0-9a-f]{20})$/;

const ORIGINAL = 'original';

export function fileKey(id: string, rendition = ORIGINAL): string {
  return keyPrefix(id) + rendition;
}

/** The keys of a file begin with it. */
export function keyPrefix(id: string): string {
  return `${createHash('sha256').update(id).digest('hex').slice(0, 32)}.`;
}

export function isOriginal(key: string): boolean {
  return key.endsWith(`.${ORIGINAL}`);
}

/** Off the event loop: a photo of 3 MB takes several milliseconds. */
export async function contentTag(content: Buffer): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(content));
  return Buffer.from(hash).toString('hex').slice(0, 20);
}
