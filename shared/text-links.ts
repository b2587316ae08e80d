import { toAsciiDigits } from './digits.ts';
import { callLink, recordLink, safeLink } from './links.ts';

/** A piece of a text, and where it leads if it is a link. */
type TextRun = { text: string; href: string | null };

/** A link with words of its own, written by provider-text.ts. */
const NAMED = String.raw`\[(?<words>[^[\]]+)\]\((?<target>[^\s()[\]]+)\)`;
const DIGIT = '[\\d०-९]';
/** International, landline, mobile and toll-free numbers as people write them, so that no other figure is one. */
const PHONE = [
  String.raw`\+${DIGIT}(?:[ ()-]{0,2}${DIGIT}){7,14}`,
  // A country code that is repeated, in brackets or after zeros.
  String.raw`(?:\+91[ -]?\+91|[([]\+?0{0,2}91[)\]]|0{1,2}91|91(?=[ -]))[ -]{0,2}[6-9]${DIGIT}{4}[ -]?${DIGIT}{5}`,
  String.raw`\(0${DIGIT}{2,4}\)[ -]{0,2}${DIGIT}{6,8}`,
  String.raw`0${DIGIT}{2,4}[ -]{1,3}${DIGIT}{6,8}`,
  String.raw`0?[6-9६-९]${DIGIT}{4}[ -]${DIGIT}{5}`,
  String.raw`[6-9६-९]${DIGIT}{2}[ -]${DIGIT}{3}[ -]${DIGIT}{4}`,
  String.raw`[6-9६-९]${DIGIT}{9}`,
  String.raw`1800[ -]?${DIGIT}{3}[ -]?${DIGIT}{3,4}`,
].join('|');

/** Where a word begins that is no part of `a.b-c`: there each of its letters would be tried. */
const BEGINNING = String.raw`\b(?<!\w[.+-]{0,9})`;

/** Each part has a longest length, so that any text takes linear time. None begins inside a word. */
const LINKS = new RegExp(
  [
    NAMED,
    String.raw`(?<address>(?:https?://|www\.)[^\s<>"“”]{1,2000})`,
    String.raw`${BEGINNING}(?<host>[a-z\d][a-z\d-]{1,62}(?:\.[a-z\d-]{1,63}){0,3}\.(?:com|edu|in|net|org|gle|ly|be|me)/[^\s<>"“”]{0,2000})`,
    String.raw`${BEGINNING}(?:mailto:)?(?<mail>\w[\w.+-]{0,63}@[a-z\d-]{1,63}(?:\.{1,2}[a-z\d-]{1,63}){1,4})`,
    String.raw`(?:\b|(?=[+([०-९]))(?<phone>${PHONE})(?![\w०-९]|[.-]${DIGIT})`,
  ].join('|'),
  'giu',
);
const NAMED_LINKS = new RegExp(NAMED, 'gu');

/** An address or a number after it is a part of something longer. */
const INSIDE = /[\p{L}\p{M}\p{N}@#=&_]$|\d[.-]$/u;

/** A text cut at its links: those with words of their own, written addresses, e-mail addresses and telephone numbers. */
export function textRuns(text: string): TextRun[] {
  const runs: TextRun[] = [];
  let end = 0;
  for (const match of text.matchAll(LINKS)) {
    const run = readLink(match);
    const isNamed = match.groups?.['words'] !== undefined;
    if (
      run === null ||
      (!isNamed && INSIDE.test(text.slice(Math.max(0, match.index - 2), match.index)))
    )
      continue;
    if (match.index > end) runs.push({ text: text.slice(end, match.index), href: null });
    runs.push(run);
    end = match.index + (isNamed ? match[0].length : match[0].indexOf(run.text) + run.text.length);
  }
  if (end < text.length) runs.push({ text: text.slice(end), href: null });
  return runs;
}

function readLink({ 0: text, groups = {} }: RegExpExecArray): (TextRun & { href: string }) | null {
  const { words, target, address, host, mail, phone } = groups;
  if (phone !== undefined) return { text, href: callLink(toAsciiDigits(phone)) };
  const written = withoutPunctuation(address ?? host ?? mail ?? '');
  const scheme = mail === undefined ? (host === undefined ? '' : 'https://') : 'mailto:';
  const href = safeLink(target ?? (written === '' ? null : scheme + written));
  return href === null ? null : { text: words ?? written, href };
}

/** A text without any of these signs at its end. */
export function withoutEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** What ends a sentence ends no address; a closing bracket belongs to one with an opening one. */
function withoutPunctuation(address: string): string {
  const cut = withoutEnd(address, ".,;:!?'’»।…");
  const isAfter = cut.endsWith(')') && cut.split(')').length > cut.split('(').length;
  return isAfter ? withoutPunctuation(cut.slice(0, -1)) : cut;
}

/** A link as part of a text: its words, with the address if they are not that. */
export function writeLink(words: string, address: string): string {
  const href = recordLink(address);
  const name = words.trim();
  if (href === null) return words;
  if (name === '') return /^https?:/.test(href) ? ` ${href} ` : '';
  const [run, ...others] = textRuns(name);
  if (run?.href === href && others.length === 0) return words;
  const safe = name.replace(/\[/g, '(').replace(/\]/g, ')');
  return words.replace(name, () => `[${safe}](${href.replace(/[()[\]]/g, percentEncoded)})`);
}

/** Elements that show a page, a video or a recording from elsewhere. */
export const EMBED_TAGS = ['oembed', 'iframe', 'video', 'audio', 'source', 'embed', 'object'];

/** Where such an element leads; null for an address of this site, or of none. */
export function embeddedLink(address: string): { href: string; host: string } | null {
  const href = safeLink(address.trim().replace(/^\/\//, 'https://'));
  return href !== null && /^https?:/.test(href) ? { href, host: new URL(href).hostname } : null;
}

function percentEncoded(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Its links by their words alone, for a text in which nothing can be clicked. */
export function withoutTargets(text: string): string {
  return text.replace(NAMED_LINKS, (link, words: string, target: string) =>
    safeLink(target) === null ? link : words,
  );
}

/** Its links by their words and addresses, for a reader that makes links of addresses. */
export function withAddresses(text: string, siteUrl: string): string {
  return text.replace(NAMED_LINKS, (link, words: string, target: string) => {
    const href = safeLink(target);
    return href === null
      ? link
      : `${words} (${absoluteLink(href, siteUrl).replace(/^(?:mailto|tel):/, '')})`;
  });
}

/** Where a link of the site leads for a reader elsewhere. */
export function absoluteLink(href: string, siteUrl: string): string {
  return href.startsWith('/') ? siteUrl + href : href;
}

/** The first place from `at` on where no link is cut. */
export function endOfLink(text: string, at: number): number {
  for (const { 0: match, index } of text.matchAll(LINKS))
    if (index < at && at < index + match.length) return index + match.length;
  return at;
}
