/** Defined by server/build/bundle-server.mjs. */
declare const BUILD_VERSION: string | undefined;

/** With the commit, if known: `1.0.0+3cec86c` (semver.org, 10). */
export const VERSION = typeof BUILD_VERSION === 'string' ? BUILD_VERSION : 'not-built';
