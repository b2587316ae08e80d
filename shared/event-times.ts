import type { Day } from './dates.ts';
import { toAsciiDigits } from './digits.ts';
import { MIDNIGHT, NOON, readHindiTimes, withUsualEnd, type EventTimes } from './hindi-times.ts';

/** Hours below this one, written as one digit without AM or PM, may be of the morning or of the afternoon. */
const FIRST_PLAIN_HOUR = 7;

/** Databases write seconds. */
const CLOCK = String.raw`(\d{1,2})(?:[:.](\d{2})(?::[0-5]\d(?:\.\d+)?)?)?\s*(am|pm|noon|midnight|hrs?|hours?)?`;
const TIMES = new RegExp(
  String.raw`^(?:(?:reporting )?time ?[:-]{0,2} ?)?(?:from |at )?${CLOCK}(?:\s*(?:-|–|—|to|till?|until)\s*${CLOCK})?(?:\s*(?:onwards?|sharp))?(?:\s*\(?ist\)?)?\.?$`,
);

/**
 * Reads the provider's text of an event's time: `10:00 AM`, `10 AM - 1 PM`, `10 - 11.30 am`, `09:30 to 12:00`,
 * `9:30 AM onwards`, `10:00:00`, `१०:०० AM`, `6 PM - 12:00 AM`, `सुबह साढ़े 9 से 12 बजे तक`. Null for every other text, and for one that may mean two things (`4:00`, `10:00 to 1:00`).
 */
export function readEventTimes(text: string): EventTimes | null {
  const plain = toAsciiDigits(text)
    .toLowerCase()
    .replace(/\b([ap])\.?\s?m\b\.?/g, '$1m')
    .replace(/\s+/g, ' ')
    .replace(/(?<to>(?:[-–—]|to|till?|until) ?)(?<end>noon|midnight)/, '$<to>12 $<end>')
    .trim();
  const parts = TIMES.exec(plain);
  if (parts === null) return readHindiTimes(plain);
  const [, hour = '', minute, half, endHour, endMinute, endHalf] = parts;
  if (endHour === undefined) {
    const start = toMinutes({ hour, minute, half });
    return start === null ? null : withUsualEnd(start);
  }
  const lastHour = endHour === '24' ? '00' : endHour;
  const endTime = toMinutes({ hour: lastHour, minute: endMinute, half: endHalf });
  if (endTime === null) return null;
  // An event ends at the midnight after it.
  const end = endTime === 0 ? MIDNIGHT : endTime;
  // "10 - 11:30 AM" is in one half of the day, "10 - 1 PM" in both.
  const halves = half === undefined && isHalf(endHalf) ? ['pm', 'am'] : [half];
  const start = halves
    .map((one) => toMinutes({ hour, minute, half: one }))
    .find((candidate) => candidate !== null && candidate < end);
  return start === undefined || start === null ? null : { start, end };
}

/** Whether a text names hours that are not read; words alone (`after the assembly`) name none. */
export function isUnreadTime(text: string): boolean {
  return /\p{Nd}|बजे/u.test(text) && readEventTimes(text) === null;
}

type Clock = { hour: string; minute: string | undefined; half: string | undefined };

function isHalf(half: string | undefined): boolean {
  return half === 'am' || half === 'pm' || half === 'noon' || half === 'midnight';
}

/** Minutes after midnight; null for no time of a day, and for one that may be of either half of it. */
function toMinutes({ hour, minute, half }: Clock): number | null {
  const hours = Number(hour);
  const minutes = Number(minute ?? 0);
  if (minutes > 59) return null;
  if (half === 'noon' || half === 'midnight')
    return hours === 12 && minutes === 0 ? (half === 'noon' ? NOON : 0) : null;
  if (half === 'am' || half === 'pm')
    return hours < 1 || hours > 12
      ? null
      : (hours % 12) * 60 + minutes + (half === 'pm' ? NOON : 0);
  if (hours > 23 || minute === undefined) return null;
  const isPlain = hour.length === 2 || hours >= FIRST_PLAIN_HOUR;
  return isPlain ? hours * 60 + minutes : null;
}

/** A time of a day in India, as ISO 8601: `2026-03-05T10:00:00+05:30`. */
export function instantText(day: Day, minutes: number): string {
  const date = new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000);
  return `${date.toISOString().slice(0, 19)}+05:30`;
}
