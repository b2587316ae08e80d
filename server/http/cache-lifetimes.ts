const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/**
 * How long browsers (`max-age`) and caches between (`s-maxage`) may use an answer before they ask again,
 * and how long an old one may stand in (RFC 5861): every lifetime of the site, in seconds. Lists at the
 * provider have theirs in shared/records/provider-lists.ts.
 */
const CACHE_LIFETIMES = {
  /** A complete page. */
  page: { maxAge: 0, shared: MINUTE, staleWhileRevalidate: 10 * MINUTE, staleIfError: DAY },
  /** A list of /api that is up to date; `shared` is the list's own fresh time where that is another. */
  list: { maxAge: 0, shared: MINUTE, staleWhileRevalidate: 10 * MINUTE, staleIfError: DAY },
  /** A feed or calendar: what the school has taken down is gone from it within its list's fresh time. */
  feed: { maxAge: 0, shared: MINUTE, staleIfError: DAY },
  /** A list that is right today only. */
  listOfToday: { maxAge: 0, shared: MINUTE },
  /** A stale list while the provider is down (docs/promises.md#c3). */
  staleList: { maxAge: 0, shared: 5, staleWhileRevalidate: 10 * MINUTE, staleIfError: DAY },
  staleListOfToday: { maxAge: 0, shared: 5 },
  /** A picture or document of the provider. */
  file: { maxAge: HOUR, staleWhileRevalidate: DAY, staleIfError: 7 * DAY },
  /** A file that may be put there at any time (docs/promises.md#c10). */
  missingFile: { maxAge: MINUTE },
  /** A shared cache must not keep the stand-in for a picture. */
  placeholder: { maxAge: MINUTE, isPrivate: true },
  /** A PDF of content/files. */
  document: { maxAge: HOUR },
  /** robots.txt, feeds, the manifest. */
  siteFile: { maxAge: HOUR },
  /** A file made of records, such as a sitemap: what has left its list is gone from it too. */
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

/** The Cache-Control of an answer that no cache may keep (RFC 9111, 5.2.2.5). */
export const NO_STORE = 'no-store';

/** The Cache-Control of what has to be asked for each time (RFC 9111, 5.2.2.4). */
export const NO_CACHE = 'no-cache';

const values = new Map(
  Object.entries(CACHE_LIFETIMES).map(([name, lifetime]) => [name, headerOf(lifetime)]),
);

/** The Cache-Control of a kind of answer. */
export function cacheControl(name: CacheLifetimeName): string {
  return values.get(name) ?? NO_STORE;
}

function headerOf(lifetime: CacheLifetime): string {
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
