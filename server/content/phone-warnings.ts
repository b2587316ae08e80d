import type { Mentioned } from './mentions.ts';
import { problemAt, type Problem } from './problem.ts';

/** With the area code of a landline. */
const NATIONAL_DIGITS = 10;
/** Toll-free numbers have a digit more. */
const TOLL_FREE = /^18[06]0\d{6,7}$/;
/** Those of emergency services and helplines have fewer, without an area code. */
const SHORT_NUMBER = /^\d{3,6}$/;

/** The field of site.json, or the heading of the column. */
const PHONE_FIELD = /(?:^|[., ])phone$|\((?:phone|telephone|फ़ोन)/i;
/** The cell before one with a number. */
const LABEL = /phone|mobile|contact n|फ़ोन|मोबाइल/i;
const IS_NUMBER = /^\+?\d[\d\s()/,;-]{6,}$/;
const OF_INDIA = /\+91[\s()-]{0,3}\d(?:[\s()-]{0,3}\d){5,}/g;

/** Telephone numbers of India with a digit too many or too few: fields, `tel:` links, and numbers with +91 in texts. */
export function phoneWarnings(mentions: readonly Mentioned[]): Problem[] {
  return mentions.flatMap((mention, index) =>
    numbersIn(mention, mentions[index - 1]).flatMap((number) => {
      const digits = nationalDigits(number);
      if (digits === null || digits.length === NATIONAL_DIGITS || TOLL_FREE.test(digits)) return [];
      return problemAt(
        { file: mention.file, place: mention.at },
        {
          text: 'has {digits} digits after +91; a number of India has 10, with its area code',
          values: { digits: String(digits.length) },
          found: number,
        },
        'warning',
      );
    }),
  );
}

function numbersIn({ file, at, text }: Mentioned, before: Mentioned | undefined): string[] {
  if (/^tel:/i.test(text)) return [text];
  const isLabelled = before?.file === file && LABEL.test(before.text) && IS_NUMBER.test(text);
  if (!isLabelled && !PHONE_FIELD.test(at)) return text.match(OF_INDIA) ?? [];
  return text.split(/[,;/]|\bor\b/).map((part) => part.replace(/\bext.*$/i, '').trim());
}

/** Null for one of another country, or of none. */
function nationalDigits(number: string): string | null {
  const written = number.replace(/^tel:|\s/gi, '');
  if (/^\+(?!91)/.test(written)) return null;
  const digits = written.replace(/^\+91/, '').replace(/\D/g, '');
  const isShort = SHORT_NUMBER.test(digits) && !written.startsWith('+');
  return digits === '' || isShort ? null : digits.replace(/^0/, '').replace(/^91(?=\d{10}$)/, '');
}
