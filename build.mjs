// Builds dist/ from the sources: `node build.mjs [--watch | --content-only | --docs]`. CONTRIBUTING.md has the commands.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, watch } from 'node:fs';
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import esbuild from 'esbuild';
import sharp from 'sharp';
import { buildFonts } from './client/fonts/build-fonts.mjs';

const ROOT = dirname(fileURLToPath(import.meta.url));
const DIST = join(ROOT, 'dist');
const ASSETS = join(DIST, 'assets');
/** Oldest browsers that get the scripts; older ones get the HTML, which is complete without. */
const BROWSERS = ['chrome90', 'firefox90', 'safari15'];
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json']);
/** What must never be in a browser module: other sides' code, and libraries that weigh more than a page. */
const FORBIDDEN_IN_BROWSER = [
  /^server\//,
  /^client\/pages\//,
  /node_modules\/(parse5|marked|entities|express|react-dom\/.*server|react-router)/,
  /node_modules\/zod\/(index|v4\/classic|v3)/,
];

const isWatching = process.argv.includes('--watch');

if (process.argv[1] !== fileURLToPath(import.meta.url)) {
  // Imported for its options.
} else if (process.argv.includes('--content-only')) {
  await buildServer();
  process.exitCode = (await reportContent()) ? 0 : 1;
} else if (process.argv.includes('--docs')) {
  await writeDocs();
} else if (isWatching) {
  await develop();
} else {
  await build();
}

/** The whole build; throws with a readable message when anything is wrong. */
async function build() {
  const started = performance.now();
  await mkdir(ASSETS, { recursive: true });
  const previous = await readPreviousAssets();
  const lightboxCss = await buildStyles('lightbox.css', {});
  const [fonts, pictures, modules] = await Promise.all([
    buildFonts(ASSETS),
    publishPictures(),
    buildModules({ LIGHTBOX_STYLES: JSON.stringify(lightboxCss) }),
    buildServer(),
  ]);
  if (!(await reportContent())) throw new Error('content/ has faults, see above');
  const entry = await buildEntry(modules);
  const css = await buildStyles('site.css', fonts);
  const manifest = { entry, css, lightboxCss, modules, pictures, fonts: urls(fonts) };
  const current = filesOf(manifest);
  await compress(current);
  if (!isWatching) await checkBudgets(manifest);
  await removeOthers(
    ASSETS,
    [...current, ...previous].flatMap((file) => [file, `${file}.br`, `${file}.gz`]),
  );
  await writeFile(
    join(DIST, 'manifest.json'),
    JSON.stringify({ ...manifest, files: current, previous }, null, 1),
  );
  console.log(`built in ${Math.round(performance.now() - started)} ms: ${current.length} assets`);
}

/** Every island and enhancement as a module of its own, sharing chunks. `{ name: { src, imports, later } }` */
async function buildModules(addresses) {
  const islands = (await readdir(join(ROOT, 'client/islands'))).filter((file) =>
    file.endsWith('.tsx'),
  );
  const enhancements = (await readdir(join(ROOT, 'client/enhance'))).filter((file) =>
    file.endsWith('.ts'),
  );
  const entryPoints = [
    ...islands.map((file) => `island:${basename(file, '.tsx')}`),
    ...enhancements.map((file) => join(ROOT, 'client/enhance', file)),
  ];
  if (entryPoints.length === 0) return {};
  const result = await esbuild.build({
    ...browserOptions(addresses),
    entryPoints,
    splitting: true,
    plugins: [islandEntries()],
  });
  checkBrowserInputs(result.metafile);
  const { outputs } = result.metafile;
  const modules = {};
  for (const [file, { entryPoint }] of Object.entries(outputs)) {
    // What a module imports later is an entry point too, but nobody asks for it by name.
    if (entryPoint === undefined || entryPoint.startsWith('node_modules/')) continue;
    const name = basename(entryPoint)
      .replace(/^island:/, '')
      .replace(/\.ts$/, '');
    const [src, ...imports] = reach(outputs, file, ['import-statement']).map(assetUrl);
    modules[name] = {
      src,
      imports,
      later: reach(outputs, file, ['import-statement', 'dynamic-import']).map(assetUrl),
    };
  }
  return modules;
}

/** An output and all that it imports, in turn. */
function reach(outputs, file, kinds, found = new Set()) {
  if (found.has(file) || outputs[file] === undefined) return [...found];
  found.add(file);
  for (const { path, kind } of outputs[file].imports)
    if (kinds.includes(kind)) reach(outputs, path, kinds, found);
  return [...found];
}

