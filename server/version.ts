/** Defined by server/build/bundle-server.mjs. */
declare const BUILD_VERSION: string | undefined;

/** The commit follows if it is known: `1.0.0+3cec86c` (semver.org, 10). */
export const VERSION = typeof BUILD_VERSION === 'string' ? BUILD_VERSION : 'not-built';

/** False where the sources run, as in tests. */
export const IS_BUILT = VERSION !== 'not-built';
