// `npm run dev`: builds what a change touches, and starts the server again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync, watch } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  buildStyles,
  filesOf,
  publishIcons,
  publishPictures,
  removeOthers,
} from '../../client/build/asset-files.mjs';
import { createRebundler, ROOT } from '../../client/build/bundles.mjs';
import {
  buildEntry,
  buildModules,
  buildWorkers,
  readHindiTexts,
} from '../../client/build/modules.mjs';
import { packagesApart } from '../../client/dev/packages.mjs';
import { buildFonts } from '../../client/fonts/build-fonts.mjs';
import { buildServer, readBrand, reportContent } from '../build/bundle-server.mjs';
import { readDocumentTexts } from '../build/document-texts.mjs';

/** Apart from dist/, which is what gets deployed. */
const DIST = join(ROOT, 'dist-dev');
const ASSETS = join(DIST, 'assets');
const TARGET = {
  dist: DIST,
  isDevelopment: true,
  bundle: createRebundler(),
  plugins: [packagesApart(DIST)],
};

/** How long changes are gathered, in milliseconds: an editor writes a file in several steps. */
const GATHER_MS = 30;

/** Which steps a changed file asks for, by how its path begins; all lines that match count. */
const STEPS_BY_PATH = [
  [/^(client\/(styles|fonts)\/|shared\/brand\.ts$)/, ['styles']],
  [/^content\//, ['content']],
  // Colours and fonts.
  [/^content\/(site\.json$|fonts\/)/, ['styles']],
  [/^content\/pictures\//, ['pictures']],
  [/^content\/files\//, ['documents']],
  [/^(client|shared)\/.*\.tsx?$/, ['modules', 'server']],
  [/^(server|sample)\//, ['server']],
];
const ALL_STEPS = new Set(['pictures', 'documents', 'styles', 'modules', 'server', 'content']);

/** Builds and serves until the process ends. */
export async function develop() {
  await mkdir(ASSETS, { recursive: true });
  const rebuild = createRebuild();
  const server = createServer();
  const stale = new Set(ALL_STEPS);
  let timer;
  let isBusy = false;

  async function work() {
    if (isBusy) return;
    isBusy = true;
    while (stale.size > 0) {
      const steps = new Set(stale);
      stale.clear();
      try {
        const started = performance.now();
        await rebuild(steps);
        const ms = Math.round(performance.now() - started);
        console.log(`rebuilt ${[...steps].join(', ')} in ${ms} ms`);
      } catch (error) {
        // esbuild has printed what it found; the server goes on as it was.
        console.error(error.errors === undefined ? error : 'not rebuilt, see above');
        for (const step of steps) stale.add(step);
        break;
      }
      await server.restart();
    }
    isBusy = false;
  }

  for (const folder of ['client', 'server', 'shared', 'content', 'sample'])
    watchFolder(folder, (path) => {
      const steps = STEPS_BY_PATH.flatMap(([pattern, names]) => (pattern.test(path) ? names : []));
      if (steps.length === 0) return;
      for (const step of steps) stale.add(step);
      clearTimeout(timer);
      timer = setTimeout(() => void work(), GATHER_MS);
    });
  await work();
}

/**
 * Tells the path of what changes in a folder and those within. Each is watched by itself: Node 20's
 * recursive watch on Linux loses a file that is replaced by another of its name, as git and editors do.
 */
function watchFolder(folder, onChange) {
  const watcher = watch(join(ROOT, folder), (type, name) => {
    const path = `${folder}/${name ?? ''}`;
    onChange(path);
    // A new folder.
    const facts = type === 'rename' && statSync(join(ROOT, path), { throwIfNoEntry: false });
    if (facts && facts.isDirectory()) watchFolder(path, onChange);
  });
  watcher.on('error', () => watcher.close());
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true }))
    if (entry.isDirectory()) watchFolder(`${folder}/${entry.name}`, onChange);
}

/** Each call does the steps named and leaves what the earlier ones made of the others. */
function createRebuild() {
  const made = {};
  return async (steps) => {
    // What reads content/ is built with it.
    const server = steps.has('server') ? buildServer(TARGET) : Promise.resolve();
    await Promise.all([
      server,
      steps.has('content') && server.then(() => reportContent(TARGET)),
      steps.has('pictures') && publishPictures(TARGET).then((it) => (made.pictures = it)),
      steps.has('pictures') && publishIcons(TARGET).then((it) => (made.icons = it)),
      steps.has('documents') && readDocumentTexts(TARGET),
      steps.has('styles') && server.then(() => siteStyles(made)),
      steps.has('styles') && lightboxAndModules(made, { hasCode: steps.has('modules') }),
      !steps.has('styles') && steps.has('modules') && modulesAndEntry(made),
    ]);
    if (made.css === undefined) throw new Error('content/site.json has faults, see above');
    const files = filesOf(made);
    await removeOthers(ASSETS, files);
    await writeFile(join(DIST, 'manifest.json'), JSON.stringify({ ...made, files }));
  };
}

/** Colours and fonts stay as they were while site.json has faults. */
async function siteStyles(made) {
  const brand = await readBrand(TARGET);
  if (brand === null) return;
  made.fonts = await buildFonts(ASSETS, brand);
  made.css = await buildStyles(TARGET, 'site.css', { ownCss: brand.css, fonts: made.fonts });
  made.saveDataCss = await buildStyles(TARGET, 'site.css', { ownCss: brand.saveDataCss });
}

/** The styles of the lightbox are named in its module. */
async function lightboxAndModules(made, { hasCode }) {
  const { lightboxCss } = made;
  made.lightboxCss = await buildStyles(TARGET, 'lightbox.css');
  if (hasCode || made.lightboxCss !== lightboxCss) await modulesAndEntry(made);
}

async function modulesAndEntry(made) {
  made.modules = await buildModules(TARGET, made);
  made.texts = await readHindiTexts(made.modules);
  made.entry = await buildEntry(TARGET, made);
  await buildWorkers(TARGET);
}

/** The server's process, of which there is one at most. */
function createServer() {
  let child;
  let exited;
  return {
    async restart() {
      // Visitors are nobody here, and the outbox is made for this: what it has accepted is on the disk.
      child?.kill('SIGKILL');
      await exited;
      child = spawn(process.execPath, [join(DIST, 'server/main.js')], {
        // Over the fourth it sees this process end, and ends too.
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
        // What a browser keeps would hide what was changed.
        env: { SERVICE_WORKER: 'off', ...process.env, NODE_ENV: 'development' },
      });
      exited = once(child, 'exit');
    },
  };
}