/** An island's entry: the component of its file, with the way to hydrate it. */
function islandEntries() {
  return {
    name: 'islands',
    setup(setup) {
      setup.onResolve({ filter: /^island:/ }, ({ path }) => ({
        path: path.slice('island:'.length),
        namespace: 'island',
      }));
      setup.onLoad({ filter: /.*/, namespace: 'island' }, ({ path: name }) => ({
        contents: `import { ${name} } from './client/islands/${name}.tsx';
          import { mountIsland } from './client/mount-island.tsx';
          export const hydrate = (root, props) => mountIsland(${name}, root, props);`,
        resolveDir: ROOT,
        loader: 'js',
      }));
    },
  };
}

/** The script of every page, alone: splitting would give it a helper chunk. */
async function buildEntry(modules) {
  const addresses = Object.fromEntries(
    Object.entries(modules).map(([name, { src }]) => [name, src]),
  );
  const result = await esbuild.build({
    ...browserOptions({ MODULES: JSON.stringify(addresses) }),
    entryPoints: [join(ROOT, 'client/entry.ts')],
  });
  checkBrowserInputs(result.metafile);
  return assetUrl(Object.keys(result.metafile.outputs)[0]);
}

/** `known` are names that the sources declare, with their values as JSON. */
function browserOptions(known) {
  return {
    absWorkingDir: ROOT,
    bundle: true,
    minify: true,
    format: 'esm',
    target: BROWSERS,
    jsx: 'automatic',
    outdir: ASSETS,
    entryNames: '[name]-[hash]',
    chunkNames: 'shared-[hash]',
    metafile: true,
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"', ...known },
    logLevel: 'warning',
  };
}

function checkBrowserInputs(metafile) {
  const faults = Object.keys(metafile.inputs).filter((input) =>
    FORBIDDEN_IN_BROWSER.some((pattern) => pattern.test(input)),
  );
  if (faults.length > 0)
    throw new Error(`must not be in the browser's bundle: ${faults.join(', ')}`);
}

/** A stylesheet of client/styles; `url(font:name)` becomes the font's address. */
async function buildStyles(file, fonts) {
  const result = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: [`client/styles/${file}`],
    bundle: true,
    minify: true,
    target: BROWSERS,
    write: false,
    external: ['font:*'],
    logLevel: 'warning',
  });
  const css = result.outputFiles[0].text.replace(/url\("?font:([\w-]+)"?\)/g, (_match, name) => {
    if (fonts[name] === undefined) throw new Error(`client/styles/fonts.css: no font ${name}`);
    return `url(/assets/${fonts[name]})`;
  });
  return writeHashed(file, css);
}

/** Pictures of content/pictures under hashed names. `{ name: { src, width, height } }` */
async function publishPictures() {
  const folder = join(ROOT, 'content/pictures');
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
  const published = await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      const { width, height } = await sharp(bytes).metadata();
      return [name, { src: await writeHashed(name, bytes), width, height }];
    }),
  );
  return Object.fromEntries(published);
}

async function buildServer() {
  const { metafile } = await esbuild.build({
    ...serverOptions(),
    entryPoints: {
      main: 'server/start.ts',
      outbox: 'server/outbox/outbox-cli.ts',
      'check-content': 'server/check-content.ts',
      'log-events': 'server/web/log-events.ts',
      addresses: 'client/addresses.ts',
    },
    splitting: true,
    outdir: join(DIST, 'server'),
    metafile: true,
  });
  await removeOthers(
    join(DIST, 'server'),
    Object.keys(metafile.outputs).map((file) => basename(file)),
  );
}

