import { notFound } from './pages/error-pages.tsx';
import { createRoutes, RECORD_PARAMS, type ContentPages, type PageAddress } from './routes.tsx';
import { campusAt } from '../shared/campuses.ts';
import { englishPath, parseLanguage, localPath } from '../shared/languages.ts';
import { percentDecoded } from '../shared/percent-decoded.ts';
import { readSearch, type Search } from '../shared/query-params.ts';

export type Addresses = ReturnType<typeof createAddresses>;

export function createAddresses(content: ContentPages) {
  const routes = createRoutes(content);
  const all = routes.map(({ path, handle }) => [path.toLowerCase(), handle] as const);
  const recordPages = new Map(
    all
      .filter(([path]) => path.endsWith(RECORD_PARAMS))
      .map(([path, address]) => [path.slice(0, -RECORD_PARAMS.length), address]),
  );
  /** Every path of an English page, in lower case: the canonical ones and their other spellings. */
  const byPath: ReadonlyMap<string, PageAddress> = new Map(
    all.filter(([path, { page }]) => page !== notFound && !path.endsWith(RECORD_PARAMS)),
  );
  const notFounds = all.map(([, address]) => address).filter(({ page }) => page === notFound);

  /** Undefined where the school has no Hindi pages. */
  function toHindi(address: PageAddress): PageAddress | undefined {
    if (content.hindi === null) return undefined;
    return { ...address, language: 'hi', path: localPath('hi', address.path) };
  }

  /** The page of a path, in any letter case, with or without a slash at the end: one look-up, two more for a record's. */
  function pageAt(pathname: string): PageAddress | undefined {
    if (content.hindi === null || parseLanguage(pathname) === 'en') return englishPageAt(pathname);
    const address = englishPageAt(englishPath(pathname));
    return address && toHindi(address);
  }

  function englishPageAt(pathname: string): PageAddress | undefined {
    const lower = pathname.toLowerCase();
    const path = lower.length > 1 && lower.endsWith('/') ? lower.slice(0, -1) : lower;
    return byPath.get(path) ?? recordPageAt(path);
  }

  /** The last segments are the id and, mostly, the slug. */
  function recordPageAt(path: string): PageAddress | undefined {
    const base = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (base.length === path.length - 1) return undefined;
    return (
      recordPages.get(base) ?? recordPages.get(base.slice(0, Math.max(0, base.lastIndexOf('/'))))
    );
  }

  /** The not-found page in the frame that a path has, or would have if it had a page. */
  function notFoundAt(pathname: string): PageAddress {
    const campus = campusAt(englishPath(pathname));
    const found = notFounds.find((address) => address.campus === campus);
    if (found === undefined) throw new Error('routes.tsx has no not-found page for every campus');
    return (parseLanguage(pathname) === 'hi' && toHindi(found)) || found;
  }

  /** Every English page, once, in the order of the routes; without those of records. */
  const pages: readonly PageAddress[] = [...new Set(byPath.values())];
  return { routes, byPath, pages, pageAt, notFoundAt };
}

/** The query parameters that the page reads, and the record id of its path. */
export function parseSearch({ path, page }: PageAddress, pathname: string, query: string): Search {
  if (page.subject?.namedIn === 'path') {
    const id = pathname.split('/')[path.split('/').length];
    return readSearch(new URLSearchParams({ id: percentDecoded(id ?? '') ?? '' }), ['id']);
  }
  if (page.searchKeys.length === 0) return {};
  const search = readSearch(new URLSearchParams(query), page.searchKeys);
  // The other parameters choose from results, which need a text.
  return page.showsResults && search.q === undefined ? {} : search;
}

/** The fixed pages, without those of the content. */
export const {
  routes,
  byPath: PAGES_BY_PATH,
  pages: PAGE_ADDRESSES,
  pageAt,
  notFoundAt,
} = createAddresses({ addedPages: [], documents: [], hindi: null });
