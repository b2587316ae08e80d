import { notFound } from './pages/NotFound.tsx';
import { routes, type PageAddress, type SiteRoute } from './routes.tsx';

/** Every path below which routes have a page, as `[path, address]`; those of pages in lower case. */
function addressesBelow(children: readonly SiteRoute[], parent: string): [string, PageAddress][] {
  return children.flatMap(({ path, handle, children: below }) => {
    const own = path === undefined ? parent : join(parent, path);
    const ofRoute: [string, PageAddress][] =
      handle === undefined ? [] : [[own.toLowerCase(), handle]];
    return below === undefined ? ofRoute : [...ofRoute, ...addressesBelow(below, own)];
  });
}

function join(parent: string, path: string): string {
  return path.startsWith('/') ? path : `${parent === '/' ? '' : parent}/${path}`;
}

const addresses = addressesBelow(routes, '/');
const notFounds = addresses
  .filter(([, { page }]) => page === notFound)
  .map(([path, address]) => ({ prefix: path.replace('*', ''), address }))
  .toSorted((a, b) => b.prefix.length - a.prefix.length);

/** Every path that answers a page, in lower case: the canonical ones and their other spellings. */
export const PAGES_BY_PATH: ReadonlyMap<string, PageAddress> = new Map(
  addresses.filter(([, { page }]) => page !== notFound),
);

/** Every page of the site, once, in the order of the routes. */
export const PAGE_ADDRESSES: readonly PageAddress[] = [...new Set(PAGES_BY_PATH.values())];

/** The page of a path, in any letter case, with or without a slash at the end: one look-up. */
export function pageAt(pathname: string): PageAddress | undefined {
  const lower = pathname.toLowerCase();
  return PAGES_BY_PATH.get(lower.length > 1 && lower.endsWith('/') ? lower.slice(0, -1) : lower);
}

/** The not-found page in the frame that a path has, or would have if it had a page. */
export function notFoundAt(pathname: string): PageAddress {
  const lower = pathname.toLowerCase();
  const campus = pageAt(pathname)?.campus;
  const found = notFounds.find(({ prefix, address }) =>
    campus === undefined ? lower.startsWith(prefix) : address.campus === campus,
  );
  if (found === undefined) throw new Error('routes.tsx has no not-found page for every path');
  return found.address;
}