/** How server code is bundled, for the benchmarks too. */
export function serverOptions() {
  return {
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: [bundleReactOnly()],
    jsx: 'automatic',
    sourcemap: true,
    // React's CommonJS asks for Node's own modules.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    define: { 'process.env.NODE_ENV': '"production"' },
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

/** Writes what docs/ has of tables in the code. */
async function writeDocs() {
  await buildServer();
  const { logEventsDocument } = await importBuilt('log-events.js');
  await writeFile(join(ROOT, 'docs/log-events.md'), logEventsDocument());
}

/** Prints the faults of content/; answers whether there are none. */
async function reportContent() {
  const [{ checkContent }, { pageAt }] = await Promise.all(
    ['check-content.js', 'addresses.js'].map(importBuilt),
  );
  const faults = await checkContent(join(ROOT, 'content'), (path) => pageAt(path) !== undefined);
  for (const fault of faults) console.error(fault);
  console.log(
    faults.length === 0 ? 'content/ is complete' : `content/ has ${faults.length} faults`,
  );
  return faults.length === 0;
}

/** The query makes each build of a watched tree a module of its own. */
function importBuilt(file) {
  return import(`${pathToFileURL(join(DIST, 'server', file)).href}?at=${Date.now()}`);
}

async function writeHashed(name, bytes) {
  const hash = createHash('sha256')
    .update(bytes)
    .digest('base64url')
    .replace(/[-_]/g, '')
    .slice(0, 8);
  const file = `${basename(name, extname(name))}-${hash}${extname(name)}`;
  await writeFile(join(ASSETS, file), bytes);
  return `/assets/${file}`;
}

function assetUrl(file) {
  return `/assets/${basename(file)}`;
}

function urls(fonts) {
  return Object.fromEntries(Object.entries(fonts).map(([name, file]) => [name, `/assets/${file}`]));
}

/** All asset files that a manifest names. */
function filesOf({ entry, css, lightboxCss, modules, pictures, fonts }) {
  const fromModules = Object.values(modules).flatMap(({ later }) => later);
  const all = [
    entry,
    css,
    lightboxCss,
    ...fromModules,
    ...Object.values(pictures).map(({ src }) => src),
    ...Object.values(fonts),
  ];
  return [...new Set(all)].map((url) => basename(url));
}

/** Holds the browser's weight to client/budgets.json. */
async function checkBudgets({ entry, css, lightboxCss, fonts, modules }) {
  const budgets = JSON.parse(await readFile(join(ROOT, 'client/budgets.json'), 'utf8'));
  const weights = [
    ['entry', [entry], budgets.entry],
    ['css', [css], budgets.css],
    ['lightboxCss', [lightboxCss], budgets.lightboxCss],
    ['fonts', Object.values(fonts), budgets.fonts],
    ...Object.entries(modules).map(([name, { src, imports }]) => [
      name,
      [src, ...imports],
      budgets.modules[name],
    ]),
  ];
  const faults = [];
  for (const [name, files, budget] of weights) {
    const sizes = await Promise.all(files.map((url) => transferSize(join(DIST, url))));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    if (budget === undefined) faults.push(`${name} has no budget; it weighs ${bytes}`);
    else if (bytes > budget) faults.push(`${name} weighs ${bytes}, its budget is ${budget}`);
  }
  if (faults.length > 0) throw new Error(`client/budgets.json: ${faults.join('; ')}`);
}

async function transferSize(path) {
  return (await stat(existsSync(`${path}.br`) ? `${path}.br` : path)).size;
}

/** Pages that browsers and caches still hold name the assets of the build before. */
async function readPreviousAssets() {
  const path = join(DIST, 'manifest.json');
  if (!existsSync(path)) return [];
  const { files, previous } = JSON.parse(await readFile(path, 'utf8'));
  return isWatching ? previous : files;
}

/** Removes what earlier builds left in a folder. */
async function removeOthers(folder, kept) {
  const wanted = new Set(kept);
  const others = (await readdir(folder)).filter((file) => !wanted.has(file));
  // Two builds may run at once: a test's and a check's.
  await Promise.all(others.map((file) => rm(join(folder, file), { force: true })));
}

async function compress(files) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: isWatching ? 4 : 11 };
  for (const file of files.filter(
    (name) => COMPRESSIBLE.has(extname(name)) && !existsSync(join(ASSETS, `${name}.br`)),
  )) {
    const bytes = await readFile(join(ASSETS, file));
    await writeFile(join(ASSETS, `${file}.br`), brotliCompressSync(bytes, { params }));
    await writeFile(join(ASSETS, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

/** Builds, starts the server, and does both again after each change. */
async function develop() {
  let server;
  let timer;
  async function restart() {
    try {
      await build();
    } catch (error) {
      console.error(error.message);
      return;
    }
    server?.kill();
    server = spawn(process.execPath, [join(DIST, 'server/main.js')], { stdio: 'inherit' });
  }
  await restart();
  for (const folder of ['client', 'server', 'shared', 'content', 'sample']) {
    watch(join(ROOT, folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => void restart(), 80);
    });
  }
}
