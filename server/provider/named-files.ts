import { isExternal } from '../../shared/links.ts';
import type { ListName } from '../../shared/provider-lists.ts';
import { percentDecoded } from '../../shared/percent-decoded.ts';

/** One list of the cache; `id` is empty for all but albums. */
export type HeldList = { name: ListName; id: string };

/** Address of a file of ours, written as a link into a text or a message; what follows ends with the link. */
const FILE_LINK = /(?:^|[\s"'=(])\/api\/image\/([^\s"'<>?#)]+)/g;

/** The one spelling of a provider's file: its id, or its path without empty segments, not encoded. */
export function plainFile(id: string): string {
  return id.split('/').filter(Boolean).join('/');
}

/** Every file that rows name: their lists of files, and links to `/api/image/…` in their texts. */
export function filesOf(rows: readonly object[]): Set<string> {
  const files = new Set<string>();
  for (const row of rows) {
    for (const value of Object.values(row)) {
      if (Array.isArray(value)) addFileIds(files, value);
      else if (typeof value === 'string' && value.includes('/api/image/')) addLinks(files, value);
    }
  }
  return files;
}

function addFileIds(files: Set<string>, ids: readonly unknown[]): void {
  for (const id of ids) if (typeof id === 'string' && !isExternal(id)) files.add(plainFile(id));
}

function addLinks(files: Set<string>, text: string): void {
  for (const [, path = ''] of text.matchAll(FILE_LINK)) {
    const file = percentDecoded(path);
    // What cannot be decoded cannot be asked for either.
    if (file !== null) files.add(plainFile(file));
  }
}
