import type { RecordSegment } from './registry.ts';
import { campusPath, type Campus } from '../campuses.ts';
import { readParameter } from '../query-params.ts';

/** Longest slug, in characters; the rest is cut at a word. */
const MAX_SLUG = 60;

/**
 * Canonical path of a record's page, `/Events/{id}/{slug}`: the id decides, the slug is for people.
 * Null for a record whose id no address may carry.
 */
export function recordPath(
  campus: Campus,
  segment: RecordSegment,
  { id, title }: { id: string; title: string },
): string | null {
  if (!isAddressId(id)) return null;
  const slug = toSlug(title);
  const path = `${campusPath(campus, segment)}/${encodeURIComponent(id)}`;
  return slug === '' ? path : `${path}/${encodeURIComponent(slug)}`;
}

/** Whether an address may name a record by this id. */
export function isAddressId(id: string): boolean {
  // Browsers and proxies take these two for folders, however they are encoded.
  if (id === '.' || id === '..') return false;
  return readParameter('id', id) === id;
}

/** A title as part of an address, in its own script: `Annual Day, 2026!` is `annual-day-2026`. */
export function toSlug(title: string): string {
  const slug = title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  if (slug.length <= MAX_SLUG) return slug;
  const cut = slug.slice(0, MAX_SLUG + 1);
  const end = cut.lastIndexOf('-');
  // One long word is cut between two characters, not within one.
  return end > 0 ? cut.slice(0, end) : cut.slice(0, MAX_SLUG).replace(/[\ud800-\udbff]$/, '');
}

/** Path of an album's page; null when no address may carry its id. */
export function albumPath(campus: Campus, id: string): string | null {
  return isAddressId(id)
    ? `${campusPath(campus, 'SubGallery')}?id=${encodeURIComponent(id)}`
    : null;
}
