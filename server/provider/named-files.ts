import { isExternal } from '../../shared/links.ts';
import type { ListName } from '../../shared/provider-lists.ts';

/** One list of the cache; `id` is empty for all but albums. */
export type HeldList = { name: ListName; id: string };

/** Address of a file of ours, written as a link into a text or a message; what follows ends with the link. */
const FILE_LINK = /(?:^|[\s"'=(])\/api\/image\/([^\s"'<>?#)]+)/g;

/**
 * The files that the held lists name, by the list. Holds one set for each list that names any, so its
 * memory is bounded by that of the lists, and ids that visitors make up leave nothing here.
 */
export class NamedFiles {
  readonly #byList = new Map<string, { list: HeldList; files: ReadonlySet<string> }>();

  set(key: string, list: HeldList, rows: readonly object[]): void {
    const files = filesOf(rows);
    if (files.size > 0) this.#byList.set(key, { list, files });
    else this.#byList.delete(key);
  }

  delete(key: string): void {
    this.#byList.delete(key);
  }

  /** A list that names the file; `file` is spelt as {@link plainFile} does it. */
  holder(file: string): HeldList | undefined {
    for (const { list, files } of this.#byList.values()) if (files.has(file)) return list;
    return undefined;
  }
}

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
    try {
      files.add(plainFile(decodeURIComponent(path)));
    } catch {
      // What cannot be decoded cannot be asked for either.
    }
  }
}
