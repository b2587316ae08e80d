// `npm run dev`: builds and starts the server again after each change.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { createRebundler, ROOT } from '../../client/build/bundles.mjs';

/** Separate from dist/, which is what gets deployed. */
const TARGET = { dist: join(ROOT, 'dist-dev'), isDevelopment: true, bundle: createRebundler() };
const SOURCES = ['client', 'server', 'shared', 'content', 'sample'];
/** An editor writes a file in several steps. */
const DEBOUNCE_MS = 30;

/** Builds and serves until the process ends. */
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
        // esbuild has printed its errors; the server goes on with the last build.
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

/** Node 20's recursive watch on Linux loses a file that is replaced by another of its name, as git and editors do. */
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
  // The outbox keeps what it has accepted on the disk.
  if (server?.kill('SIGKILL')) await once(server, 'exit');
  return spawn(process.execPath, [join(TARGET.dist, 'server/main.js')], {
    // The fourth tells the server when this process ends.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Pages that the browser keeps would hide changes.
    env: { SERVICE_WORKER: 'off', ...process.env, NODE_ENV: 'development' },
  });
}
