import { toAsciiDigits } from '../../../shared/digits.ts';
import type { Reading } from './kind.ts';
import { cellText, type Cell } from './sheet.ts';

const DAY_MINUTES = 24 * 60;
const TYPED = /^(\d{1,2})(?:[:.](\d{2})(?::00)?)?(?: ?([ap])\.? ?m\.?)?(?: ?बजे)?$/i;

/** A time of day as `07:30`. */
export function readTime(cell: Exclude<Cell, null>): Reading<string> {
  const minutes = minutesOf(cell);
  if (minutes !== null) {
    const hours = String(Math.floor(minutes / 60)).padStart(2, '0');
    return { value: `${hours}:${String(minutes % 60).padStart(2, '0')}` };
  }
  return { text: 'must be a time such as 7:30 AM or 13:30', found: timeText(cell) };
}

function timeText(cell: Exclude<Cell, null>): string {
  return cell instanceof Date ? cell.toISOString().slice(11, 16) : cellText(cell);
}

function minutesOf(cell: Exclude<Cell, null>): number | null {
  // A spreadsheet's time is a day of its first year; its binary fraction may lack a millisecond.
  if (cell instanceof Date)
    return cell.getUTCFullYear() < 1905
      ? Math.round(cell.getTime() / 60_000 + 1e9 * DAY_MINUTES) % DAY_MINUTES
      : null;
  if (typeof cell === 'number' && cell > 0 && cell < 1)
    return Math.round(cell * DAY_MINUTES) % DAY_MINUTES;
  // 7.30 is the number 7.3. Of 7.5 nobody knows whether it is 7:30 or 7:50.
  const isHalf = typeof cell === 'number' && Math.abs((cell % 1) - 0.5) < 1e-6;
  if (isHalf) return null;
  const text = typeof cell === 'number' ? cell.toFixed(cell % 1 === 0 ? 0 : 2) : cellText(cell);
  const match = TYPED.exec(toAsciiDigits(text));
  if (match === null) return null;
  const [, hour, minute = '0', half] = match;
  const isAfternoon = half?.toLowerCase() === 'p' && Number(hour) < 12;
  const isMidnight = half?.toLowerCase() === 'a' && Number(hour) === 12;
  const hours = isMidnight ? 0 : Number(hour) + (isAfternoon ? 12 : 0);
  const isBare = match[2] === undefined && half === undefined && typeof cell === 'string';
  return hours < 24 && Number(minute) < 60 && !isBare ? hours * 60 + Number(minute) : null;
}
