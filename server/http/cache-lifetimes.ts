const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/**
 * Every cache lifetime of the site for browsers (`max-age`) and shared caches (`s-maxage`), with stale times (RFC
 * 5861), in seconds. Those of the provider's lists are in shared/records/provider-lists.ts.
 */
const CACHE_LIFETIMES = {
  page: { maxAge: 0, shared: MINUTE, staleWhileRevalidate: 10 * MINUTE, staleIfError: DAY },
  /** A fresh list of /api; a list with another fresh time replaces `shared`. */
  list: { maxAge: 0, shared: MINUTE, staleWhileRevalidate: 10 * MINUTE, staleIfError: DAY },
  /** A list that depends on the day. */
  listOfToday: { maxAge: 0, shared: MINUTE },
  /** A stale list while the provider is down (docs/promises.md#c3). */
  staleList: { maxAge: 0, shared: 5, staleWhileRevalidate: 10 * MINUTE, staleIfError: DAY },
  staleListOfToday: { maxAge: 0, shared: 5 },
  file: { maxAge: HOUR, staleWhileRevalidate: DAY, staleIfError: 7 * DAY },
  /** It may be uploaded at any time (docs/promises.md#c10). */
  missingFile: { maxAge: MINUTE },
  /** In place of a picture; not for shared caches. */
  placeholder: { maxAge: MINUTE, isPrivate: true },
  /** A PDF of content/files. */
  document: { maxAge: HOUR },
  /** robots.txt, feeds, the manifest. */
  siteFile: { maxAge: HOUR },
  /** A feed, calendar or sitemap: a record that has left its list leaves it within the list's fresh time. */
  recordFile: { maxAge: 0, shared: MINUTE, staleIfError: DAY },
  /** A built file, whose name changes with its content. */
  asset: { maxAge: YEAR, isImmutable: true },
} as const satisfies Record<string, CacheLifetime>;

type CacheLifetime = {
  maxAge: number;
  shared?: number;
  staleWhileRevalidate?: number;
  staleIfError?: number;
  isPrivate?: true;
  isImmutable?: true;
};

export type CacheLifetimeName = keyof typeof CACHE_LIFETIMES;

export const NO_STORE = 'no-store';
export const NO_CACHE = 'no-cache';

export function cacheControl(name: CacheLifetimeName): string {
  const lifetime: CacheLifetime = CACHE_LIFETIMES[name];
  const { maxAge, shared, staleWhileRevalidate, staleIfError, isPrivate, isImmutable } = lifetime;
  return [
    isPrivate ? 'private' : 'public',
    `max-age=${maxAge}`,
    shared !== undefined && `s-maxage=${shared}`,
    staleWhileRevalidate !== undefined && `stale-while-revalidate=${staleWhileRevalidate}`,
    staleIfError !== undefined && `stale-if-error=${staleIfError}`,
    isImmutable === true && 'immutable',
  ]
    .filter((part) => part !== false)
    .join(', ');
}
