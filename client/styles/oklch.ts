/**
 * Colours as lightness (0 to 1, as it is seen), chroma and hue (degrees), by Björn Ottosson's formulas
 * (https://bottosson.github.io/posts/oklab/). The libraries that know them cost each start of the server
 * 0.4 s, as the check of content/ runs there too.
 */
export type Oklch = { lightness: number; chroma: number; hue: number };

type Triple = readonly [number, number, number];

/** @param hex `#rrggbb` */
export function toOklch(hex: string): Oklch {
  const [red, green, blue] = linear(hex);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: (Math.atan2(b, a) * 180) / Math.PI,
  };
}

/** The nearest `#rrggbb` of the same lightness and hue; what no screen can show loses chroma. */
export function toHex({ lightness, chroma, hue }: Oklch): string {
  const within = Math.min(1, Math.max(0, lightness));
  let low = 0;
  let high = chroma;
  if (isShown(toLinear({ lightness: within, chroma, hue }))) low = chroma;
  else
    for (let step = 0; step < 10; step += 1) {
      const middle = (low + high) / 2;
      if (isShown(toLinear({ lightness: within, chroma: middle, hue }))) low = middle;
      else high = middle;
    }
  return hexOf(toLinear({ lightness: within, chroma: low, hue }).map(encode));
}

/** `share` (0 to 1) of a colour laid over another, as browsers mix them: `#rrggbb`. */
export function layOver(colour: string, share: number, ground: string): string {
  const below = channels(ground);
  return hexOf(
    channels(colour).map((value, index) => value * share + (below[index] ?? 0) * (1 - share)),
  );
}

/** Contrast of two colours by WCAG 2.2: 1 (none) to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = linear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinear({ lightness, chroma, hue }: Oklch): Triple {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Half a step of 255 beyond the edge is rounded away. */
function isShown(values: Triple): boolean {
  return values.every((value) => {
    const encoded = encode(value);
    return encoded > -0.5 / 255 && encoded < 1 + 0.5 / 255;
  });
}

/** Channels of `#rrggbb`, each 0 to 1. */
function channels(hex: string): Triple {
  const number = Number.parseInt(hex.slice(1), 16);
  return [(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255];
}

function linear(hex: string): Triple {
  const [red, green, blue] = channels(hex);
  return [decode(red), decode(green), decode(blue)];
}

function decode(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function encode(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}

function hexOf(values: readonly number[]): string {
  const bytes = values.map((value) => Math.round(Math.min(1, Math.max(0, value)) * 255));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
