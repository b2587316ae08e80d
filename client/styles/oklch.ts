import {
  blend,
  formatHex,
  interpolate,
  modeLrgb,
  modeOklch,
  modeRgb,
  toGamut,
  useMode,
  wcagContrast,
} from 'culori/fn';

useMode(modeRgb);
useMode(modeLrgb);
const oklch = useMode(modeOklch);
const toRgb = toGamut('rgb', 'oklch');

/** Lightness is 0 to 1, hue in degrees. */
export type Oklch = { lightness: number; chroma: number; hue: number };

/** @param hex `#rrggbb` */
export function toOklch(hex: string): Oklch {
  const { l: lightness = 0, c: chroma = 0, h: hue = 0 } = oklch(hex) ?? {};
  return { lightness, chroma, hue };
}

/** `#rrggbb`; colours out of gamut lose chroma. */
export function toHex({ lightness, chroma, hue }: Oklch): string {
  return formatHex(toRgb({ mode: 'oklch', l: lightness, c: chroma, h: hue }));
}

/** @param share opacity, 0 to 1 */
export function layOver(colour: string, share: number, ground: string): string {
  return formatHex(interpolate([ground, colour], 'rgb')(share));
}

/** @param colour `#rrggbb` or `#rrggbbaa` */
export function onWhite(colour: string): string {
  return formatHex(blend(['#ffffff', colour]));
}

/** WCAG 2.2: 1 to 21. */
export function contrast(one: string, other: string): number {
  return wcagContrast(one, other);
}
