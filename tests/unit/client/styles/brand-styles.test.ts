import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { brandStyles } from '../../../../client/styles/brand-styles.ts';
import { contrastErrors, PAIRS } from '../../../../client/styles/contrast-errors.ts';
import { paletteOf } from '../../../../client/styles/palette.ts';
import { checkContent } from '../../../../server/content/check-content.ts';
import { loadContent } from '../../../../server/content/content.ts';
import { CAMPUSES } from '../../../../shared/campuses.ts';
import { contentWith } from '../../../support/content-with.ts';

const { site } = await loadContent('content');
const { colours } = site;

/** The errors of content/ with other fields in site.json, and more files. */
function errorsWith(fields: object, files: object = {}): Promise<string[]> {
  return checkContent(
    contentWith({ ...files, 'site.json': JSON.stringify({ ...site, ...fields }) }),
  );
}

test('four colours of content/ give all tones, each scheme its own', () => {
  const { light, dark } = paletteOf(colours);
  expect(light.tones).toMatchObject({ paper: '#fbf8f1', ink: '#1d1b3a', 'brand-deep': '#1b1a4b' });
  expect(light.tones).toMatchObject({ surface: '#fffdf8', link: '#2b2a6c', line: '#ddd4c0' });
  expect(dark.tones).toMatchObject({ paper: '#131228', ink: '#f4f0e6', 'brand-deep': '#0b0a1e' });
  expect(dark.tones).toMatchObject({ brand: '#24235c', link: '#c3c0ff', line: '#35335c' });
  expect(light.tones).toMatchObject({ veil: '#0b0a1e99', shadow: '#0b0a1e40' });
  expect(dark.tones).toMatchObject({ 'line-deep': '#474653', 'bad-soft': '#3a1a1a' });
  expect(dark.accents.FARRUKHABAD).toMatchObject({ 'accent-soft': '#3d2c0d' });
  expect(light.accents.FARRUKHABAD).toMatchObject({ accent: '#f2a413', 'on-accent': '#1d1b3a' });
  expect(dark.accents.NEKPUR).toMatchObject({ accent: '#35b7a5', mark: '#35b7a5' });
});

test.each(CAMPUSES)('%s has its own accents in both schemes', (campus) => {
  const { light, dark } = paletteOf(colours);
  const [lightCss = '', darkCss = ''] = brandStyles(site).saveDataCss.split(
    '@media (prefers-color-scheme: dark)',
  );
  const tonesIn = (css: string, selector = `[data-campus='${campus}']`) =>
    Object.fromEntries(
      [...css.matchAll(/([^{}]*)\{([^{}]*)\}/g)]
        .filter(([, selectors = '']) => selectors.trim().split(',').includes(selector))
        .flatMap(([, , rules = '']) => rules.split(';').map((one) => one.slice(2).split(':'))),
    );
  expect(tonesIn(lightCss)).toEqual(light.accents[campus]);
  expect({ ...tonesIn(lightCss), ...tonesIn(darkCss) }).toEqual(dark.accents[campus]);
  const root = { ...tonesIn(lightCss, ':root'), ...tonesIn(darkCss, ':root') };
  expect(root).toMatchObject({ ...dark.tones, ...dark.accents.FARRUKHABAD });
});

test('a dark accent has light text on it, and another colour marks the focus on the brand', () => {
  const dark = { ...colours, accents: { ...colours.accents, NEKPUR: '#8b0000' } };
  expect(contrastErrors(dark)).toEqual([]);
  expect(paletteOf(dark).light.accents.NEKPUR).toMatchObject({
    'on-accent': '#fbf8f1',
    mark: '#fbf8f1',
  });
});

test('colours that are too near to each other are reported pair by pair, with scheme, campus, ratio and minimum', async () => {
  const accents = { ...colours.accents, FARRUKHABAD: '#e4572e' };
  expect(await errorsWith({ colours: { brand: '#0b5d3b', ground: '#ffffff', accents } })).toEqual([
    'content/site.json: colours: text on buttons (Farrukhabad, light scheme): #03271a on #e4572e has a contrast of 4.35, but needs 4.5',
    'content/site.json: colours: text on buttons (Farrukhabad, dark scheme): #03271a on #e4572e has a contrast of 4.35, but needs 4.5',
  ]);
});

test.each([
  ['brand', '#8080f0'],
  ['brand', '#f2d600'],
  ['ground', '#b0b0b0'],
  ['ground', '#202020'],
])('the %s %s is too weak for many pairs, each reported once', (field, colour) => {
  const errors = contrastErrors({ ...colours, [field]: colour });
  expect(errors.length).toBeGreaterThan(5);
  expect(new Set(errors).size).toBe(errors.length);
});

