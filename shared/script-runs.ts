import type { Language } from './languages.ts';

/** A piece of a text, and its language where it is not the one around it. */
export type ScriptRun = { text: string; lang: Language | null };

/** A letter of each language's script, and a run of the other's, from its first letter to its last. */
const SCRIPTS: Readonly<Record<Language, { own: RegExp; foreign: RegExp; run: RegExp }>> = {
  en: {
    own: /\p{Script=Latin}/u,
    foreign: /\p{Script=Devanagari}/u,
    run: /\p{Script=Devanagari}(?:\P{Script=Latin}*\p{Script=Devanagari})?/gu,
  },
  hi: {
    own: /\p{Script=Devanagari}/u,
    foreign: /\p{Script=Latin}/u,
    run: /\p{Script=Latin}(?:\P{Script=Devanagari}*\p{Script=Latin})?/gu,
  },
};

/**
 * A text cut where its script changes: what is written in the script of the other language is in that
 * language. Figures and signs belong to the words around them, all of a text without words of its own
 * script to the other one.
 */
export function scriptRuns(text: string, language: Language): ScriptRun[] {
  const { own, foreign, run } = SCRIPTS[language];
  if (!foreign.test(text)) return [{ text, lang: null }];
  const lang = language === 'en' ? 'hi' : 'en';
  if (!own.test(text)) return [{ text, lang }];
  const runs: ScriptRun[] = [];
  let end = 0;
  for (const match of text.matchAll(run)) {
    if (match.index > end) runs.push({ text: text.slice(end, match.index), lang: null });
    runs.push({ text: match[0], lang });
    end = match.index + match[0].length;
  }
  if (end < text.length) runs.push({ text: text.slice(end), lang: null });
  return runs;
}
