/** Their content is their name, which was heard already. */
const NAMED_BY_CONTENT = /^(?:link|button|cell|columnheader|rowheader|heading|option|img|time),/;
/** Structure that real screen readers do not speak at each step. */
const SILENT =
  /^(?:end of |end,|listitem|row,|option.* not selected|(?:current page|list|paragraph|generic|rowgroup|row|document|time|term|definition|strong|mark|caption|status|group)$)/;

/** The phrases as people hear them: a link once, no ends, no places in lists. */
export function condense(phrases: readonly string[]): string[] {
  const lines: string[] = [];
  let inside = '';
  for (const phrase of phrases) {
    if (inside !== '') {
      if (phrase === `end of ${inside}`) inside = '';
      continue;
    }
    if (NAMED_BY_CONTENT.test(phrase) && phrases.includes(`end of ${phrase}`)) inside = phrase;
    if (!SILENT.test(phrase)) lines.push(phrase);
  }
  return lines;
}
