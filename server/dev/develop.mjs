// `npm run dev`: builds and starts the server again after each change.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import esbuild from 'esbuild';
import { ROOT } from '../../client/build/bundles.mjs';

/** Not dist/, which is deployed. */
const TARGET = { dist: join(ROOT, 'dist-dev'), isDevelopment: true };
const SOURCES = ['client', 'server', 'shared', 'content', 'sample'];

export async function develop(build) {
  let server;
  const watchSources = {
    name: 'watch-sources',
    setup({ onLoad, onEnd }) {
      onLoad({ filter: /./ }, () => ({ contents: '', ...listSources() }));
      // At the end: esbuild compares with what it saw on load, so a change during a build is built too.
      onEnd(async () => {
        try {
          await build(TARGET);
          server = await restart(server);
        } catch (error) {
          // esbuild has printed its errors; the last build still runs.
          console.error(error.errors === undefined ? error.message : 'not built, see above');
        }
      });
    },
  };
  process.once('SIGTERM', () => {
    server?.kill();
    process.exit();
  });
  // The plugin replaces the text of this entry, and names the files to watch.
  const options = { entryPoints: ['build.mjs'], absWorkingDir: ROOT, write: false };
  const context = await esbuild.context({ ...options, plugins: [watchSources] });
  await context.watch();
}

function listSources() {
  const folders = SOURCES.map((folder) => join(ROOT, folder));
  const entries = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }),
  );
  const pathsOf = (some) => some.map(({ parentPath, name }) => join(parentPath, name));
  return {
    watchDirs: [...folders, ...pathsOf(entries.filter((entry) => entry.isDirectory()))],
    watchFiles: pathsOf(entries.filter((entry) => entry.isFile())),
  };
}

async function restart(server) {
  // Accepted submissions are on the disk.
  if (server?.kill('SIGKILL')) await once(server, 'exit');
  return spawn(process.execPath, [join(TARGET.dist, 'server/main.js')], {
    stdio: 'inherit',
    // Pages in a browser's cache would hide changes.
    env: { SERVICE_WORKER: 'off', ...process.env, NODE_ENV: 'development' },
  });
}
