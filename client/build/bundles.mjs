import { appendFile, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** Oldest browsers that get the scripts; older ones get the HTML, which is complete without. */
export const BROWSERS = ['chrome90', 'firefox90', 'safari15'];
/** In each script with code of packages: where their notices are. */
const NOTICES = '// /licences.txt\n';
/** Chrome before 91 fails at such a call where there is nothing to call (https://crbug.com/42201552). */
const ARGUMENT_AFTER_SPREAD = /\?\.[\w$.]*\([^()]*\.\.\.[^(),]+,/;
/** Never in a browser module: server code, and libraries that weigh more than a page. */
const FORBIDDEN_IN_BROWSER = [
  /^server\//,
  /^client\/pages\//,
  /node_modules\/(parse5|marked|entities|express|react-dom\/.*server|react-router)/,
  /node_modules\/zod\/(index|v4\/classic|v3)/,
];

/**
 * Where a build goes and how.
 * @typedef {object} Target
 * @property {string} dist
 * @property {boolean} isDevelopment development React, source maps
 */

/**
 * Bundles modules for browsers. `known` are names that the sources declare, with their values as JSON.
 * @returns {Promise<import('esbuild').Metafile>}
 * @throws Error that names what a browser must not get.
 */
export async function bundleForBrowser({ dist, isDevelopment }, { known, ...own }) {
  const { metafile } = await esbuild.build({
    absWorkingDir: ROOT,
    bundle: true,
    minify: !isDevelopment,
    // The server serves no .map files.
    sourcemap: isDevelopment ? 'inline' : false,
    format: 'esm',
    target: BROWSERS,
    // The only fault of Chrome 90 in it is looked for below; lowered, a module weighs up to 5 % more.
    supported: { 'optional-chain': true },
    jsx: 'automatic',
    outdir: join(dist, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: 'shared-[hash]',
    metafile: true,
    legalComments: 'none',
    define: {
      'process.env.NODE_ENV': isDevelopment ? '"development"' : '"production"',
      IN_WORKER: 'false',
      ...known,
    },
    logLevel: 'warning',
    ...own,
  });
  const errors = Object.keys(metafile.inputs).filter((input) =>
    FORBIDDEN_IN_BROWSER.some((pattern) => pattern.test(input)),
  );
  if (errors.length > 0)
    throw new Error(`must not be in the browser's bundle: ${errors.join(', ')}`);
  for (const [file, { inputs }] of Object.entries(metafile.outputs)) {
    const path = join(ROOT, file);
    const [found] = ARGUMENT_AFTER_SPREAD.exec(await readFile(path, 'utf8')) ?? [];
    if (found !== undefined) throw new Error(`${file}: Chrome 90 fails at ${found}`);
    if (Object.keys(inputs).some((input) => input.startsWith('node_modules/')))
      await appendFile(path, NOTICES);
  }
  return metafile;
}
