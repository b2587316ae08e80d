type Value = string | number | readonly string[];

/** SVG text from a template: numbers are rounded to one decimal, lists are joined. Texts from outside go through `escapeXml` first. */
export function svg(parts: TemplateStringsArray, ...values: readonly Value[]): string {
  return parts.reduce((text, part, index) => {
    const value = values[index - 1];
    return text + (value === undefined ? '' : format(value)) + part;
  });
}

function format(value: Value): string {
  if (typeof value === 'number') return String(Math.round(value * 10) / 10);
  return typeof value === 'string' ? value : value.join('');
}

/** Makes any text safe as XML character data and as an attribute value; characters that XML 1.0 forbids are dropped. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Size in pixels at which a drawing is shown. */
export type Size = { readonly width: number; readonly height: number };

/** A whole SVG document; `view` is the drawing's own size, cropped around its middle to `size`. */
export function svgDocument(view: Size, size: Size, body: string): string {
  return svg`<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${view.width} ${view.height}" preserveAspectRatio="xMidYMid slice" stroke-linecap="round" stroke-linejoin="round">${body}</svg>`;
}

/** Numbers 0 … count - 1. */
export function range(count: number): number[] {
  return Array.from({ length: Math.max(0, Math.round(count)) }, (_, index) => index);
}

/** A group moved to a place, scaled, and mirrored by a negative `scaleX`. */
export function place(
  x: number,
  y: number,
  scale: number,
  body: string,
  facing: 1 | -1 = 1,
): string {
  return `<g transform="translate(${tidy(x)} ${tidy(y)}) scale(${tidy(scale * facing)} ${tidy(scale)})">${body}</g>`;
}

function tidy(value: number): number {
  return Math.round(value * 100) / 100;
}
