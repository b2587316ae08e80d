const DIGIT = /\p{Nd}/u;
const DIGITS = /\p{Nd}/gu;

/** The digits of all scripts as 0 to 9, and full-width signs as plain ones. */
export function toAsciiDigits(text: string): string {
  return text.normalize('NFKC').replace(DIGITS, (digit) => String(digitValue(digit)));
}

/** Unicode orders the ten digits of a script: the distance from the first is the value. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}
