import { toAsciiDigits } from './digits.ts';

/** Half a nasal before a consonant of its class is also written as a dot: हिन्दी and हिंदी. */
const HALF_NASAL = /ङ्(?=[क-घ])|ञ्(?=[च-झ])|ण्(?=[ट-ढ])|न्(?=[त-ध])|म्(?=[प-भ])/g;
/** Accents and nuktas, which are often left out, and what is invisible: soft hyphens, joiners, spaces without width. */
const IGNORED = /[\u0300-\u036f\u093c]|\p{Default_Ignorable_Code_Point}/gu;

/**
 * A text for comparisons, in one spelling: of letter case, apostrophes, dashes, digits, and of what Hindi is written
 * with in several ways.
 */
export function foldText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.toLowerCase();
  return (
    toAsciiDigits(text)
      .normalize('NFD')
      .replace(IGNORED, '')
      .replace(/[‘’ʼ′]/g, "'")
      .replace(/\p{Pd}|\u2212/gu, '-')
      .replaceAll('\u0901', '\u0902')
      .replace(HALF_NASAL, '\u0902')
      // Lower case alone would keep ß from SS, and the σ at the end of a word from the σ inside one.
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
  );
}

/** Returns a test whether a text contains `part`, in any spelling of both or to the letter: हिन is a part of हिन्दी. */
export function textMatcher(part: string): (text: string) => boolean {
  if (part === '') return () => true;
  const folded = foldText(part);
  const lowered = lower(part);
  return (text) => foldText(text).includes(folded) || lower(text).includes(lowered);
}

function lower(text: string): string {
  return text.normalize('NFD').toLowerCase();
}
