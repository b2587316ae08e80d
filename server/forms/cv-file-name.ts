/** Longest name that is forwarded, in UTF-16 units, with ".pdf". */
const MAX_NAME = 80;
const EXTENSION = '.pdf';
/** Joiners shape Devanagari letters and stay. */
const UNWANTED =
  /[\p{Cc}\p{Surrogate}"<>:|?*;\\/\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

const letters = new Intl.Segmenter('hi', { granularity: 'grapheme' });

/** A safe file name: "../राम CV.PDF" gives "राम CV.pdf". */
export function cvFileName(original: string): string {
  const base = original.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const stem = base
    .replace(UNWANTED, '')
    .replace(/\.pdf$/i, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  let name = '';
  for (const { segment } of letters.segment(stem.slice(0, 4 * MAX_NAME))) {
    if (name.length + segment.length + EXTENSION.length > MAX_NAME) break;
    name += segment;
  }
  return `${name.trim() || 'cv'}${EXTENSION}`;
}
