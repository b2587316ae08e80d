import type { ListCache } from '../provider/list-cache.ts';
import { plainFile } from '../provider/read-row.ts';
import { COMPLETE_LISTS } from '../../shared/records/provider-lists.ts';

/** How often a file that no list names renews a list: another instance may have a newer one. */
const RENEWAL_MS = 5_000;

/** `unknown`: no list has been read yet. */
type Publication = 'published' | 'unpublished' | 'unknown';

export type FindPublication = ReturnType<typeof createPublishedFiles>;

/**
 * The positive list of files: those that a cached list, album or leader's message names. No visitor can fetch
 * other files of the provider, such as certificates. The files of a removed record are removed with it.
 */
export function createPublishedFiles(lists: ListCache) {
  /** @param fileId id or path of a file, decoded. */
  return async (fileId: string, requestId: string): Promise<Publication> => {
    const file = plainFile(fileId);
    if (lists.hasFile(file)) return 'published';
    await lists.loadSaved();
    if (lists.hasFile(file)) return 'published';
    const options = { maxAgeMs: RENEWAL_MS, requestId };
    await Promise.all(COMPLETE_LISTS.map((name) => lists.renew(name, '', options)));
    if (lists.hasFile(file)) return 'published';
    const states = COMPLETE_LISTS.map((name) => lists.peek(name)?.state);
    return states.every((state) => state === 'failed') ? 'unknown' : 'unpublished';
  };
}
