import { indexTerms, wordsOf } from './words.ts';
import type { TextPart } from '../../../shared/site-search.ts';

/** Length of an excerpt, and of what it shows before the first match, in characters. */
const EXCERPT_LENGTH = 200;
const BEFORE_MATCH = 60;

/** A text cut where a word that is indexed under one of the terms begins or ends. */
export function markMatches(text: string, terms: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const word of wordsOf(text)) {
    if (!isMatch(word.folded, terms)) continue;
    if (word.start > end) parts.push({ text: text.slice(end, word.start), isMatch: false });
    parts.push({ text: text.slice(word.start, word.end), isMatch: true });
    end = word.end;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}

/** The terms that a text has. */
function matchesIn(text: string, terms: readonly string[]): string[] {
  const own = new Set(Array.from(wordsOf(text), ({ folded }) => indexTerms(folded)).flat());
  return terms.filter((term) => own.has(term));
}

/** The line with most matches, cut around the first one between words; without matches the first line. */
export function excerptWithMatch(lines: string, terms: readonly string[]): string {
  const all = lines.split('\n');
  const counts = all.map((line) => (all.length === 1 ? 0 : matchesIn(line, terms).length));
  const text = all[counts.indexOf(Math.max(...counts))] ?? '';
  const from = Math.max(0, firstMatch(text, terms) - BEFORE_MATCH);
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  if (text.length - start <= EXCERPT_LENGTH) return (start > 0 ? '… ' : '') + text.slice(start);
  const end = text.lastIndexOf(' ', start + EXCERPT_LENGTH);
  const cut = text.slice(start, end > start ? end : start + EXCERPT_LENGTH);
  return `${start > 0 ? '… ' : ''}${cut.replace(/[\ud800-\udbff]$/, '')} …`;
}

function firstMatch(text: string, terms: readonly string[]): number {
  for (const { folded, start } of wordsOf(text)) if (isMatch(folded, terms)) return start;
  return 0;
}

function isMatch(word: string, terms: readonly string[]): boolean {
  return indexTerms(word).some((term) => terms.includes(term));
}
