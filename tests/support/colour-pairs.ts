import { readFileSync } from 'node:fs';
import { CAMPUSES, type Campus } from '../../shared/campuses.ts';

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** Custom properties without their dashes, with their colours. */
type Tones = ReadonlyMap<string, string>;

/** `share`: opacity of the text. */
type Pair = { text: string; on: string; least: number; share?: number };

/** WCAG 2.2 AA: 1.4.3 (text), 1.4.11 (rings, field borders, icons). */
const LEAST_TEXT = 4.5;
const LEAST_SHAPE = 3;

const PAGE_GROUNDS = ['paper', 'surface', 'surface-sunk', 'accent-soft'];
const BRAND_GROUNDS = ['brand', 'brand-deep', 'ring', 'ring-deep'];
const FORM_GROUNDS = ['paper', 'surface'];

/**
 * Every two colours of which the styles put one on the other. A rule with two more has its line here:
 * tests/slow/browser/colours.test.ts finds what pages show and this table lacks.
 */
export const PAIRS: readonly Pair[] = [
  ...pairs(['ink', 'ink-soft', 'link'], PAGE_GROUNDS, LEAST_TEXT),
  ...pairs(['on-brand', 'on-brand-soft'], BRAND_GROUNDS, LEAST_TEXT),
  ...pairs(['on-accent'], ['accent', 'accent-strong'], LEAST_TEXT),
  // Quiet buttons below the pointer.
  ...pairs(['on-link'], ['link'], LEAST_TEXT),
  ...pairs(['bad'], [...FORM_GROUNDS, 'bad-soft'], LEAST_TEXT),
  ...pairs(['good'], [...FORM_GROUNDS, 'good-soft'], LEAST_TEXT),
  // Captions on photographs, of which the brightest is white.
  ...pairs(['on-brand'], ['caption'], LEAST_TEXT),
  // The place of a campus, in the chooser.
  { text: 'ink', on: 'surface', least: LEAST_TEXT, share: 0.75 },
  ...pairs(['focus'], PAGE_GROUNDS, LEAST_SHAPE),
  ...pairs(['mark'], BRAND_GROUNDS, LEAST_SHAPE),
  ...pairs(['line-strong'], FORM_GROUNDS, LEAST_SHAPE),
];

function pairs(texts: readonly string[], grounds: readonly string[], least: number): Pair[] {
  return texts.flatMap((text) => grounds.map((on) => ({ text, on, least })));
}

const RULE = /([^{}]+)\{([^{}]*)\}/g;
const COLOUR = /--([\w-]+):\s*(#\w+)/g;

/** The colours of tokens.css that apply in the pages of a campus. */
export function readTones(scheme: Scheme, campus: Campus): Tones {
  const css = readFileSync('client/styles/tokens.css', 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  const [light = '', rest = ''] = css.split('@media (prefers-color-scheme: dark) {');
  const dark = scheme === 'dark' ? rest.slice(0, rest.indexOf('\n}')) : '';
  const applied = [':root', `[data-campus='${campus}']`];
  return new Map(
    Array.from((light + dark).matchAll(RULE), ([, selectors = '', body = '']) =>
      applied.some((selector) => selectors.includes(selector)) ? body : '',
    )
      .flatMap((body) => [...body.matchAll(COLOUR)])
      .map(([, name = '', colour = '']) => [name, colour]),
  );
}

export const PLACES = SCHEMES.flatMap((scheme) => CAMPUSES.map((campus) => ({ scheme, campus })));

/** The text of a pair and its ground, each in `#rrggbb`, as a screen shows them. */
export function shownColours(tones: Tones, { text, on, share = 1 }: Pair) {
  const ground = layOver(tones.get(on) ?? '', 1, '#ffffff');
  return { text: layOver(tones.get(text) ?? '', share, ground), ground };
}

/** @param colour `#rrggbb` or `#rrggbbaa`; mixed in sRGB, as browsers do */
export function layOver(colour: string, share: number, ground: string): string {
  const [red = 0, green = 0, blue = 0, alpha = 255] = channels(colour);
  const covers = (share * alpha) / 255;
  const mixed = channels(ground).map((below, index) => {
    const above = [red, green, blue][index] ?? 0;
    return Math.round(above * covers + below * (1 - covers));
  });
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function channels(colour: string): number[] {
  return (colour.match(/[\da-f]{2}/gi) ?? []).map((digits) => Number.parseInt(digits, 16));
}

/** WCAG 2.2: 1 to 21. @param text `#rrggbb`, as the ground */
export function contrast(text: string, ground: string): number {
  const [low = 0, high = 0] = [luminance(text), luminance(ground)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
