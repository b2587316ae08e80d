import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from '../../bench/axe-faults.ts';
import { sidewaysScroll } from '../support/sideways-scroll.ts';
import { closePopups, openBrowser, startIsland, type TestBrowser } from '../support/browser.ts';
import { startDevServer, type DevServer } from '../support/dev-server.ts';
import { PARTS } from '../../client/dev/parts/PartsPage.tsx';

let dev: DevServer;
let browser: TestBrowser;

beforeAll(async () => {
  [dev, browser] = await Promise.all([startDevServer(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await dev.close();
});

// The pages of parts first: what comes after them changes the sources.
test('the parts page is found at /_parts, in the scheme that its address names', async () => {
  const { page, close } = await browser.visit(`${dev.url}/_parts`, { dark: true });
  expect(new URL(page.url()).pathname).toBe('/_parts/farrukhabad/light/frame');
  const paper = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await page.getByRole('link', { name: 'farrukhabad, dark' }).click();
  await page.waitForURL('**/dark/frame');
  expect(await paper()).not.toBe(light);
  await close();
});

/** Both campuses at both widths; a scheme changes colours only. */
const walks = PARTS.map(({ path, scheme }) => ({
  path,
  width: scheme === 'light' ? 360 : 1440,
}));

test.each(walks)(
  'R-259, R-263: $path at $width px has no sideways scroll and no axe violation',
  async ({ path, width }) => {
    const { page, faults, close } = await browser.visit(dev.url + path, {
      width,
      reducedMotion: true,
    });
    const opens = path.endsWith('/moving');
    if (opens) await page.locator('dialog.popup[open]').waitFor();
    const inDialog = opens ? await axeFaults(page) : [];
    await closePopups(page);
    expect(await sidewaysScroll(page)).toBe(0);
    expect([...inDialog, ...(await axeFaults(page))]).toEqual([]);
    // Missing pictures are shown on purpose.
    expect(faults.filter((fault) => !fault.includes('status of 404'))).toEqual([]);
    await close();
  },
);

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

/** Writes a file of content/ as an editor does that puts a complete file in place of the old one. */
function writeContent(name: string, change: (text: string) => string): void {
  const path = join(dev.folder, 'content', name);
  const text = change(existsSync(path) ? readFileSync(path, 'utf8') : '');
  writeFileSync(join(dev.folder, 'new'), text);
  renameSync(join(dev.folder, 'new'), path);
}

test('a colour that is changed in content/site.json is in the styles of the open page by itself', async () => {
  const { page, close } = await browser.visit(`${dev.url}/Vision`);
  const rebuilt = dev.printed(/^rebuilt/);
  writeContent('site.json', (text) => text.replace('#2b2a6c', '#7a1022'));
  expect(await rebuilt).toMatch(/^rebuilt content, styles in \d+ ms$/);
  await page.waitForFunction(
    () =>
      getComputedStyle(document.documentElement).getPropertyValue('--brand').trim() === '#7a1022',
  );
  await close();
});

const EDITS: [file: string, change: (text: string) => string, path: string, shown: RegExp][] = [
  [
    'site.json',
    (text) => text.replace('"tagline": "', '"tagline": "Edited: '),
    '/Sports',
    /Edited: /,
  ],
  ['pages/sports.md', (text) => `${text}\nEdited text.\n`, '/Sports', /<p>Edited text\.<\/p>/],
  ['pages/bus.md', () => '---\ntitle: Bus\n---\nAt 7:10.\n', '/bus', /<p>At 7:10\.<\/p>/],
  [
    'disclosure.json',
    (text) => text.replace('"title": "', '"title": "Edited '),
    '/MandatoryDisclosure',
    /Edited GENERAL|Edited General/,
  ],
];

test.each(EDITS)(
  'an edit of content/%s shows after a reload',
  async (file, change, path, shown) => {
    writeContent(file, change);
    await expect
      .poll(() => fetch(dev.url + path).then((response) => response.text(), String))
      .toMatch(shown);
  },
);

test('a picture that is put in place of another shows after a reload', async () => {
  const source = () => fetch(`${dev.url}/Mission`).then((response) => response.text(), String);
  const name = /\/assets\/mission-\w+\.svg/;
  const [before = ''] = name.exec(await source()) ?? [];
  expect(before).not.toBe('');
  writeContent('pictures/mission.svg', (text) =>
    text.replace('</svg>', '<path d="M0 0h9"/></svg>'),
  );
  await expect.poll(async () => name.exec(await source())?.[0] ?? before).not.toBe(before);
});

test('what is wrong in content/ is printed, and the server goes on', async () => {
  // What the server before this one has printed may come late.
  const listening = dev.printed(/content\/ has \d+ faults/, /^rebuilt content/, /"listening"/);
  rmSync(join(dev.folder, 'content/pictures/vision.svg'));
  await listening;
  expect((await fetch(`${dev.url}/Mission`)).status).toBe(200);
});

test('forms run on the development build of React, which is bundled apart, with source maps', async () => {
  const { page, faults, close } = await browser.visit(`${dev.url}/Career`);
  await startIsland(page, '#career-form');
  expect(faults).toEqual([]);
  await close();
  const react = await (await fetch(`${dev.url}/_dev/packages/react-dom/client.js`)).text();
  expect(react).toContain('react-dom-client.development.js');
  expect(react).toContain('sourceMappingURL=');
  const assets = join(dev.folder, 'dist-dev/assets');
  const scripts = readdirSync(assets)
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(assets, file), 'utf8'))
    .join('\n');
  expect(scripts).toContain('sourceMappingURL=data:application/json');
  expect(scripts).not.toContain('react-dom-client.development.js');
});

test('a release holds nothing of the development server', () => {
  const files = ['dist/assets', 'dist/server'].flatMap((folder) =>
    readdirSync(folder).map((file) => join(folder, file)),
  );
  const holders = files.filter((file) => /\/_dev\b|\/_parts\b/.test(readFileSync(file, 'latin1')));
  expect(files.length).toBeGreaterThan(0);
  expect(holders).toEqual([]);
});
