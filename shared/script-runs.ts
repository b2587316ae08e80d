import { otherLanguage, type Language } from './languages.ts';

/** A piece of a text, and its language where it is not the one around it. */
type ScriptRun = { text: string; lang: Language | null };

/** A letter of each language's script, and a run of them, from its first letter to its last. */
const SCRIPTS: Readonly<Record<Language, { letter: RegExp; run: RegExp }>> = {
  en: {
    letter: /\p{Script=Latin}/u,
    run: /\p{Script=Latin}(?:\P{Script=Devanagari}*\p{Script=Latin})?/gu,
  },
  hi: {
    letter: /\p{Script=Devanagari}/u,
    run: /\p{Script=Devanagari}(?:\P{Script=Latin}*\p{Script=Devanagari})?/gu,
  },
};

/**
 * A text cut where its script changes: what is written in the script of the other language is in that
 * language. Figures and signs belong to the words around them, all of a text without words of its own
 * script to the other one.
 */
export function scriptRuns(text: string, language: Language): ScriptRun[] {
  const lang = otherLanguage(language);
  const { letter, run } = SCRIPTS[lang];
  if (!letter.test(text)) return [{ text, lang: null }];
  if (!SCRIPTS[language].letter.test(text)) return [{ text, lang }];
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
