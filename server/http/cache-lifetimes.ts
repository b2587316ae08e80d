/** Seconds. */
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** A stale copy at once while a newer one is fetched, or while this server is down (RFC 5861). */
const STALE = `stale-while-revalidate=${10 * MINUTE}, stale-if-error=${DAY}`;

/**
 * Every cache lifetime of the site for browsers (`max-age`) and shared caches (`s-maxage`). Those of the provider's
 * lists are in shared/records/provider-lists.ts.
 */
export const CACHE_CONTROL = {
  /** Short: an urgent notice must show within 10 s (docs/promises.md#c17). */
  page: `public, max-age=0, s-maxage=5, stale-while-revalidate=2, stale-if-error=${DAY}`,
  /** A list of /api; a stale one while the provider is down (docs/promises.md#c3). */
  list: {
    fresh: `public, max-age=0, s-maxage=${MINUTE}, ${STALE}`,
    stale: `public, max-age=0, s-maxage=5, ${STALE}`,
  },
  /** Shared caches must not keep yesterday's birthdays. */
  listOfToday: {
    fresh: `public, max-age=0, s-maxage=${MINUTE}`,
    stale: 'public, max-age=0, s-maxage=5',
  },
  file: `public, max-age=${HOUR}, stale-while-revalidate=${DAY}, stale-if-error=${7 * DAY}`,
  /** It may be uploaded at any time (docs/promises.md#c10). */
  missingFile: `public, max-age=${MINUTE}`,
  /** A shared cache must not keep it in place of a picture. */
  placeholder: `private, max-age=${MINUTE}`,
  /** A PDF of the school: one that it takes down is gone from shared caches after a minute, as the platform's files. */
  document: `public, max-age=${HOUR}, s-maxage=${MINUTE}`,
  schoolPicture: `public, max-age=${HOUR}, s-maxage=${MINUTE}`,
  /** robots.txt, feeds, the manifest. */
  siteFile: `public, max-age=${HOUR}`,
  /** A feed, calendar or sitemap: a record that has left its list leaves it within the list's fresh time. */
  recordFile: `public, max-age=0, s-maxage=${MINUTE}, stale-if-error=${DAY}`,
  /** A built file, whose name changes with its content. */
  asset: `public, max-age=${YEAR}, immutable`,
};

export const NO_STORE = 'no-store';
export const NO_CACHE = 'no-cache';
