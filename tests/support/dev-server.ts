import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { vi } from 'vitest';
import { copySources } from './copy-sources.ts';
import { SOON } from './effort.ts';
import { freePort } from './free-port.ts';

export type DevServer = Awaited<ReturnType<typeof startDevServer>>;

/** `npm run dev` on a copy of the sources, which the test may change. */
export async function startDevServer() {
  const folder = copySources();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['build.mjs', '--watch'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: url,
      DATA_DIR: join(folder, 'data'),
      LOG_FORMAT: 'json',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  await vi.waitUntil(() => lines.some((line) => line.includes('"listening"')), SOON);
  return {
    url,
    folder,
    /** What it has printed. */
    lines,
    async close() {
      // The output ends with the last process that holds it: the server, which stops with its parent.
      const ended = new Promise((end) => child.stdout.once('close', end));
      child.kill();
      await ended;
    },
  };
}
