import { indexTerms, wordsOf } from './words.ts';
import type { TextPart } from '../../../shared/site-search.ts';

/** Length of an excerpt, and of what it shows before the first match, in characters. */
const EXCERPT_LENGTH = 200;
const BEFORE_MATCH = 60;

/** The words of a text that are indexed under some of the terms. */
function* matchesIn(text: string, terms: readonly string[]) {
  for (const { folded, start, end } of wordsOf(text)) {
    const own = indexTerms(folded).filter((term) => terms.includes(term));
    if (own.length > 0) yield { start, end, terms: own };
  }
}

/** A text cut where a word that is indexed under one of the terms begins or ends. */
export function markMatches(text: string, terms: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let last = 0;
  for (const { start, end } of matchesIn(text, terms)) {
    if (start > last) parts.push({ text: text.slice(last, start), isMatch: false });
    parts.push({ text: text.slice(start, end), isMatch: true });
    last = end;
  }
  if (last < text.length) parts.push({ text: text.slice(last), isMatch: false });
  return parts;
}

/** The line with most matches, cut around the first one between words; without matches the first line. */
export function excerptWithMatch(lines: string, terms: readonly string[]): string {
  const all = lines.split('\n');
  const counts = all.map(
    (line) => new Set([...matchesIn(line, terms)].flatMap((match) => match.terms)).size,
  );
  const text = all[counts.indexOf(Math.max(...counts))] ?? '';
  const [first = { start: 0 }] = matchesIn(text, terms);
  const from = Math.max(0, first.start - BEFORE_MATCH);
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  if (text.length - start <= EXCERPT_LENGTH) return (start > 0 ? '… ' : '') + text.slice(start);
  const end = text.lastIndexOf(' ', start + EXCERPT_LENGTH);
  const cut = text.slice(start, end > start ? end : start + EXCERPT_LENGTH);
  return `${start > 0 ? '… ' : ''}${cut.replace(/[\ud800-\udbff]$/, '')} …`;
}
