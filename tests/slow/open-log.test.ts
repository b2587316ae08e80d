import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Above any other file of the site. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

test('P1: the log continues after a disk that was full, with LOG_FORMAT=pretty too', async () => {
  const dataDir = temporaryFolder();
  const log = join(dataDir, 'log');
  writeFileSync(log, '');
  truncateSync(log, MAX_FILE_BYTES - 10);
  const port = await freePort();
  const script = `ulimit -f ${MAX_FILE_BYTES / 512}; exec "$0" dist/server/main.js >> "$1"`;
  const env = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, PICTURES_AHEAD: 'off' };
  const child = spawn('sh', ['-c', script, process.execPath, log], {
    env: { ...env, LOG_FORMAT: 'pretty' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  // The first ten bytes have space; the rest gets EFBIG.
  await expect.poll(() => statSync(log).size).toBe(MAX_FILE_BYTES);
  truncateSync(log, 0);
  await expect
    .poll(async () => {
      await fetch(`http://127.0.0.1:${port}/healthz`);
      return readFileSync(log, 'utf8');
    })
    .toContain('path: "/healthz"');
});

test('a process that is stopped writes its last line, for people at a terminal', async () => {
  const env = { PORT: String(await freePort()), HOST: '127.0.0.1', DATA_DIR: temporaryFolder() };
  const terminal = ['--import', 'data:text/javascript,process.stdout.isTTY = true'];
  const child = spawn(process.execPath, [...terminal, 'dist/server/main.js'], {
    env: { ...env, PICTURES_AHEAD: 'off' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    if (text.includes('listening')) child.kill('SIGTERM');
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(text.trimEnd().split('\n').at(-1)).toMatch(/^\[\d\d:\d\d:\d\d\] .*INFO.*: .*stopped\S*$/);
});
