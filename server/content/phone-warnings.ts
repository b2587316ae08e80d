import type { Mentioned } from './mentions.ts';
import type { Finding } from './problem.ts';

/** With the area code of a landline. */
const NATIONAL_DIGITS = 10;
/** Toll-free numbers have a digit more. */
const TOLL_FREE = /^18[06]0\d{6,7}$/;

/** Telephone numbers of India in site.json with a digit too many or too few. */
export function phoneFindings(mentions: readonly Mentioned[]): Finding[] {
  return mentions.flatMap(({ file, at, text }): Finding[] => {
    if (file !== 'site.json' || !at.endsWith('phone') || /^\+(?!91)/.test(text)) return [];
    const digits = text.replace(/^\+91/, '').replace(/\D/g, '').replace(/^0/, '');
    return digits.length === NATIONAL_DIGITS || TOLL_FREE.test(digits)
      ? []
      : [
          {
            place: at,
            text: 'has {digits} digits after +91; a number of India has 10, with its area code',
            values: { digits: String(digits.length) },
            found: text,
          },
        ];
  });
}
