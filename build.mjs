// Builds dist/ from the sources: `node build.mjs [--watch | --content-only | --docs]`. CONTRIBUTING.md has the commands.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import './server/build/check-node.mjs';

// Loaded after the check of Node's version.
const [
  { bundleStyles, compress, filesOf, publishIcons, publishPictures, removeOthers, writeHashed },
  { checkBudgets },
  { ROOT },
  { buildEntry, buildModules, buildWorkers, readHindiTexts },
  { buildFonts },
  { buildServer, importBuilt, reportContent },
] = await Promise.all([
  import('./client/build/asset-files.mjs'),
  import('./client/build/budgets.mjs'),
  import('./client/build/bundles.mjs'),
  import('./client/build/modules.mjs'),
  import('./client/fonts/build-fonts.mjs'),
  import('./server/build/bundle-server.mjs'),
]);

process.setSourceMapsEnabled(true);

const RELEASE = { dist: join(ROOT, 'dist'), isDevelopment: false };

if (process.argv.includes('--content-only')) {
  await buildServer(RELEASE);
  process.exitCode = (await reportContent(await importBuilt(RELEASE), RELEASE)) ? 0 : 1;
} else if (process.argv.includes('--docs')) {
  await writeDocs();
} else if (process.argv.includes('--watch')) {
  const { develop } = await import('./server/dev/develop.mjs');
  await develop(build);
} else {
  await build(RELEASE);
}

/** A development build is not compressed nor weighed, and accepts errors of content/. */
async function build(target) {
  const started = performance.now();
  const { dist, isDevelopment } = target;
  const assets = join(dist, 'assets');
  await mkdir(assets, { recursive: true });
  const before = await readManifest(dist);
  // Pages in browsers and caches name assets of the previous build.
  const previous = isDevelopment ? [] : (before.files ?? []);
  // First: its messages about content/ matter most.
  await buildServer(target);
  const built = await importBuilt(target);
  const isSound = await reportContent(built, target);
  if (!isSound && !isDevelopment) throw new Error('content/ has errors, see above');
  const schoolPictures = await built.readPictures(join(ROOT, 'content'));
  const { logo } = JSON.parse(await readFile(join(ROOT, 'content/site.json'), 'utf8'));
  const lightboxCss = await writeHashed(
    dist,
    'lightbox.css',
    await bundleStyles(target, 'lightbox.css'),
  );
  const [fonts, pictures, icons, modules] = await Promise.all([
    buildFonts(assets),
    publishPictures(target, {
      pictures: schoolPictures,
      render: built.renderSchoolPicture,
      recipe: built.PICTURE_RECIPE,
      previous: before.pictures ?? {},
    }),
    publishIcons(target, {
      logo: await schoolPictures.get(built.pictureKey(logo))(),
      colour: built.THEME_COLOURS.brand,
    }),
    buildModules(target, { lightboxCss }),
    buildWorkers(target),
  ]);
  for (const warning of built.largePictures(pictures)) console.warn(built.formatProblem(warning));
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
  const texts = await readHindiTexts(modules);
  const styles = { css, saveDataCss, lightboxCss, hindiName };
  const manifest = { entry, ...styles, modules, pictures, icons, fonts, texts };
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
