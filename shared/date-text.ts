import { MAX_DATE_LENGTH, parseDay } from './parse-day.ts';
import { isNothing } from './provider-values.ts';

/**
 * A date as a text for `parseDay`: of a text, a number, MongoDB's `{ $date }`, Firestore's `{ _seconds }`, PHP's
 * `{ date, timezone }` or Java's `[2026, 3, 5]`. Of another shape it is a text that is no date, for the log.
 */
export function dateText(value: unknown): string {
  const text = writtenDate(value);
  return isNothing(text) || isAbsent(text) ? '' : text;
}

/** The first day of calendars and of computers, which programs write for no date; 2070 is 1970 with two digits. */
const ABSENT =
  /^(?:0|-?000[01]\b.*|1899-12-3[01](?!\d).*|3[01][-/.]12[-/.]1899\b.*|00[-/.]00[-/.]0000\b.*|-19800(?:000)?|-\d{11,14}|0?1[-/.]0?1[-/.]000?1\b.*|30[-/.]11[-/.]-0*1\b.*|\/Date\((?:0|-\d{13,14})(?:[+-]\d{4})?\)\/)$/;
const ABSENT_DAYS = new Set(['1900-01-01', '1969-12-31', '1970-01-01', '2070-01-01']);

function isAbsent(text: string): boolean {
  return ABSENT.test(text) || ABSENT_DAYS.has(parseDay(text) ?? '');
}

function writtenDate(value: unknown): string {
  if (typeof value === 'string') return value.trim().slice(0, MAX_DATE_LENGTH + 1);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value !== 'object' || value === null) return '';
  if (Array.isArray(value)) return arrayText(value);
  if ('$date' in value) return writtenDate(value.$date);
  if ('$numberLong' in value) return writtenDate(value.$numberLong);
  if ('_seconds' in value) return writtenDate(value._seconds);
  if ('seconds' in value) return writtenDate(value.seconds);
  if (!('date' in value)) return `{ ${Object.keys(value).join(', ')} }`.slice(0, MAX_DATE_LENGTH);
  const zone = 'timezone' in value && typeof value.timezone === 'string' ? value.timezone : '';
  return `${writtenDate(value.date)} ${OWN_ZONE.test(zone) ? '' : zone}`.trim();
}

const OWN_ZONE = /^Asia\/(?:Kolkata|Calcutta)$/;

function arrayText([year, month, day, ...time]: readonly unknown[]): string {
  const parts = [year, month, day].map((part) => String(part).padStart(2, '0'));
  const isDate =
    time.every((part) => typeof part === 'number') && /^\d{4}-\d\d-\d\d$/.test(parts.join('-'));
  return isDate ? parts.join('-') : `[${parts.join(', ')}]`.slice(0, MAX_DATE_LENGTH);
}
