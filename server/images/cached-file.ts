import { createHash } from 'node:crypto';

/** A file in the cache folder, or its bytes while the disk cannot be written. */
export type CachedFile = {
  place: { name: string } | { content: Buffer };
  bytes: number;
  /** For the caller: letters and digits. */
  note: string;
  /** Hash of the content. */
  tag: string;
  /** When the content was last known to be current, in ms since the epoch (mtime). */
  confirmedAt: number;
};

/** key.note.tag: the index is rebuilt from names and mtimes. */
const NAME = /^([0-9a-f]{32}\.[a-z0-9-]+)\.([a-z0-9]+)\.([0-9a-f]{20})$/;

export function cacheKey(id: string, rendition: string): string {
  return `${createHash('sha256').update(id).digest('hex').slice(0, 32)}.${rendition}`;
}

export function nameOf(key: string, note: string, tag: string): string {
  return `${key}.${note}.${tag}`;
}

/** The inverse of `nameOf`; null for other names. */
export function parseName(name: string): { key: string; note: string; tag: string } | null {
  const [, key, note, tag] = NAME.exec(name) ?? [];
  return key && note && tag ? { key, note, tag } : null;
}

/** Off the event loop: a photo of 3 MB takes several milliseconds. */
export async function tagOf(content: Buffer): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(content));
  return Buffer.from(hash).toString('hex').slice(0, 20);
}
