import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIsland } from '../../support/browser.ts';
import { sharedBrowser } from '../../support/site-in-browser.ts';
import { startDevServer, type DevServer } from '../../support/dev-server.ts';

const browser = sharedBrowser();
let dev: DevServer;

beforeAll(async () => {
  dev = await startDevServer();
});
afterAll(() => dev.close());

/** While the server starts again it is what went wrong. */
function textAt(path: string): Promise<string> {
  return fetch(dev.url + path).then((response) => response.text(), String);
}

test('a changed style and a changed part show on reload', async () => {
  appendFileSync(join(dev.folder, 'client/styles/base.css'), 'body { --changed: 41px; }\n');
  const styles = async () => {
    const [, address = ''] = /rel="stylesheet" href="([^"]+)"/.exec(await textAt('/Vision')) ?? [];
    return textAt(address);
  };
  await expect.poll(styles).toMatch(/--changed: ?41px/);

  const footer = join(dev.folder, 'client/parts/Footer.tsx');
  const original = readFileSync(footer, 'utf8');
  // Each time by a new file of the same name, as git and editors write.
  for (const value of ['once', 'twice']) {
    writeFileSync(`${footer}.new`, original.replace('<footer', `<footer data-changed="${value}"`));
    renameSync(`${footer}.new`, footer);
    await expect.poll(() => textAt('/Vision')).toContain(`data-changed="${value}"`);
  }
});

test('a change during a build is built too', async () => {
  const header = join(dev.folder, 'client/parts/Header.tsx');
  const original = readFileSync(header, 'utf8');
  const before = dev.lines.length;
  writeFileSync(header, original.replace('<header', '<header data-changed="early"'));
  await expect.poll(() => dev.lines.slice(before)).toContain('content/ is complete');
  writeFileSync(header, original.replace('<header', '<header data-changed="late"'));
  await expect.poll(() => textAt('/Vision')).toContain('data-changed="late"');
});

test('a new page of content/ shows on reload', async () => {
  // Some editors write a new file and rename it.
  writeFileSync(join(dev.folder, 'new'), '---\ntitle: Bus\n---\nAt 7:10.\n');
  renameSync(join(dev.folder, 'new'), join(dev.folder, 'content/pages/bus.md'));
  await expect.poll(() => textAt('/bus')).toContain('<p>At 7:10.</p>');
});

test('what is wrong in content/ is printed, and the server goes on', async () => {
  const before = dev.lines.length;
  rmSync(join(dev.folder, 'content/pictures/vision.svg'));
  await expect
    .poll(() => dev.lines.slice(before).join('\n'))
    .toMatch(/content\/ has \d+ errors[^]*\nbuilt in[^]*"listening"/);
  expect((await fetch(`${dev.url}/Mission`)).status).toBe(200);
});

test('forms run on the development build of React, with source maps', async () => {
  const { page } = await browser.visit(`${dev.url}/Career`);
  await startIsland(page, '#career-form');
  const assets = join(dev.folder, 'dist-dev/assets');
  const scripts = readdirSync(assets)
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(assets, file), 'utf8'))
    .join('\n');
  expect(scripts).toContain('sourceMappingURL=data:application/json');
  expect(scripts).toContain('react-dom-client.development.js');
});
