import { toAsciiDigits } from '../digits.ts';

/** Digits of an Indian telephone number without country code. */
export const PHONE_DIGITS = 10;

const DIGIT = /\p{Nd}/u;
/** Spaces, dashes, dots, brackets, and what address books put around a number without showing it. */
const SEPARATORS = /[\s\p{Cf}\p{Pd}\p{Ps}\p{Pe}\u2212.\u00b7\u2022]/gu;
const WRITTEN = new RegExp(`^(?:\\+91|0091|91)?0?([0-9]{${PHONE_DIGITS}})$`);

export const PHONE_NOT_DIGITS = 'Please enter the number in digits.';

/** Hints of a telephone field; one line each, so that nothing moves when they change. */
export const PHONE_HINTS = {
  usual: '10 digits',
  unread: 'Not 10 digits. Please check the number.',
  full: 'Enter 10 digits, without +91 or 0.',
};

/** The ten digits of a number in any script, as "+91 (0)98765-43210" or "९८७६५ ४३२१०"; else null. */
export function readPhone(text: string): string | null {
  return (
    WRITTEN.exec(
      toAsciiDigits(text)
        .replace(/^\s*tel:/i, '')
        .replace(SEPARATORS, ''),
    )?.[1] ?? null
  );
}

export function hasDigits(text: string): boolean {
  return DIGIT.test(text);
}

/** The hint for a number that the visitor has left; a hint stops nothing. */
export function phoneHint(text: string): string {
  return text.trim() === '' || readPhone(text) !== null ? PHONE_HINTS.usual : PHONE_HINTS.unread;
}

/** Whether a text is digits of any script, and nothing else. */
export function isOnlyDigits(text: string): boolean {
  return /^\p{Nd}+$/u.test(text);
}
