import { fillText, inDigits, textIn, type HindiTexts, type Values } from './fill-text.ts';
import type { Message } from './forms/text.ts';
import { localPath, type Language } from './languages.ts';

/** Texts in the code are English. */
export type Translation = {
  language: Language;
  /** A text in the language, `{name}` filled in; one without translation stays English. */
  t: (text: string, values?: Values) => string;
  message: (message: Message) => string;
  /** The words and figures of a date, as shared/dates.ts writes it. */
  date: (text: string) => string;
  number: (value: number) => string;
  /** Address of a page in the language. */
  path: (path: string) => string;
};

export const ENGLISH: Translation = {
  language: 'en',
  t: fillText,
  message: (message) => messageWith(fillText, message),
  date: (text) => text,
  number: String,
  path: (path) => path,
};

export function inHindi({ texts, digits }: HindiTexts): Translation {
  const t: Translation['t'] = (text, values) => fillText(textIn(texts, text), values, digits);
  return {
    language: 'hi',
    t,
    message: (message) => messageWith(t, message),
    date: (text) => inDigits(text, digits).replace(/[A-Za-z]+/g, (word) => textIn(texts, word)),
    number: (value) => inDigits(String(value), digits),
    path: (path) => localPath('hi', path),
  };
}

function messageWith(t: Translation['t'], message: Message): string {
  return typeof message === 'string' ? t(message) : t(message.text, message.values);
}
