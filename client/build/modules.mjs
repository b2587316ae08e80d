import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { assetUrl } from './asset-files.mjs';
import { bundleForBrowser, ROOT } from './bundles.mjs';
import { checkModuleNames } from './module-names.mjs';

/** Islands import offline-notice.ts, and so does keep-form.ts: they share its state. */
const OF_ISLANDS = ['keep-form.ts', 'offline-notice.ts'];
/** popups.ts imports lightbox.ts when its picture is touched. */
const OF_PHOTOS = ['lightbox.ts', 'popups.ts'];

/** Every island and enhancement as a module of its own; islands share chunks. `{ name: { src, imports, later, sources } }` */
export async function buildModules(target, { lightboxCss }) {
  const filesIn = async (folder, end) =>
    (await readdir(join(ROOT, folder))).filter((file) => file.endsWith(end));
  const islands = await filesIn('client/islands', '.tsx');
  const enhancements = await filesIn('client/scripts', '.ts');
  const others = enhancements.filter((file) => ![...OF_ISLANDS, ...OF_PHOTOS].includes(file));
  // What enhancements share is a few lines: a chunk of it would weigh more, and come one request later.
  const groups = [
    [...islands.map((file) => `island:${basename(file, '.tsx')}`), ...OF_ISLANDS.map(scriptPath)],
    OF_PHOTOS.map(scriptPath),
    ...others.map((file) => [scriptPath(file)]),
  ];
  const bundles = await Promise.all(
    groups.map((entryPoints) =>
      bundleForBrowser(target, {
        known: { LIGHTBOX_STYLES: JSON.stringify(lightboxCss) },
        entryPoints,
        splitting: true,
        plugins: [islandEntries()],
      }),
    ),
  );
  const outputs = Object.assign({}, ...bundles.map((bundle) => bundle.outputs));
  const modules = {};
  for (const [file, { entryPoint }] of Object.entries(outputs)) {
    // A dynamic import is an entry point too, but no page names it.
    if (!/^(island:|client\/scripts\/[^/]+$)/.test(entryPoint ?? '')) continue;
    const name = basename(entryPoint)
      .replace(/^island:/, '')
      .replace(/\.ts$/, '');
    const files = reach(outputs, file, ['import-statement']);
    const [src, ...imports] = files.map(assetUrl);
    modules[name] = {
      src,
      imports,
      later: reach(outputs, file, ['import-statement', 'dynamic-import']).map(assetUrl),
      sources: sourcesOf(outputs, files),
    };
  }
  await checkModuleNames(ROOT, modules);
  return modules;
}

function scriptPath(file) {
  return `client/scripts/${file}`;
}

function sourcesOf(outputs, files) {
  const inputs = files.flatMap((file) => Object.keys(outputs[file].inputs));
  return inputs.filter((input) => /^(client|shared)\//.test(input));
}

/** Whether an entry of the modules is an island, whose address its page carries. */
function isIsland([, { sources }]) {
  return sources.includes('client/mount-island.tsx');
}

/** The texts of each island, and of all enhancements (`enhance`), that a Hindi page carries for them. */
export async function readHindiTexts(modules) {
  const islands = Object.entries(modules).filter(isIsland);
  const enhancements = Object.entries(modules).filter((entry) => !isIsland(entry));
  // What an island has of enhancements reads its texts where they do.
  const own = (sources) => sources.filter((source) => !source.startsWith('client/scripts/'));
  const texts = islands.map(async ([name, { sources }]) => [name, await textsIn(own(sources))]);
  const enhance = await textsIn(enhancements.flatMap(([, { sources }]) => sources));
  return { ...Object.fromEntries(await Promise.all(texts)), enhance };
}

const TEXTS = join(ROOT, 'client/hindi-texts.json');
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;
const PLACE = /\$?\{[^}]*\}/g;

/** English texts of client/hindi-texts.json that stand in the sources of modules. */
async function textsIn(sources) {
  const known = Object.keys(JSON.parse(await readFile(TEXTS, 'utf8')));
  const literals = new Set();
  for (const source of sources) {
    const code = await readFile(join(ROOT, source), 'utf8');
    for (const [literal] of code.matchAll(LITERAL))
      literals.add(literal.slice(1, -1).replace(/\\(.)/g, '$1').replace(PLACE, '{}'));
  }
  return known.filter((text) => literals.has(text.replace(PLACE, '{}'))).toSorted();
}

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

/** The service worker, and the one that takes its place when it must go: `worker.js` and `kill-worker.js` of a build. */
export async function buildWorkers(target) {
  await bundleForBrowser(target, {
    entryPoints: ['worker', 'kill-worker'].map((name) => `client/scripts/offline/${name}.ts`),
    known: { IN_WORKER: 'true' },
    // Their address is the same for each build; the server writes the build's version before them.
    format: 'iife',
    outdir: target.dist,
    entryNames: '[name]',
  });
}

/** The script of every page, alone: splitting would give it a helper chunk. */
export async function buildEntry(target, { modules }) {
  const enhancements = Object.entries(modules).filter((entry) => !isIsland(entry));
  const addresses = Object.fromEntries(enhancements.map(([name, { src }]) => [name, src]));
  const { outputs } = await bundleForBrowser(target, {
    known: { MODULES: JSON.stringify(addresses) },
    entryPoints: ['client/entry.ts'],
  });
  return assetUrl(Object.keys(outputs)[0]);
}
