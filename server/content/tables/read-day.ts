import type { Day } from '../../../shared/dates.ts';
import { toAsciiDigits } from '../../../shared/digits.ts';
import { parseDay } from '../../../shared/parse-day.ts';
import type { Reading } from './kind.ts';
import { cellText, type Cell } from './sheet.ts';

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]00:00(?::00)?(?:\.0+)?Z?)?$/;
const DAY_FIRST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?: 0?0:00(?::00)?)?$/;
const SHORT_YEAR = /^\d{1,2}([-/.])\d{1,2}\1\d{2}$/;
const WEEKDAY = String.raw`(?:[\p{L}\p{M}]+,? )?`;
const ORDINAL = '(?:st|nd|rd|th)?';
/** `31 October 2026`, `31-Oct-26`, `Saturday, 31st October 2026`, `October 31, 2026`. */
const WITH_NAME = new RegExp(
  String.raw`^${WEEKDAY}(?:\d{1,2}${ORDINAL}[ ./-]?[\p{L}\p{M}]+[.,]?[ /-]?(?:\d{4}|\d{2})|[\p{L}\p{M}]+[ -]\d{1,2}${ORDINAL}, ?\d{4})$`,
  'iu',
);

/** Years that a school's table can mean. */
const FIRST_DAY = '1990-01-01';
const LAST_DAY = '2099-12-31';

/** A day of a spreadsheet, or one that is typed; of 5/6/2026 the day comes first. */
export function readDay(cell: Exclude<Cell, null>): Reading<Day> {
  const found = cellText(cell);
  if (typeof cell === 'number')
    return {
      text: 'is a number: format the column as Date, or write the day as 31-10-2026',
      found,
    };
  const value = cell instanceof Date ? found : typedDay(found);
  if (value !== null && value >= FIRST_DAY && value <= LAST_DAY) return { value };
  const typed = toAsciiDigits(found);
  if (SHORT_YEAR.test(typed)) return { text: 'must have the year with four digits', found };
  const [, first, , second, year = ''] = DAY_FIRST.exec(typed) ?? [];
  const american = existing(year, first, second);
  if (american !== null)
    return {
      text: 'has the month before the day: write the day first, 31-10-2026',
      found,
    };
  return { text: 'must be a day that exists, such as 31-10-2026', found };
}

function typedDay(text: string): Day | null {
  const plain = toAsciiDigits(text).replace(/\s+/g, ' ');
  const [, year = '', , month, date] = YEAR_FIRST.exec(plain) ?? [];
  if (month !== undefined) return existing(year, month, date);
  const [, firstDate, , firstMonth, lastYear = ''] = DAY_FIRST.exec(plain) ?? [];
  if (firstMonth !== undefined) return existing(lastYear, firstMonth, firstDate);
  return WITH_NAME.test(plain) ? parseDay(plain) : null;
}

function existing(year: string, month = '', date = ''): Day | null {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day) ? day : null;
}
