import { spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from './harness/browser.ts';
import { freePort } from './harness/site.ts';

type DevServer = {
  url: string;
  folder: string;
  /** Resolves with the next line of the output that matches; ask before what causes it. */
  printed(pattern: RegExp): Promise<string>;
  close(): Promise<void>;
};

/** `npm run dev` on a copy of the sources, which the test may change. */
async function startDevServer(): Promise<DevServer> {
  const folder = mkdtempSync(join(tmpdir(), 'gis-dev-'));
  for (const name of [
    'build.mjs',
    'package.json',
    'client',
    'content',
    'sample',
    'server',
    'shared',
  ])
    cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
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
  function printed(pattern: RegExp): Promise<string> {
    return new Promise((found) => {
      function look(line: string): void {
        if (!pattern.test(line)) return;
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
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let dev: DevServer;
let browser: TestBrowser;

beforeAll(async () => {
  [dev, browser] = await Promise.all([startDevServer(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await dev.close();
});

test('a changed style and a changed part are rebuilt alone, and the open page shows both by itself', async () => {
  const { page, close } = await browser.visit(`${dev.url}/Vision`);
  const styles = dev.printed(/^rebuilt/);
  appendFileSync(join(dev.folder, 'client/styles/base.css'), 'body { --changed: 41px; }\n');
  expect(await styles).toMatch(/^rebuilt styles in \d+ ms$/);
  await page.waitForFunction(
    () => getComputedStyle(document.body).getPropertyValue('--changed').trim() === '41px',
  );

  const footer = join(dev.folder, 'client/parts/Footer.tsx');
  const original = readFileSync(footer, 'utf8');
  // Each time by a new file of the same name, as git and editors write.
  for (const value of ['once', 'twice']) {
    writeFileSync(`${footer}.new`, original.replace('<footer', `<footer data-changed="${value}"`));
    const part = dev.printed(/^rebuilt/);
    renameSync(`${footer}.new`, footer);
    expect(await part).toMatch(/^rebuilt modules, server in \d+ ms$/);
    await page.waitForSelector(`footer[data-changed="${value}"]`, { state: 'attached' });
  }
  await close();
});

test('what is wrong in content/ is printed, and the server goes on', async () => {
  const fault = dev.printed(/content\/ has \d+ faults/);
  const rebuilt = dev.printed(/^rebuilt content/);
  rmSync(join(dev.folder, 'content/pictures/vision.svg'));
  const listening = dev.printed(/"listening"/);
  await Promise.all([fault, rebuilt]);
  await listening;
  expect((await fetch(`${dev.url}/Mission`)).status).toBe(200);
});

test('pages get the development build of React with source maps', async () => {
  const assets = join(dev.folder, 'dist-dev/assets');
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
  const all = scripts.map((file) => readFileSync(join(assets, file), 'utf8')).join('\n');
  expect(all).toContain('react-dom-client.development.js');
  expect(all).toContain('sourceMappingURL=data:application/json');
});

test('a release holds nothing of the development server', () => {
  const files = ['dist/assets', 'dist/server'].flatMap((folder) =>
    readdirSync(folder).map((file) => join(folder, file)),
  );
  const holders = files.filter((file) => /\/_dev\b|\/_parts\b/.test(readFileSync(file, 'latin1')));
  expect(files.length).toBeGreaterThan(0);
  expect(holders).toEqual([]);
});
