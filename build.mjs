// Builds dist/ from the sources: `node build.mjs [--start | --watch | --content-only | --docs]`. CONTRIBUTING.md has the commands.
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import './server/build/check-node.mjs';

// Loaded after the check of Node's version.
const [
  { bundleStyles, compress, filesOf, removeOthers, writeHashed },
  { checkBudgets },
  { ROOT },
  { buildEntry, buildModules, buildWorkers, readHindiTexts },
  { buildFonts },
  { buildServer, importBuilt },
] = await Promise.all([
  import('./client/build/asset-files.mjs'),
  import('./client/build/budgets.mjs'),
  import('./client/build/bundles.mjs'),
  import('./client/build/modules.mjs'),
  import('./client/fonts/build-fonts.mjs'),
  import('./server/build/bundle-server.mjs'),
]);

process.setSourceMapsEnabled(true);

/** Pictures of the school are in its publications; earlier releases had them among these. */
const OF_PROGRAM = /\.(js|css|woff2)$|^hindi-name-/;
const RELEASE = { dist: join(ROOT, 'dist'), isDevelopment: false };

if (process.argv.includes('--content-only')) {
  await buildServer(RELEASE);
  const { checkForBuild } = await importBuilt(RELEASE);
  process.exitCode = (await checkForBuild(RELEASE, process.env)) ? 0 : 1;
} else if (process.argv.includes('--docs')) {
  await writeDocs();
} else if (process.argv.includes('--watch')) {
  const { develop } = await import('./server/dev/develop.mjs');
  await develop(build);
} else {
  await build(RELEASE);
}

/** A development build is not compressed nor weighed. Errors of the school's folder leave what was published before. */
async function build(target) {
  const started = performance.now();
  const { dist, isDevelopment } = target;
  const assets = join(dist, 'assets');
  await mkdir(assets, { recursive: true });
  const before = await readManifest(dist);
  // Pages in browsers and caches name assets of the previous build.
  const previous = isDevelopment
    ? []
    : (before.files ?? []).filter((file) => OF_PROGRAM.test(file));
  await buildServer(target);
  const built = await importBuilt(target);
  // First: its messages about the school's folder matter most.
  const isPublished = await built.publishForBuild(target, process.env);
  const isStart = process.argv.includes('--start');
  if (!isPublished && !isDevelopment && !(isStart && built.printShown(target)))
    throw new Error('not published, see above');
  const lightboxCss = await writeHashed(
    dist,
    'lightbox.css',
    await bundleStyles(target, 'lightbox.css'),
  );
  const [fonts, modules] = await Promise.all([
    buildFonts(assets),
    buildModules(target, { lightboxCss }),
    buildWorkers(target),
  ]);
  const entry = await buildEntry(target, { modules });
  const outline = await readFile(join(ROOT, 'client/styles/hindi-name.svg'));
  const hindiName = await writeHashed(dist, 'hindi-name.svg', outline);
  const addresses = { ...fonts, 'hindi-name': hindiName };
  const generated = built.carouselStyles() + built.pictureStyles();
  const siteCss = generated + (await bundleStyles(target, 'site.css', addresses));
  const fontCss = await bundleStyles(target, 'font-files.css', addresses);
  const [css, saveDataCss] = await Promise.all(
    [fontCss + siteCss, siteCss].map((text) => writeHashed(dist, 'site.css', text)),
  );
  await copyFile(join(ROOT, 'THIRD-PARTY-NOTICES.md'), join(dist, 'licences.txt'));
  const texts = await readHindiTexts(modules);
  const styles = { css, saveDataCss, lightboxCss, hindiName };
  const manifest = { entry, ...styles, modules, fonts, texts };
  const current = filesOf(manifest);
  if (!isDevelopment) {
    await compress(assets, current);
    await checkBudgets(dist, manifest);
  }
  await removeOthers(
    assets,
    [...current, ...previous].flatMap((file) => [file, `${file}.br`, `${file}.gz`]),
  );
  await writeFile(
    join(dist, 'manifest.json'),
    JSON.stringify({ ...manifest, files: current, previous }, null, 1),
  );
  console.log(`built in ${Math.round(performance.now() - started)} ms: ${current.length} assets`);
}

async function readManifest(dist) {
  const path = join(dist, 'manifest.json');
  return existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : {};
}

async function writeDocs() {
  await buildServer(RELEASE);
  const { contentSchemas, logEventsDocument } = await importBuilt(RELEASE);
  await writeFile(join(ROOT, 'docs/log-events.md'), logEventsDocument());
  for (const [file, schema] of Object.entries(contentSchemas()))
    await writeFile(join(ROOT, 'content', file), JSON.stringify(schema, null, 2));
}
