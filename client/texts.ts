import { fillText, inDigits, type HindiTexts, type Values } from './fill-text.ts';
import type { Texts } from '../shared/content.ts';
import { localPath, type Language } from '../shared/languages.ts';

/** How a page, or an island of it, says its texts. The code has them in English. */
export type Translation = {
  language: Language;
  /** A text in the language, `{name}` filled in; one without translation stays English. */
  t: (text: string, values?: Values) => string;
  /** The same for a text that came filled in, as messages of the forms do. */
  message: (text: string) => string;
  /** The words and figures of a date, as shared/dates.ts writes it. */
  date: (text: string) => string;
  number: (value: number) => string;
  /** Address of a page in the language. */
  path: (path: string) => string;
};

export const ENGLISH: Translation = {
  language: 'en',
  t: fillText,
  message: (text) => text,
  date: (text) => text,
  number: String,
  path: (path) => path,
};

/** Texts in Hindi. */
export function inHindi({ texts, digits }: HindiTexts): Translation {
  return {
    language: 'hi',
    t: (text, values) => fillText(texts[text] ?? text, values, digits),
    message: (text) => translatedMessage(text, texts) ?? text,
    date: (text) => inDigits(text, digits).replace(/[A-Za-z]+/g, (word) => texts[word] ?? word),
    number: (value) => inDigits(String(value), digits),
    path: (path) => localPath('hi', path),
  };
}

/** A message that came filled in, of one text or of two in a row. */
function translatedMessage(text: string, texts: Texts): string | undefined {
  const complete = texts[text] ?? translatedPattern(text, texts);
  const at = text.lastIndexOf('. ') + 1;
  if (complete !== undefined || at === 0) return complete;
  const first = translatedMessage(text.slice(0, at), texts);
  const last = translatedMessage(text.slice(at + 1), texts);
  return first === undefined || last === undefined ? undefined : `${first} ${last}`;
}

/** Characters that a text must have besides its places, so that it is none that fits everything. */
const LEAST_PATTERN = 12;

/** A text that is one of the texts with its places filled in, in Hindi with the same values. */
function translatedPattern(text: string, texts: Texts): string | undefined {
  for (const [english, hindi] of Object.entries(texts)) {
    const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    const parts = english.split(/\{\w+\}/);
    if (names.length === 0 || parts.join('').length < LEAST_PATTERN) continue;
    const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(.+)');
    const found = new RegExp(`^${pattern}$`, 's').exec(text);
    if (found !== null)
      return fillText(
        hindi,
        Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? ''])),
      );
  }
  return undefined;
}
