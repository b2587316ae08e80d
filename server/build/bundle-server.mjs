// How server code is bundled.
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { removeOthers } from '../../client/build/asset-files.mjs';
import { ROOT } from '../../client/build/bundles.mjs';

const RELEASE_COMMANDS = {
  outbox: 'server/outbox/start.ts',
  'log-events': 'server/web/log-events.ts',
};

/** Writes `server/` of a build: the server, the outbox command, and what the build itself runs. */
export async function buildServer(target) {
  const { metafile } = await target.bundle('server', {
    ...serverOptions(target),
    entryPoints: {
      main: target.isDevelopment ? 'server/dev/start.ts' : 'server/start.ts',
      'check-content': 'server/check-content.ts',
      addresses: 'client/addresses.ts',
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
    jsx: 'automatic',
    sourcemap: true,
    // React's CommonJS asks for Node's own modules.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    define: { 'process.env.NODE_ENV': isDevelopment ? '"development"' : '"production"' },
    logLevel: 'warning',
  };
}

/**
 * React and what builds on it are bundled, as that bakes the production build in: with NODE_ENV unset at
 * start, a page would cost four times as much. Every other package stays in node_modules.
 */
function bundleReactOnly() {
  const bundled =
    /^(react|react-dom|react-router|react-router-dom|scheduler|@tanstack\/[\w-]+)(\/|$)/;
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
  const [{ checkContent }, { pageAt }] = await Promise.all(
    ['check-content.js', 'addresses.js'].map((file) => importBuilt(target, file)),
  );
  const faults = await checkContent(join(ROOT, 'content'), (path) => pageAt(path) !== undefined);
  for (const fault of faults) console.error(fault);
  console.log(
    faults.length === 0 ? 'content/ is complete' : `content/ has ${faults.length} faults`,
  );
  return faults.length === 0;
}

/** The query makes each build of a watched tree a module of its own. */
export function importBuilt({ dist }, file) {
  return import(`${pathToFileURL(join(dist, 'server', file)).href}?at=${Date.now()}`);
}
