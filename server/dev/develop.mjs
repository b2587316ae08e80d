// `npm run dev`: builds and starts the server again after each change.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { createRebundler, ROOT } from '../../client/build/bundles.mjs';

/** Not dist/, which is deployed. */
const TARGET = { dist: join(ROOT, 'dist-dev'), isDevelopment: true, bundle: createRebundler() };
const SOURCES = ['client', 'server', 'shared', 'content', 'sample'];
/** An editor writes a file in several steps. */
const DEBOUNCE_MS = 30;

export async function develop(build) {
  let timer;
  let isBuilding = false;
  let isStale = false;
  let server;

  async function update() {
    isStale = true;
    if (isBuilding) return;
    isBuilding = true;
    while (isStale) {
      isStale = false;
      try {
        await build(TARGET);
        server = await restart(server);
      } catch (error) {
        // esbuild has printed its errors; the last build still runs.
        console.error(error.errors === undefined ? error.message : 'not built, see above');
      }
    }
    isBuilding = false;
  }

  for (const folder of SOURCES)
    watchFolder(join(ROOT, folder), () => {
      clearTimeout(timer);
      timer = setTimeout(() => void update(), DEBOUNCE_MS);
    });
  await update();
}

/** Node 20's recursive watch on Linux misses files that git and editors replace. */
function watchFolder(folder, onChange) {
  const watcher = watch(folder, (_type, name) => {
    onChange();
    const path = join(folder, name ?? '');
    if (path !== folder && statSync(path, { throwIfNoEntry: false })?.isDirectory())
      watchFolder(path, onChange);
  });
  watcher.on('error', () => watcher.close());
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) watchFolder(join(folder, entry.name), onChange);
}

async function restart(server) {
  // Accepted submissions are on the disk.
  if (server?.kill('SIGKILL')) await once(server, 'exit');
  return spawn(process.execPath, [join(TARGET.dist, 'server/main.js')], {
    // The server exits when the IPC channel closes.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Pages in a browser's cache would hide changes.
    env: { SERVICE_WORKER: 'off', ...process.env, NODE_ENV: 'development' },
  });
}
