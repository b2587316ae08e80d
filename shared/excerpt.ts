import { withoutEnd, withoutTargets } from './text-links.ts';

/** Cuts a text to `limit` characters in one line, between words; links are their words. */
export function excerpt(text: string, limit: number): string {
  const line = withoutTargets(text).replace(/\s+/g, ' ').trim();
  if (line.length <= limit) return line;
  const cut = line.slice(0, limit - 1);
  const end = cut.lastIndexOf(' ');
  // A text without spaces is cut anywhere, though not inside a character.
  const whole = end > limit / 2 ? cut.slice(0, end) : cut.replace(/[\uD800-\uDBFF]$/, '');
  return `${withoutEnd(whole, ' ,;:–-')}…`;
}
