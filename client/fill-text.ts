import type { Texts } from '../shared/content.ts';

/** The values of `{name}` in a text. */
export type Values = Readonly<Record<string, string | number>>;

/** The language of a page for its scripts: translations by English text, and digits other than 0 to 9. */
export type HindiTexts = { texts: Texts; digits?: string };

/** A text with `{name}` filled in. @param digits the ten figures that numbers are written with */
export function fillText(text: string, values: Values = {}, digits?: string): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name] ?? place;
    return typeof value === 'number' ? inDigits(String(value), digits) : value;
  });
}

/** A text with its figures written as others; without them as it is. */
export function inDigits(text: string, digits?: string): string {
  return digits === undefined ? text : text.replace(/\d/g, (digit) => digits[Number(digit)] ?? '');
}

/** A text of a page's scripts in its language: a Hindi page carries what they show (server/pages/Document.tsx). */
export function pageText(text: string, values?: Values): string {
  const { texts, digits } = JSON.parse(document.body.dataset.texts ?? '{}') as Partial<HindiTexts>;
  return fillText(texts?.[text] ?? text, values, digits);
}
