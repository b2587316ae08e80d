import type { ListCache } from './list-cache.ts';
import type { HeldList } from './list-store.ts';
import { plainFile } from './read-rows.ts';
import { searchOf, type Addresses } from '../../client/addresses.ts';
import { FRAME_LISTS } from '../../client/routes.tsx';
import { LIST_NAMES, PROVIDER_LISTS } from '../../shared/records/provider-lists.ts';

/** Every list that has no id: what it names is known once it has come. */
const COMPLETE_LISTS = LIST_NAMES.filter((name) => PROVIDER_LISTS[name].needsId !== true);

/** A page that names a file may come from a process whose lists are newer than ours, by no more than this, in milliseconds. */
const MAX_AGE_MS = 2_000;

/** `unknown`: no list has been read yet. */
type Publication = 'published' | 'unpublished' | 'unknown';

/**
 * The positive list of files: only what a list, an album or a leader's message that we hold names is
 * published, so that no visitor makes the site fetch other files of the provider, such as certificates.
 * It follows the lists: a record that is gone takes its files with it.
 */
export class PublishedFiles {
  readonly #lists: ListCache;
  readonly #pageAt: Addresses['pageAt'];

  constructor(lists: ListCache, { pageAt }: Pick<Addresses, 'pageAt'>) {
    this.#lists = lists;
    this.#pageAt = pageAt;
  }

  /**
   * @param fileId id or path of a file, decoded.
   * @param referer the page that asks, where the browser says it. It proves nothing: it names the lists
   *   to look into once more when another process rendered the page from newer ones, or from an album
   *   that this one does not hold.
   */
  async find(fileId: string, referer: string | undefined, requestId: string): Promise<Publication> {
    const file = plainFile(fileId);
    if (this.#isNamed(file)) return 'published';
    // After a start, and only then: each list is fetched once for all who wait.
    const missing = COMPLETE_LISTS.filter((name) => !this.#lists.has(name));
    if (missing.length > 0) {
      await Promise.all(missing.map((name) => this.#lists.get(name, '', { requestId })));
      if (this.#isNamed(file)) return 'published';
    }
    const lists = this.#listsOf(referer);
    if (lists.length > 0) {
      const options = { maxAgeMs: MAX_AGE_MS, requestId };
      await Promise.all(lists.map(({ name, id }) => this.#lists.renew(name, id, options)));
      if (this.#isNamed(file)) return 'published';
    }
    return COMPLETE_LISTS.some((name) => this.#lists.has(name, 'held')) ? 'unpublished' : 'unknown';
  }

  /** Whether a held list names it. A list that has grown old is refreshed behind the answer. */
  #isNamed(file: string): boolean {
    const list = this.#lists.findListContaining(file);
    if (list === undefined) return false;
    this.#lists.peek(list.name, list.id);
    return true;
  }

  /** The lists of the page that a browser says it shows. */
  #listsOf(referer: string | undefined): HeldList[] {
    if (referer === undefined || !URL.canParse(referer)) return [];
    const { pathname, search } = new URL(referer);
    const address = this.#pageAt(pathname);
    if (address === undefined) return [];
    const { id: album = '' } = searchOf(address, pathname, search);
    return [...FRAME_LISTS, ...address.page.lists].flatMap((name) => {
      if (PROVIDER_LISTS[name].needsId !== true) return { name, id: '' };
      return album === '' ? [] : { name, id: album };
    });
  }
}
