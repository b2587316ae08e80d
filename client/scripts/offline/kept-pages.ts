import { OFFLINE_LIMITS } from './offline-limits.ts';

/** A header that the service worker adds to a cached page. */
export const KEPT_AT = 'X-Kept-At';

/** One cache per build: its assets and the visited pages. */
export const CACHE_PREFIX = 'gis-';

export type KeptPage = { cache: Cache; url: string; at: number };

/** Names of our caches, oldest first. */
export async function cacheNames(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
}

export async function keptPages(): Promise<KeptPage[]> {
  const pages: KeptPage[] = [];
  for (const name of await cacheNames()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const kept = await cache.match(url, { ignoreVary: true });
      const at = Number(kept?.headers.get(KEPT_AT) ?? 0);
      if (at > 0) pages.push({ cache, url, at });
    }
  }
  return pages.sort((a, b) => b.at - a.at);
}

/**
 * Whether a response may be cached. Responses to forms and searches, the page after a form, errors and pages
 * that lack a list have `no-store`.
 */
export function mayKeep({ ok, headers }: Response): boolean {
  return (
    ok &&
    (headers.get('Content-Type') ?? '').startsWith('text/html') &&
    !/no-store/.test(headers.get('Cache-Control') ?? '')
  );
}

/** A cached page that is not too old, from `cache` if it has one. */
export async function findPage(url: string, cache: string): Promise<Response | undefined> {
  const address = withoutFragment(url);
  const current = await (await caches.open(cache)).match(address, { ignoreVary: true });
  const kept = current ?? (await caches.match(address, { ignoreVary: true }));
  const age = Date.now() - Number(kept?.headers.get(KEPT_AT));
  return age < OFFLINE_LIMITS.pageMs ? kept : undefined;
}

export function withoutFragment(url: string): string {
  return url.replace(/#.*/, '');
}

export async function forget(url: string): Promise<void> {
  for (const name of await cacheNames())
    await (await caches.open(name)).delete(url, { ignoreVary: true });
}

/**
 * Holds the visited pages to their limits; the offline pages always stay.
 * Resolves to those of them that are old.
 */
export async function makeRoom(standIns: readonly string[]): Promise<string[]> {
  const { pages, pageMs, offlinePageMs } = OFFLINE_LIMITS;
  const seen = new Set<string>();
  const old: string[] = [];
  let count = 0;
  for (const { cache, url, at } of await keptPages()) {
    const isNewest = !seen.has(url);
    const age = Date.now() - at;
    seen.add(url);
    if (isNewest && standIns.includes(new URL(url).pathname)) {
      if (age > offlinePageMs) old.push(url);
      continue;
    }
    count += 1;
    if (!isNewest || count > pages || age > pageMs) await cache.delete(url, { ignoreVary: true });
  }
  return old;
}
