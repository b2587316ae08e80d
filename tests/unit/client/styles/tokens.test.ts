import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { THEME_COLOURS } from '../../../../client/styles/theme-colours.ts';
import {
  contrast,
  layOver,
  PAIRS,
  PLACES,
  readTones,
  shownColours,
} from '../../../support/colour-pairs.ts';

test.each(PLACES)('R-259: each text is readable on its grounds, $scheme, $campus', (place) => {
  const tones = readTones(place.scheme, place.campus);
  const unknown = PAIRS.flatMap(({ text, on }) => [text, on]).filter((name) => !tones.has(name));
  expect(unknown).toEqual([]);
  const weak = PAIRS.flatMap((pair) => {
    const { text, ground } = shownColours(tones, pair);
    const ratio = contrast(text, ground);
    return ratio >= pair.least ? [] : [`${pair.text} on ${pair.on}: ${ratio} of ${pair.least}`];
  });
  expect(weak).toEqual([]);
});

test('contrast and mixed colours are those of WCAG and of browsers', () => {
  expect(contrast('#ffffff', '#000000')).toBe(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(layOver('#2b2a6c', 0.2, '#fbf8f1')).toBe('#d1cfd6');
  expect(layOver('#ff000080', 1, '#ffffff')).toBe('#ff7f7f');
});

test('each campus and each scheme has colours of its own', () => {
  const accents = PLACES.map(({ scheme, campus }) => readTones(scheme, campus).get('accent-soft'));
  expect(new Set(accents).size).toBe(PLACES.length);
  expect(readTones('dark', 'NEKPUR').get('paper')).toBe('#131228');
});

test('toolbar, manifest and icons have the colours of the light scheme', () => {
  const tones = readTones('light', 'FARRUKHABAD');
  expect(Object.values(THEME_COLOURS)).toEqual(
    ['paper', 'brand', 'brand-deep'].map((name) => tones.get(name)),
  );
});

/** Stylesheets of client/styles, by their names. */
const STYLES = new Map(
  readdirSync('client/styles', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => [file, readFileSync(join('client/styles', file), 'utf8')]),
);

test('every custom property that the styles use is defined, or has a value beside it', () => {
  const all = [...STYLES.values()].join('\n');
  const defined = new Set([...all.matchAll(/[\s{;](--[\w-]+):/g)].map(([, name]) => name));
  const used = [...all.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name);
  expect(defined.size).toBeGreaterThan(50);
  // Set by scripts, and by the styles that the build writes.
  expect(new Set(used.filter((name) => !defined.has(name)))).toEqual(
    new Set(['--round', '--ratio']),
  );
});

test('styles use colours by name, except on paper', () => {
  const own = [...STYLES]
    .filter(([file]) => !['print.css', 'tokens.css'].includes(file))
    .flatMap(([file, css]) =>
      css
        .split('\n')
        .filter((line) => /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/i.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  // Of a colour, a mask uses only the opacity.
  expect(own.filter((line) => !line.includes('mask-image'))).toEqual([]);
});
