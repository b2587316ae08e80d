import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { copySources } from './copy-sources.ts';
import { freePort } from './free-port.ts';

export type DevServer = {
  url: string;
  folder: string;
  /** Resolves with the line that matches the last pattern, once the others have matched before it, in order; call it before what causes the lines. */
  printed(...patterns: RegExp[]): Promise<string>;
  close(): Promise<void>;
};

/** `npm run dev` on a copy of the sources, which the test may change. */
export async function startDevServer(): Promise<DevServer> {
  const folder = copySources();
  const port = await freePort();
  const child = spawn(process.execPath, ['build.mjs', '--watch'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: join(folder, 'data'),
      LOG_FORMAT: 'json',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const waiting = new Set<(line: string) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    for (const look of waiting) look(line);
  });
  function printed(...patterns: RegExp[]): Promise<string> {
    return new Promise((found) => {
      const left = [...patterns];
      function look(line: string): void {
        if (left[0]?.test(line) !== true) return;
        left.shift();
        if (left.length > 0) return;
        waiting.delete(look);
        found(line);
      }
      waiting.add(look);
    });
  }
  await printed(/"listening"/);
  return {
    url: `http://127.0.0.1:${port}`,
    folder,
    printed,
    async close() {
      // The output ends with the last process that holds it: the server's, which sees its parent go.
      const ended = new Promise((end) => child.stdout.once('close', end));
      child.kill('SIGKILL');
      await ended;
    },
  };
}
