import { excerpt } from './excerpt.ts';
import { parseProviderHtml } from './provider-html.ts';
import { joinTexts, type RichNode } from './prose.ts';

/** One line. The parser bounds the depth. */
export function htmlToText(html: string): string {
  const line = blocksToText(parseProviderHtml(html));
  // Invisible characters alone are no text.
  return /[^\s\p{Cf}]/u.test(line) ? line : '';
}

/** One line. */
export function blocksToText(blocks: readonly RichNode[]): string {
  return joinTexts(blocks).replace(/\s+/g, ' ').trim();
}

const SALUTATION = /^(?:(?:my )?dear|respected|प्रिय|आदरणीय|माननीय)\s[^,!।.]{0,80}[,!।]\s*/iu;
/** The text up to its last complete sentence. */
const SENTENCES = /^.*[.!?।]["”’]?(?=\s)/su;

/** Cuts a message without its salutation to `limit` characters, after a sentence where one fits. */
export function messageExcerpt(text: string, limit: number): string {
  const body = text.replace(SALUTATION, '').replace(/\s+/g, ' ').trim();
  if (body.length <= limit) return body;
  return SENTENCES.exec(body.slice(0, limit + 1))?.[0] ?? excerpt(body, limit);
}
