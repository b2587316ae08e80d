import { toAsciiDigits } from '../../../shared/digits.ts';
import type { Reading } from './kind.ts';
import { cellText, type Cell } from './sheet.ts';

/** Whether a sum differs from whole rupees by more than the noise of a formula. */
const NOISE = 1e-6;

/** `₹ 29,700/-`, `Rs. 29700.00`, `1,00,000`, `100,000 INR`. */
const CURRENCY = '(?:₹|rs\\.?|inr|रु\\.?|रू\\.?|रुपये)';
const GROUPED = String.raw`\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3}|\d+`;
const AMOUNT = new RegExp(
  String.raw`^'?${CURRENCY}? ?(${GROUPED})(?:\.0{1,2})? ?(?:/-|/=|/–)? ?${CURRENCY}?$`,
  'iu',
);
/** What a cell says when the class does not pay this fee. */
const NONE = /^(?:[-–—]|n\.?\/?a\.?|लागू नहीं)$/i;

const MUST_BE =
  'must be an amount in whole rupees, such as 29700 or 29,700; a dash where it does not apply';

export function readAmount(cell: Exclude<Cell, null>): Reading<number | null> {
  const found = cellText(cell);
  if (typeof cell === 'number') {
    const rupees = Math.round(cell);
    return rupees >= 0 && Math.abs(cell - rupees) < NOISE
      ? { value: rupees }
      : { text: MUST_BE, found };
  }
  if (typeof cell !== 'string') return { text: MUST_BE, found };
  if (NONE.test(cell)) return { value: null };
  const [, digits] = AMOUNT.exec(toAsciiDigits(cell).replace(/\s+/g, ' ')) ?? [];
  const rupees = Number(digits?.replaceAll(',', ''));
  return Number.isSafeInteger(rupees) ? { value: rupees } : { text: MUST_BE, found };
}
