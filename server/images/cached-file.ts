import { createHash } from 'node:crypto';

/** A file of the cache. */
export type CachedFile = {
  /** Its path, or its bytes while the disk cannot be written. */
  source: string | Buffer;
  bytes: number;
  /** For the caller: small letters, digits and hyphens. */
  note: string;
  /** Hash of the content. */
  tag: string;
  /** When the content was last known to be current, in ms since the epoch (mtime). */
  confirmedAt: number;
};

/** key.note.tag: the index is rebuilt from names and mtimes. */
const NAME = /^([0-9a-f]{32}\.[a-z0-9-]+)\.([a-z0-9-]+)\.([0-9a-f]{20})$/;

/** The keys of a file begin with it. */
export function keyPrefix(id: string): string {
  return `${createHash('sha256').update(id).digest('hex').slice(0, 32)}.`;
}

export function cacheKey(id: string, rendition: string): string {
  return keyPrefix(id) + rendition;
}

export function nameOf(key: string, note: string, tag: string): string {
  return `${key}.${note}.${tag}`;
}

/** The inverse of `nameOf`; null for other names. */
export function parseName(name: string): { key: string; note: string; tag: string } | null {
  const [, key, note, tag] = NAME.exec(name) ?? [];
  return key && note && tag ? { key, note, tag } : null;
}
