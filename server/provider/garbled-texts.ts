import { LOST_BY_ENCODING } from '../content/text-findings.ts';

/** The beginning of a text shows what it is; in characters. */
const MAX_EXAMINED = 4_000;

/** Texts that are shown as they are written, and hardly read as their author meant. */
const GARBLED: readonly RegExp[] = [
  ...LOST_BY_ENCODING,
  // Shortcodes of WordPress.
  /\[\/?(?:caption|gallery|embed|video|audio|playlist|contact-form-7|vc_\w{1,40}|et_pb_\w{1,40})(?:\s[^[\]]{0,999})?\]/i,
  // Markdown; links of it are read.
  /^#{1,6} \p{L}|\*\*[^\s*][^*\n]{0,200}\*\*|!\[[^[\]\n]{0,200}\]\(|^```/mu,
  // Hindi in a font from before Unicode, such as Kruti Dev: "fo|ky;" is "विद्यालय".
  /[A-Za-z][|{]k|(?:^|\s)(?:esa|dks|vkSj|gSA|gSaA|,oa)(?=\s|$)|(?:^|\s)(?:ds|dh|dk|ls) (?:\S{1,40} ){0,9}(?:ds|dh|dk|ls|gS)(?=\s|$)/,
];

/** Where a text begins to be garbled; null for any other text. */
export function findGarbled(text: string): string | null {
  const beginning = text.slice(0, MAX_EXAMINED);
  const places = GARBLED.map((form) => beginning.search(form)).filter((at) => at >= 0);
  return places.length === 0 ? null : beginning.slice(Math.min(...places)).trim();
}
