/** A text for the visitor in English; a page translates it and fills in `{name}` places. */
export type Message = string | { text: string; values: Readonly<Record<string, string>> };

const LINE_ENDS = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g;
/**
 * Directional overrides, embeddings and isolates, which show a text in another order than it has;
 * invisible spaces, byte order marks, soft hyphens; controls but tab and line end. Joiners shape the
 * letters of Hindi words and stay, and so do the marks of right-to-left names.
 */
const INVISIBLE = /(?![\0\t\n])\p{Cc}|[\u00ad\u200b\u202a-\u202e\u2060-\u206f\ufeff]/gu;
/** What leaves no trace on paper; U+2800 is an empty Braille cell. */
const BLANK = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** NUL and halves of surrogate pairs: no browser sends them, and no JSON or HTML holds them. */
const IMPOSSIBLE = /[\0\p{Surrogate}]/u;

/** A text of several lines as it is sent: NFC, lines ended by "\n", nothing invisible in it. */
export function cleanText(text: string): string {
  const clean = text.replace(LINE_ENDS, '\n').replace(INVISIBLE, '').normalize('NFC').trim();
  return isBlank(clean) ? '' : clean;
}

/** The same for a field of one line: what was on several lines has a space between, as in "a Bcc: x". */
export function cleanLine(text: string): string {
  return cleanText(cleanText(text).replace(/\s+/g, (run) => (/[\t\n]/.test(run) ? ' ' : run)));
}

/** Whether a reader would see nothing. */
export function isBlank(text: string): boolean {
  return text.replace(BLANK, '') === '';
}

export function isImpossible(text: string): boolean {
  return IMPOSSIBLE.test(text);
}
