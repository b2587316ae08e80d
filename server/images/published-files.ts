import type { ListCache } from '../provider/list-cache.ts';
import type { ListId } from '../provider/list-store.ts';
import { plainFile } from '../provider/read-row.ts';
import { parseSearch, type Addresses } from '../../client/addresses.ts';
import { LIST_NAMES, listId, PROVIDER_LISTS } from '../../shared/records/provider-lists.ts';

const COMPLETE_LISTS = LIST_NAMES.filter((name) => PROVIDER_LISTS[name].needsId !== true);

/** Another instance may have rendered the page from lists that are newer than ours, by this at most. */
const MAX_AGE_MS = 2_000;

/** `unknown`: no list has been read yet. */
type Publication = 'published' | 'unpublished' | 'unknown';

export type FindPublication = ReturnType<typeof createPublishedFiles>;

/**
 * The positive list of files: those that a cached list, album or leader's message names. No visitor can fetch
 * other files of the provider, such as certificates. The files of a removed record are removed with it.
 */
export function createPublishedFiles(lists: ListCache, { pageAt }: Pick<Addresses, 'pageAt'>) {
  function listsOfPage(referer: string | undefined): ListId[] {
    if (referer === undefined || !URL.canParse(referer)) return [];
    const { pathname, search } = new URL(referer);
    const address = pageAt(pathname);
    if (address === undefined) return [];
    const query = parseSearch(address, pathname, search);
    return address.page.lists
      .map((name) => ({ name, id: listId(name, query.id) }))
      .filter(({ name, id }) => id !== '' || PROVIDER_LISTS[name].needsId !== true);
  }

  /**
   * @param fileId id or path of a file, decoded.
   * @param referer proves nothing: it names the lists to renew when another instance rendered the page from
   *   newer ones, or from an album that this one does not have.
   */
  return async (
    fileId: string,
    referer: string | undefined,
    requestId: string,
  ): Promise<Publication> => {
    const file = plainFile(fileId);
    if (lists.hasFile(file)) return 'published';
    // Lists are unknown only after a start.
    const missing = COMPLETE_LISTS.filter((name) => lists.peek(name) === undefined);
    await Promise.all(missing.map((name) => lists.get(name, '', { requestId })));
    if (lists.hasFile(file)) return 'published';
    const options = { maxAgeMs: MAX_AGE_MS, requestId };
    await Promise.all(listsOfPage(referer).map(({ name, id }) => lists.renew(name, id, options)));
    if (lists.hasFile(file)) return 'published';
    const states = COMPLETE_LISTS.map((name) => lists.peek(name)?.state);
    return states.every((state) => state === 'failed') ? 'unknown' : 'unpublished';
  };
}
