import {
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

/** Lightness (0 to 1, as it is seen), chroma and hue (degrees). */
export type Oklch = { lightness: number; chroma: number; hue: number };

/** @param hex `#rrggbb` */
export function toOklch(hex: string): Oklch {
  const { l: lightness = 0, c: chroma = 0, h: hue = 0 } = oklch(hex) ?? {};
  return { lightness, chroma, hue };
}

/** The nearest `#rrggbb` of the same lightness and hue; what no screen can show loses chroma. */
export function toHex({ lightness, chroma, hue }: Oklch): string {
  const l = Math.min(1, Math.max(0, lightness));
  return formatHex(toRgb({ mode: 'oklch', l, c: chroma, h: hue }));
}

/** `share` (0 to 1) of a colour laid over another, as browsers mix them: `#rrggbb`. */
export function layOver(colour: string, share: number, ground: string): string {
  return formatHex(interpolate([ground, colour], 'rgb')(share));
}

/** Contrast of two colours by WCAG 2.2: 1 (none) to 21. */
export function contrast(one: string, other: string): number {
  return wcagContrast(one, other);
}
