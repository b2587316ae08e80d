import type { Texts } from './content.ts';

/** The values of `{name}` in a text. */
export type Values = Readonly<Record<string, string | number>>;

/** Translations by English text. */
export type HindiTexts = { texts: Texts };

export function fillText(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/**
 * A text of the page's language, for scripts: a Hindi page carries its translations (server/pages/Document.tsx).
 * It needs the browser and stands here, because a module of its own would be one more request for each script.
 */
export function pageText(text: string, values?: Values): string {
  const { texts } = JSON.parse(document.body.dataset.texts ?? '{}') as Partial<HindiTexts>;
  return fillText(texts?.[text] ?? text, values);
}
