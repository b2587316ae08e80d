import type { Language } from './languages.ts';

/** A language that a text may be in: one of the site, or Urdu. */
type TextLanguage = Language | 'ur';

/** A piece of a text, and its language where it is not the one around it. */
type ScriptRun = { text: string; lang: TextLanguage | null };

/** The scripts of the languages. */
const SCRIPTS: Readonly<Record<TextLanguage, string>> = {
  en: String.raw`\p{Script=Latin}`,
  hi: String.raw`\p{Script=Devanagari}`,
  ur: String.raw`\p{Script=Arabic}`,
};
const LANGUAGES = Object.keys(SCRIPTS) as readonly TextLanguage[];
const LETTERS = LANGUAGES.map((lang) => [lang, new RegExp(SCRIPTS[lang], 'u')] as const);
const RUN = new RegExp(LANGUAGES.map(runOf).join('|'), 'gu');
const FIRST_LETTER = new RegExp(Object.values(SCRIPTS).join('|'), 'u');

/** From its first letter to its last before one of another script. */
function runOf(lang: TextLanguage): string {
  const others = LANGUAGES.filter((other) => other !== lang).map((other) => SCRIPTS[other]);
  return `${SCRIPTS[lang]}(?:[^${others.join('')}]*${SCRIPTS[lang]})?`;
}

/**
 * A text cut where its script changes: what is written in the script of another language is in that
 * language. Figures and signs belong to the words around them, all of a text in the script of another language
 * alone to that one.
 */
export function scriptRuns(text: string, language: Language): ScriptRun[] {
  const [first, ...others] = LETTERS.filter(([, letter]) => letter.test(text));
  if (first === undefined) return [{ text, lang: null }];
  const only = first[0] === language ? null : first[0];
  if (others.length === 0) return [{ text, lang: only }];
  const runs: ScriptRun[] = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const lang = LETTERS.find(([, letter]) => letter.test(run))?.[0] ?? language;
    if (lang === language) continue;
    if (index > end) runs.push({ text: text.slice(end, index), lang: null });
    runs.push({ text: run, lang });
    end = index + run.length;
  }
  if (end < text.length) runs.push({ text: text.slice(end), lang: null });
  return runs;
}

/** `dir` of the element around a text that begins in Urdu, so that its lines begin at the right. */
export function baseDirection(text: string): 'rtl' | undefined {
  return /\p{Script=Arabic}/u.test(FIRST_LETTER.exec(text)?.[0] ?? '') ? 'rtl' : undefined;
}