test('text has a contrast of 4.5 on each of its grounds, and what is no text one of 3 (WCAG 2.2)', () => {
  const grounds = (least: number) => {
    const texts = PAIRS.filter((pair) => pair.least === least).map(({ text }) => text);
    const count = (text: string) => texts.filter((other) => other === text).length;
    return [...new Set(texts)].map((text) => `${text} ${count(text)}`).join(', ');
  };
  expect(grounds(4.5)).toBe(
    'ink 5, ink-soft 4, link 4, on-brand 5, on-brand-soft 4, on-accent 2, on-link 1, bad 3, good 3',
  );
  expect(grounds(3)).toBe('focus 4, mark 4, line-strong 2');
  // The text of the chooser is translucent: on its ground it has another colour.
  const errors = contrastErrors({ ...colours, ground: '#000000' }).join();
  expect(errors).toContain('quiet text on cards (light scheme): #3f3d54 on #a3a3a3');
});

test('an invalid colour or font is reported with the allowed values', async () => {
  expect(
    await errorsWith({
      colours: { ...colours, brand: 'navy', accents: { FARRUKHABAD: '#f2a', NEKPUR: '#35b7a5' } },
      fonts: { headings: 'Comic Sans', text: 'Source Sans 3' },
    }),
  ).toEqual([
    'content/site.json: colours.accents.FARRUKHABAD: must be a colour such as #2b2a6c: # and six of the signs 0 to 9 and a to f, but is "#f2a"',
    'content/site.json: colours.brand: must be a colour such as #2b2a6c: # and six of the signs 0 to 9 and a to f, but is "navy"',
    'content/site.json: fonts.headings: Invalid option: expected one of "Fraunces"|"Source Sans 3", but is "Comic Sans", or Invalid input: expected object, received string, but is "Comic Sans"',
  ]);
});

const ownFont = (file: string, kind: 'serif' | 'sans-serif' = 'serif') => ({
  name: 'Own',
  kind,
  files: [{ file, weight: '200 900' }],
});

test("a school's own font has its weights, and a font of its kind stands in for it", () => {
  const fonts = { headings: ownFont('own.woff2'), text: ownFont('own.woff2', 'sans-serif') };
  const { css } = brandStyles({ colours, fonts });
  expect(css).toContain("@font-face{font-family:'Own';font-weight:200 900;");
  expect(css).toContain(
    "--font-headings:'Devanagari Boxes','Own','Noto Sans Devanagari',Georgia,serif;",
  );
  expect(css).toContain(
    "--font-text:'Devanagari Boxes','Own','Noto Sans Devanagari',system-ui,sans-serif}",
  );
});

test('a missing or invalid font file is reported with its field', async () => {
  const fonts = { headings: ownFont('own.woff2'), text: ownFont('Own.TTF') };
  expect(await errorsWith({ fonts })).toEqual([
    'content/site.json: fonts.text.files.0.file: must be the name of a font in content/fonts: small letters, digits and hyphens, then .woff2, but is "Own.TTF"',
    'content/site.json: fonts.headings.files.0.file: own.woff2 is not in content/fonts',
  ]);
  const font = { 'fonts/own.woff2': 'OTTO' };
  expect(
    await errorsWith({ fonts: { headings: ownFont('own.woff2'), text: 'Fraunces' } }, font),
  ).toEqual([
    'content/site.json: fonts.headings.files.0.file: content/fonts/own.woff2 is not a WOFF2 font (it must start with wOF2)',
  ]);
});

/** Stylesheets of client/styles, by their names. */
const STYLES = new Map(
  readdirSync('client/styles', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => [file, readFileSync(join('client/styles', file), 'utf8')]),
);

test('every custom property that the styles use is defined, or has a value beside it', () => {
  const all = [brandStyles(site).css, ...STYLES.values()].join('\n');
  const defined = new Set([...all.matchAll(/[\s{;](--[\w-]+):/g)].map(([, name]) => name));
  const used = [...all.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name);
  expect(defined.size).toBeGreaterThan(50);
  // Set by scripts.
  expect([...new Set(used.filter((name) => !defined.has(name)))]).toEqual(['--round']);
});

test('styles use colours by name, except on paper', () => {
  const own = [...STYLES]
    .filter(([file]) => file !== 'print.css')
    .flatMap(([file, css]) =>
      css
        .split('\n')
        .filter((line) => /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/i.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  // Of a colour, a mask uses only the opacity.
  expect(own.filter((line) => !line.includes('mask-image'))).toEqual([]);
});
