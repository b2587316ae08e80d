import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '../../support/axe-violations.ts';
import { sidewaysScroll } from '../../support/page-checks.ts';
import { closePopups } from '../../support/browser.ts';
import { copySources } from '../../support/copy-sources.ts';
import { sharedBrowser } from '../../support/site-in-browser.ts';
import { startSite, type TestSite } from '../../support/site.ts';
import { PAIRS } from '../../../client/styles/contrast-errors.ts';
import { layOver } from '../../../client/styles/oklch.ts';
import { paletteOf, SCHEMES } from '../../../client/styles/palette.ts';
import type { Colours, Fonts } from '../../../shared/brand.ts';
import { CAMPUSES } from '../../../shared/campuses.ts';

/** Of another school: nothing in it is near the colours of content/. */
const COLOURS: Colours = {
  brand: '#7a1022',
  ground: '#fffaf2',
  accents: { FARRUKHABAD: '#8fbf3f', NEKPUR: '#1b4f9c' },
};

const FONTS: Fonts = {
  headings: {
    name: 'School Sans',
    kind: 'sans-serif',
    files: [{ file: 'school-sans.woff2', weight: '200 900' }],
  },
  text: 'Source Sans 3',
};

const OWN_FONT =
  'node_modules/@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2';

let folder: string;
let site: TestSite;
const browser = sharedBrowser();

beforeAll(async () => {
  folder = copySources();
  // Compressed pictures need not be made again.
  cpSync('dist', join(folder, 'dist'), { recursive: true });
  mkdirSync(join(folder, 'content/fonts'), { recursive: true });
  copyFileSync(OWN_FONT, join(folder, 'content/fonts/school-sans.woff2'));
  const file = join(folder, 'content/site.json');
  const written = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...written, colours: COLOURS, fonts: FONTS }));
  execFileSync(process.execPath, ['build.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  site = await startSite({
    contentFolder: join(folder, 'content'),
    distFolder: join(folder, 'dist'),
    sharesPictures: true,
  });
});
afterAll(() => site.close());

test('a site that is built with other colours and fonts serves them in its styles, manifest and pages', async () => {
  const get = (path: string) => request(site.app.server).get(path).expect(200);
  const { text: html } = await get('/Vision');
  expect(html).toContain('<meta name="theme-color" content="#550614"/>');
  const [, stylesheet = ''] = /rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  const { text: css } = await get(stylesheet);
  expect(css).toContain('--brand:#7a1022');
  expect(css).toMatch(/\[data-campus='NEKPUR'\]\{--accent:#1b4f9c/);
  expect(css).not.toContain('/assets/fraunces');
  const fonts = [...css.matchAll(/url\((\/assets\/(?!devanagari)[\w-]+\.woff2)\)/g)].map(
    ([, href = '']) => href,
  );
  expect(fonts).toEqual([
    expect.stringMatching(/^\/assets\/school-sans-\w+\.woff2$/),
    expect.stringMatching(/^\/assets\/source-sans-\w+\.woff2$/),
  ]);
  for (const font of fonts) await get(font);
  const { body } = await get('/manifest.webmanifest');
  expect(body).toMatchObject({ theme_color: '#550614', background_color: '#fffaf2' });
});

const PATHS = (
  '/|/Home|/Events|/nekhpur/Gallery|/Career|/nekhpur/ErpSoftware|/MandatoryDisclosure|' +
  '/Search?q=annual'
).split('|');

const visits = PATHS.flatMap((path) => SCHEMES.map((scheme) => ({ path, scheme })));

test.each(visits)(
  'R-259: $path in other colours, $scheme, has no axe violation, and only checked pairs of colours',
  async ({ path, scheme }) => {
    const { page } = await browser.visit(site.url + path, {
      dark: scheme === 'dark',
      width: scheme === 'dark' ? 1440 : 360,
      reducedMotion: true,
    });
    await closePopups(page);
    expect(await axeViolations(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    const shown = await page.evaluate(colourPairs);
    expect(shown.length).toBeGreaterThan(5);
    const checked = checkedPairs(scheme);
    expect(shown.filter(({ pair }) => !checked.has(pair))).toEqual([]);
  },
);

/** `text on ground`, in hexadecimal digits, of every pair that check:content looks at. */
function checkedPairs(scheme: (typeof SCHEMES)[number]): ReadonlySet<string> {
  const palette = paletteOf(COLOURS)[scheme];
  return new Set(
    CAMPUSES.flatMap((campus) => {
      const tones = { ...palette.tones, ...palette.accents[campus] };
      return PAIRS.flatMap(({ text, on, share = 1 }) => {
        const colour = layOver(tones[text], share, tones[on]);
        // A quiet button below the pointer has text and ground exchanged.
        return [`${colour} on ${tones[on]}`, `${tones[on]} on ${colour}`];
      });
    }),
  );
}

/** The colours that each text of the page has and stands on, with an example. Runs in the page. */
function colourPairs(): { pair: string; example: string }[] {
  const channelsOf = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
  function hex(channels: readonly number[]): string {
    return `#${channels
      .slice(0, 3)
      .map((value) => Math.round(value).toString(16).padStart(2, '0'))
      .join('')}`;
  }
  const found = new Map<string, string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element === null || (node.textContent ?? '').trim() === '') continue;
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))
      continue;
    if (element.closest('.visually-hidden, script, style, option, [disabled]') !== null) continue;
    let ground: Element | null = element;
    let opacity = 1;
    while (ground !== null && channelsOf(getComputedStyle(ground).backgroundColor)[3] === 0) {
      opacity *= Number(getComputedStyle(ground).opacity);
      ground = ground.parentElement;
    }
    const below = channelsOf(getComputedStyle(ground ?? document.documentElement).backgroundColor);
    const text = channelsOf(getComputedStyle(element).color).map(
      (value, index) => value * opacity + (below[index] ?? 0) * (1 - opacity),
    );
    found.set(
      `${hex(text)} on ${hex(below)}`,
      `${element.className} ${node.textContent ?? ''}`.slice(0, 60),
    );
  }
  return [...found].map(([pair, example]) => ({ pair, example }));
}
