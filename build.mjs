// Builds dist/ from the sources: `node build.mjs [--watch | --content-only | --docs]`. CONTRIBUTING.md has the commands.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  buildStyles,
  compress,
  filesOf,
  publishPictures,
  removeOthers,
} from './client/build/asset-files.mjs';
import { checkBudgets } from './client/build/budgets.mjs';
import { bundleOnce, ROOT } from './client/build/bundles.mjs';
import { buildEntry, buildModules } from './client/build/modules.mjs';
import { buildFonts } from './client/fonts/build-fonts.mjs';
import { buildServer, importBuilt, reportContent } from './server/build/bundle-server.mjs';
import { develop } from './server/dev/develop.mjs';

// What the build itself runs of the sources (the check of content/) fails in lines of TypeScript too.
process.setSourceMapsEnabled(true);

const RELEASE = { dist: join(ROOT, 'dist'), isDevelopment: false, bundle: bundleOnce };

if (process.argv.includes('--content-only')) {
  await buildServer(RELEASE);
  process.exitCode = (await reportContent(RELEASE)) ? 0 : 1;
} else if (process.argv.includes('--docs')) {
  await writeDocs();
} else if (process.argv.includes('--watch')) {
  await develop();
} else {
  await build();
}

/** The whole build; throws with a readable message when anything is wrong. */
async function build() {
  const started = performance.now();
  const { dist } = RELEASE;
  const assets = join(dist, 'assets');
  await mkdir(assets, { recursive: true });
  const previous = await readPreviousAssets();
  const lightboxCss = await buildStyles(RELEASE, { file: 'lightbox.css', fonts: {} });
  const [fonts, pictures, modules] = await Promise.all([
    buildFonts(assets),
    publishPictures(RELEASE),
    buildModules(RELEASE, { lightboxCss }),
    buildServer(RELEASE),
  ]);
  if (!(await reportContent(RELEASE))) throw new Error('content/ has faults, see above');
  const entry = await buildEntry(RELEASE, { modules });
  const css = await buildStyles(RELEASE, { file: 'site.css', fonts });
  const manifest = { entry, css, lightboxCss, modules, pictures, fonts };
  const current = filesOf(manifest);
  await compress(assets, current);
  await checkBudgets(dist, manifest);
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

/** Pages that browsers and caches still hold name the assets of the build before. */
async function readPreviousAssets() {
  const path = join(RELEASE.dist, 'manifest.json');
  return existsSync(path) ? JSON.parse(await readFile(path, 'utf8')).files : [];
}

/** Writes what docs/ has of tables in the code. */
async function writeDocs() {
  await buildServer(RELEASE);
  const { logEventsDocument } = await importBuilt(RELEASE, 'log-events.js');
  await writeFile(join(ROOT, 'docs/log-events.md'), logEventsDocument());
}
