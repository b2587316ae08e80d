/** A header that the service worker adds to a cached page. */
export const KEPT_AT = 'X-Kept-At';

/** One cache per build: its assets and the visited pages. */
export const CACHE_PREFIX = 'gis-';

export type KeptPage = { name: string; cache: Cache; url: string; at: number };

/** Names of our caches. */
export async function cacheNames(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
}

/** The visited pages in the caches, the newest first. */
export async function keptPages(): Promise<KeptPage[]> {
  const pages: KeptPage[] = [];
  for (const name of await cacheNames()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const kept = await cache.match(url, { ignoreVary: true });
      const at = Number(kept?.headers.get(KEPT_AT) ?? 0);
      if (at > 0) pages.push({ name, cache, url, at });
    }
  }
  return pages.sort((a, b) => b.at - a.at);
}
