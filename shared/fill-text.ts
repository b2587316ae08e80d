/** Hindi texts by their English. */
export type Texts = Readonly<Record<string, string>>;

/** The values of `{name}` in a text. */
export type Values = Readonly<Record<string, string | number>>;

/** Translations by English text, and the ten digits if they are not 0 to 9. */
export type HindiTexts = { texts: Texts; digits?: string };

/** The translation of a text; the text itself without one. Texts of the platform may be any words, `constructor` too. */
export function textIn(texts: Texts, text: string): string {
  const found: unknown = texts[text];
  return typeof found === 'string' ? found : text;
}

/** @param digits the ten digits of the language */
export function fillText(text: string, values: Values = {}, digits?: string): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value: unknown = values[name];
    if (typeof value === 'number') return inDigits(String(value), digits);
    return typeof value === 'string' ? value : place;
  });
}

export function inDigits(text: string, digits?: string): string {
  return digits === undefined ? text : text.replace(/\d/g, (digit) => digits[Number(digit)] ?? '');
}

/**
 * A text of the page's language, for scripts: a Hindi page carries its translations (server/pages/Document.tsx).
 * It needs the browser and stands here, because a module of its own would be one more request for each script.
 */
export function pageText(text: string, values?: Values): string {
  const { texts, digits } = JSON.parse(document.body.dataset.texts ?? '{}') as Partial<HindiTexts>;
  return fillText(textIn(texts ?? {}, text), values, digits);
}
