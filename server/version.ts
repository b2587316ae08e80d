/** Written in by the build (server/build/bundle-server.mjs). */
declare const BUILD_VERSION: string | undefined;

/** The version of package.json and, where it is known, the commit: `1.0.0+3cec86c` (semver.org, 10). */
export const VERSION = typeof BUILD_VERSION === 'string' ? BUILD_VERSION : 'not-built';
