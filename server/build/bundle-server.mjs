// How server code is bundled.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { removeOthers } from '../../client/build/asset-files.mjs';
import { ROOT } from '../../client/build/bundles.mjs';

const RELEASE_COMMANDS = {
  outbox: 'server/outbox/start.ts',
  doctor: 'server/ops/doctor/start.ts',
  'log-events': 'server/log/log-events.ts',
  'content-schemas': 'server/content/content-schemas.ts',
};

/** Writes `server/` of a build: the server, the outbox command, and what the build itself runs. */
export async function buildServer(target) {
  const { metafile } = await target.bundle('server', {
    ...serverOptions(target),
    entryPoints: {
      main: target.isDevelopment ? 'server/dev/start.ts' : 'server/start.ts',
      'check-content': 'server/content/check-content.ts',
      brand: 'server/content/brand.ts',
      'sqlite-worker': 'server/outbox/sqlite-worker.js',
      ...(target.isDevelopment ? {} : RELEASE_COMMANDS),
    },
    splitting: true,
    outdir: join(target.dist, 'server'),
    metafile: true,
  });
  await removeOthers(
    join(target.dist, 'server'),
    Object.keys(metafile.outputs).map((file) => basename(file)),
  );
}

/** How server code is bundled, for the benchmarks too. */
export function serverOptions({ isDevelopment = false } = {}) {
  return {
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // From node_modules comes React's development build, and a rebuild costs a quarter.
    ...(isDevelopment ? { packages: 'external' } : { plugins: [bundleReactOnly()] }),
    // As Node itself resolves imports: React Router's CommonJS has a getter for each name that a page uses.
    conditions: ['module', 'module-sync'],
    jsx: 'automatic',
    sourcemap: true,
    // React's CommonJS asks for Node's own modules.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    define: {
      'process.env.NODE_ENV': isDevelopment ? '"development"' : '"production"',
      BUILD_VERSION: JSON.stringify(version()),
    },
    logLevel: 'warning',
  };
}

/** As in server/version.ts. An image is built without the repository and gets its commit as an argument. */
function version() {
  const { version: released } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const commit = process.env.REVISION || commitOf(ROOT);
  return commit === '' ? released : `${released}+${commit.slice(0, 7)}`;
}

/** Empty where there is no repository, or no git. */
function commitOf(folder) {
  try {
    return execFileSync('git', ['-C', folder, 'rev-parse', '--short=7', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}

/**
 * React and what builds on it are bundled, as that bakes the production build in: with NODE_ENV unset at
 * start, a page would cost four times as much; culori is, as the server needs little of it. Every other package
 * stays in node_modules.
 */
function bundleReactOnly() {
  const bundled =
    /^(react|react-dom|react-router|react-router-dom|scheduler|culori|@tanstack\/[\w-]+)(\/|$)/;
  return {
    name: 'bundle-react-only',
    setup(setup) {
      setup.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
        kind === 'entry-point' || bundled.test(path) ? undefined : { path, external: true },
      );
    },
  };
}

/** Prints the faults of content/; answers whether there are none. */
export async function reportContent(target) {
  const { checkContent, missingHindi } = await importBuilt(target, 'check-content.js');
  const faults = await checkContent(join(ROOT, 'content'));
  for (const missing of await missingHindi(join(ROOT, 'content')))
    console.warn(`${missing}; until then it is shown in English`);
  for (const fault of faults) console.error(fault);
  console.log(
    faults.length === 0 ? 'content/ is complete' : `content/ has ${faults.length} errors`,
  );
  return faults.length === 0;
}

/**
 * What content/ says of colours and fonts.
 * @returns {Promise<import('../../client/styles/brand-styles.ts').BrandStyles | null>} null where site.json has faults
 */
export async function readBrand(target) {
  const built = await importBuilt(target, 'brand.js');
  return built.readBrand(join(ROOT, 'content'));
}

/** The query makes each build of a watched tree a module of its own. */
export function importBuilt({ dist }, file) {
  return import(`${pathToFileURL(join(dist, 'server', file)).href}?at=${Date.now()}`);
}
