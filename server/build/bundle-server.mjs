import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import esbuild from 'esbuild';
import { removeOthers } from '../../client/build/asset-files.mjs';
import { ROOT } from '../../client/build/bundles.mjs';

const RELEASE_COMMANDS = {
  outbox: 'server/outbox/start.ts',
  doctor: 'server/ops/doctor/start.ts',
  backup: 'server/backup/start-backup.ts',
  restore: 'server/backup/start-restore.ts',
  notice: 'server/notices/start.ts',
  content: 'server/content/start.ts',
  publish: 'server/publication/start-publish.ts',
};

export async function buildServer(target) {
  const { metafile } = await esbuild.build({
    ...serverOptions(target),
    entryPoints: {
      main: 'server/start.ts',
      'for-build': 'server/build/for-build.ts',
      'sqlite-worker': 'server/outbox/sqlite-worker.js',
      'pdf-worker': 'server/content/pdf/pdf-worker.js',
      'make-publication': 'server/publication/start-make.ts',
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

export function serverOptions({ isDevelopment = false } = {}) {
  return {
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // node_modules has React's development build, and a rebuild takes a quarter of the time.
    ...(isDevelopment ? { packages: 'external' } : { plugins: [bundleReactOnly()] }),
    // As Node resolves imports: React Router's CommonJS is slower, with a getter for each name.
    conditions: ['module', 'module-sync'],
    jsx: 'automatic',
    sourcemap: true,
    // React's CommonJS requires Node's modules.
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

/** As in server/version.ts. The image is built without the repository; REVISION is its commit. */
function version() {
  const { version: released } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const commit = process.env.REVISION || commitOf(ROOT);
  return commit === '' ? released : `${released}+${commit.slice(0, 7)}`;
}

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
 * React is bundled as its production build: with NODE_ENV unset at the start, a page would take four times as long. Other
 * packages stay in node_modules.
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

/** The built server/build/for-build.ts. The query avoids Node's module cache after a rebuild. */
export function importBuilt({ dist }) {
  return import(`${pathToFileURL(join(dist, 'server/for-build.js')).href}?at=${Date.now()}`);
}
