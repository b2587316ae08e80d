import { contrast, layOver, toHex, toOklch, type Oklch } from './oklch.ts';
import type { Colours } from '../../shared/brand.ts';

/** Keys are custom properties: `ink` is `var(--ink)`. */
export type Tones = ReturnType<typeof lightTones>;
export type AccentTones = ReturnType<typeof accentTones>;

export const SCHEMES = ['light', 'dark'] as const;

/** Chroma at which tones have their full colour. */
const FULL_BRAND = 0.1117;
const FULL_GROUND = 0.0098;

/**
 * All colours of the styles, made of those that the school chooses. Text and grounds have a lightness of
 * their own and take over the hue, so that they fit each other whatever the hue is.
 */
export function paletteOf({ brand, ground, accents }: Colours) {
  const light = lightTones(brand, ground);
  const dark = darkTones(brand, ground);
  const withAccents = (tones: Tones, soft: (accent: string) => string) => {
    const options = { tones, soft, texts: [light.ink, light.paper] } as const;
    return {
      tones,
      accents: {
        FARRUKHABAD: accentTones(accents.FARRUKHABAD, options),
        NEKPUR: accentTones(accents.NEKPUR, options),
      },
    };
  };
  return {
    light: withAccents(light, (accent) => layOver(accent, 0.2, light.surface)),
    dark: withAccents(dark, darkTint),
  };
}

function darkTint(accent: string): string {
  return shifted(accent, ({ chroma, hue }) => ({
    lightness: 0.305,
    chroma: Math.min(chroma * 0.32, 0.052),
    hue: hue + 6,
  }));
}

function lightTones(brand: string, ground: string) {
  const ofBrand = tonesOf(brand, FULL_BRAND);
  const ofGround = tonesOf(ground, FULL_GROUND);
  const { lightness } = toOklch(ground);
  return {
    paper: ground,
    surface: ofGround({ lightness: 1 - (1 - lightness) * 0.283, chroma: 0.0069, turn: 1 }),
    'surface-sunk': ofGround({ lightness: lightness - 0.035, chroma: 0.0213, turn: -1.6 }),
    line: ofGround({ lightness: lightness - 0.1077, chroma: 0.0287, turn: -0.8 }),
    ink: ofBrand({ lightness: 0.2424, chroma: 0.0579, turn: 5.1 }),
    'ink-soft': ofBrand({ lightness: 0.4584, chroma: 0.0645, turn: 8 }),
    'line-strong': ofBrand({ lightness: 0.6335, chroma: 0.0523, turn: 12.4 }),
    link: brand,
    // It is text on a ground of the colour of links.
    'on-link': ground,
    focus: brand,
    ...brandTones({ brand, deep: deepOf(brand), ground }),
    ...onBrand(brand, ground),
    good: '#1c6b3c',
    'good-soft': '#e2f2e5',
    bad: '#a8231d',
    'bad-soft': '#fbe6e1',
  };
}

function darkTones(brand: string, ground: string): Tones {
  const ofBrand = tonesOf(brand, FULL_BRAND);
  const link = ofBrand({ lightness: 0.8321, chroma: 0.0877, turn: 7.5 });
  const paper = ofBrand({ lightness: 0.1965, chroma: 0.0435, turn: 4.7 });
  return {
    paper,
    surface: ofBrand({ lightness: 0.2399, chroma: 0.0545, turn: 4 }),
    'surface-sunk': ofBrand({ lightness: 0.1713, chroma: 0.0368, turn: 5.3 }),
    line: ofBrand({ lightness: 0.3439, chroma: 0.0706, turn: 5.3 }),
    ink: tonesOf(ground, FULL_GROUND)({ lightness: 0.9555, chroma: 0.014, turn: 1.2 }),
    'ink-soft': ofBrand({ lightness: 0.7962, chroma: 0.045, turn: 12.1 }),
    'line-strong': ofBrand({ lightness: 0.5939, chroma: 0.0697, turn: 9.1 }),
    link,
    'on-link': paper,
    focus: link,
    ...brandTones({
      brand: shade(brand, { lightness: 0.897, chroma: 0.888, turn: 0 }),
      deep: nightOf(brand),
      ground,
    }),
    ...onBrand(brand, ground),
    good: '#8ad6a3',
    'good-soft': '#17301f',
    bad: '#ff9c90',
    'bad-soft': '#3a1a1a',
  };
}

function brandTones({ brand, deep, ground }: Record<'brand' | 'deep' | 'ground', string>) {
  return {
    brand,
    'brand-deep': deep,
    ring: layOver(ground, 0.09, brand),
    'ring-deep': layOver(ground, 0.05, deep),
    'line-deep': layOver(ground, 0.25, deep),
  };
}

/** The same in both schemes. */
function onBrand(brand: string, ground: string) {
  const night = nightOf(brand);
  return {
    'on-brand': ground,
    // It is lighter where the brand is lighter than most.
    'on-brand-soft': tonesOf(
      brand,
      FULL_BRAND,
    )({
      lightness: Math.min(0.985, 0.8564 + 0.6 * Math.max(0, toOklch(brand).lightness - 0.328)),
      chroma: 0.0484,
      turn: 11.6,
    }),
    night,
    // Two more digits: how much of what is below it covers.
    veil: `${night}99`,
    caption: `${night}bf`,
    shadow: `${night}40`,
  };
}

type AccentOptions = {
  tones: Tones;
  soft: (accent: string) => string;
  texts: readonly [dark: string, light: string];
};

function accentTones(accent: string, { tones, soft, texts: [dark, light] }: AccentOptions) {
  // Buttons have the text that is seen better.
  const isDarkText = contrast(dark, accent) >= contrast(light, accent);
  const isSeenOnBrand = [tones.brand, tones.ring, tones['brand-deep'], tones['ring-deep']].every(
    (ground) => contrast(accent, ground) >= 3,
  );
  return {
    accent,
    'accent-soft': soft(accent),
    /** Shown under the pointer: further from the lightness of the text. */
    'accent-strong': shifted(accent, ({ lightness, chroma, hue }) => ({
      lightness: lightness + (isDarkText ? 0.07 : -0.07),
      chroma: chroma * 0.96,
      hue: hue + 2.7,
    })),
    'on-accent': isDarkText ? dark : light,
    /** Icons, and the ring of the focus, on the brand's grounds. */
    mark: isSeenOnBrand ? accent : tones['on-brand'],
  };
}

/** Background of the footer and the browser's toolbar. */
export function deepOf(brand: string): string {
  return shade(brand, { lightness: 0.77, chroma: 0.79, turn: 0 });
}

function nightOf(brand: string): string {
  return shade(brand, { lightness: 0.486, chroma: 0.37, turn: 3.9 });
}

/** Shares of the colour's own lightness and chroma. */
function shade(colour: string, share: Omit<Oklch, 'hue'> & { turn: number }): string {
  return shifted(colour, ({ lightness, chroma, hue }) => ({
    lightness: lightness * share.lightness,
    chroma: chroma * share.chroma,
    hue: hue + share.turn,
  }));
}

function shifted(colour: string, shift: (from: Oklch) => Oklch): string {
  return toHex(shift(toOklch(colour)));
}

/** A source greyer than `full` gives greyer tones. */
function tonesOf(source: string, full: number) {
  const { chroma: own, hue } = toOklch(source);
  return ({ lightness, chroma, turn }: Omit<Oklch, 'hue'> & { turn: number }) =>
    toHex({ lightness, chroma: chroma * Math.min(1, own / full), hue: hue + turn });
}
