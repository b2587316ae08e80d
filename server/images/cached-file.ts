import { createHash } from 'node:crypto';

/** A file of the cache: a name within its folder, or the bytes themselves while the disk takes none. */
export type CachedFile = {
  place: { name: string } | { content: Buffer };
  bytes: number;
  /** A tag of the caller, letters and digits. */
  note: string;
  /** Hash of the content: equal tags are equal bytes. */
  tag: string;
  /** When the content was last known to be right, in ms since the epoch (mtime). */
  confirmedAt: number;
};

/** key.note.tag: the name says all that the index knows but the age. */
const NAME = /^([0-9a-f]{32}\.[a-z0-9-]+)\.([a-z0-9]+)\.([0-9a-f]{20})$/;

/** Key of one rendition (`original`, `640-webp`) of a provider's file. */
export function cacheKey(id: string, rendition: string): string {
  return `${createHash('sha256').update(id).digest('hex').slice(0, 32)}.${rendition}`;
}

/** Name of a file in the cache's folder. */
export function nameOf(key: string, note: string, tag: string): string {
  return `${key}.${note}.${tag}`;
}

/** What {@link nameOf} was made from; null for a name that it did not make. */
export function parseName(name: string): { key: string; note: string; tag: string } | null {
  const [, key, note, tag] = NAME.exec(name) ?? [];
  return key && note && tag ? { key, note, tag } : null;
}

/** Off the event loop: a photo of 3 MB takes several milliseconds. */
export async function tagOf(content: Buffer): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(content));
  return Buffer.from(hash).toString('hex').slice(0, 20);
}
