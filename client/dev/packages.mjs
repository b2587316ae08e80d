// Packages in development: modules of their own, bundled once, so that a rebuild is of our own files alone.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import esbuild from 'esbuild';
import { browserOptions } from '../build/bundles.mjs';

/** Where server/dev/dev-routes.ts serves `packages/` of a development build. */
const PACKAGES = '/_dev/packages';
/** React is CommonJS, whose names esbuild cannot list. */
const COMMON_JS = /^react(-dom)?(\/|$)/;
const require = createRequire(import.meta.url);

/** A plugin that leaves packages out of a bundle; those that it has not met before it bundles when that is done. */
export function packagesApart(dist) {
  const asked = new Set();
  let bundled = 0;
  return {
    name: 'packages-apart',
    setup(setup) {
      setup.onResolve({ filter: /^[@a-z][^:]*$/ }, ({ path, kind }) => {
        if (kind === 'entry-point') return undefined;
        asked.add(path);
        return { path: `${PACKAGES}/${path}.js`, external: true };
      });
      setup.onEnd(async () => {
        if (asked.size > bundled) await bundlePackages(dist, [...asked]);
        bundled = asked.size;
      });
    },
  };
}

/** Together, so that there is one React. */
async function bundlePackages(dist, names) {
  await esbuild.build({
    ...browserOptions({ dist, isDevelopment: true }),
    entryPoints: names.map((name) => ({ in: `package:${name}`, out: name })),
    outdir: join(dist, 'packages'),
    entryNames: '[dir]/[name]',
    splitting: true,
    sourcemap: 'linked',
    logOverride: { 'import-is-undefined': 'silent' },
    plugins: [packageEntries()],
  });
}

function packageEntries() {
  return {
    name: 'package-entries',
    setup(setup) {
      setup.onResolve({ filter: /^package:/ }, ({ path }) => ({ path, namespace: 'package' }));
      setup.onLoad({ filter: /.*/, namespace: 'package' }, ({ path }) => {
        const name = path.slice('package:'.length);
        const contents = COMMON_JS.test(name)
          ? `export { default, ${Object.keys(require(name)).join()} } from '${name}';`
          : `export * from '${name}'; import * as all from '${name}'; export default all.default;`;
        return { contents, resolveDir: import.meta.dirname };
      });
    },
  };
}
