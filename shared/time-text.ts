import { timeInIndia } from './dates.ts';
import { parseLine } from './provider-text.ts';
import { tryJson } from './provider-values.ts';

/** Deepest nesting of objects that is read. */
const MAX_DEPTH = 3;
/** Longest text whose instants are read, in characters. */
const MAX_LENGTH = 200;

/** A time stamp of ISO 8601, of a database or of JavaScript, with its zone or without. */
const INSTANT =
  /\b(?<day>\d{4}-\d{2}-\d{2})[T ](?<clock>[0-2]\d:[0-5]\d)(?::\d{2}(?:\.\d{1,9})?)?(?: ?(?<zone>Z|[+-]\d{2}(?::?\d{2})?)(?![\d:]))?/g;
const JAVASCRIPT_DATE =
  /\b[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{4} (?<clock>[0-2]\d:[0-5]\d):\d{2} GMT(?<zone>[+-]\d{4})(?: \([\w ]{1,40}\))?/g;
/** A clock of India with its zone. */
const CLOCK_WITH_ZONE = /\b(\d{2}:\d{2})(?::\d{2}(?:\.\d{1,9})?)?\+05:?30(?!\d)/g;
/** Seconds or milliseconds since 1970. */
const UNIX_TIME = /^\d{10}(?:\d{3})?$/;

/**
 * The provider's time of an event as a text: time stamps as a clock of India, `{ start, end }` and pairs with a dash
 * between, everything else as it is written.
 */
export function timeText(value: unknown, depth = MAX_DEPTH): string {
  if (typeof value === 'number' || typeof value === 'string')
    return writtenTime(String(value), depth);
  if (typeof value !== 'object' || value === null || depth === 0) return '';
  if (Array.isArray(value)) return timesOfList(value, depth);
  const fields = new Map<string, unknown>(Object.entries(value));
  const named = (form: RegExp) => [...fields].find(([key]) => form.test(key))?.[1];
  const hour = named(/^hours?$/i);
  if (hour !== undefined) return timesOfList([hour, named(/^minutes?$/i) ?? 0], depth);
  const ends = [named(/^(?:start|from|begin)/i), named(/^(?:end|to|till|until)/i)];
  const times = ends.map((time) => timeText(time, depth - 1)).filter((time) => time !== '');
  return times.length > 0
    ? times.join(' – ')
    : timeText(fields.get('$date'), depth - 1) || parseLine(value);
}

function timesOfList(list: readonly unknown[], depth: number): string {
  const [hour, minute, ...others] = list;
  // Java's `[10, 30]`.
  if (Number.isInteger(hour) && Number.isInteger(minute) && others.length < 3 && Number(hour) < 24)
    return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  const times = list.map((time) => timeText(time, depth - 1)).filter((time) => time !== '');
  const isPair = times.length === 2 && times.every((time) => !/[-–—,]| to |से/.test(time));
  return times.join(isPair ? ' – ' : ', ');
}

function writtenTime(text: string, depth: number): string {
  if (text.length > MAX_LENGTH) return parseLine(text);
  const json = /^\s*[[{]/.test(text) ? tryJson(text) : undefined;
  if (typeof json === 'object') return timeText(json, depth - 1);
  if (UNIX_TIME.test(text.trim())) return clockOf(new Date(Number(text.trim().padEnd(13, '0'))));
  return parseLine(text)
    .replace(INSTANT, (written, day: string, clock: string, zone: string | undefined) => {
      const offset =
        zone === undefined || zone === 'Z'
          ? zone
          : zone.replace(
              /^(...):?(..)?$/,
              (_, hours: string, minutes = '00') => `${hours}:${minutes}`,
            );
      return clockAt(`${day}T${clock}${offset ?? '+05:30'}`, written);
    })
    .replace(JAVASCRIPT_DATE, (written: string) => clockAt(written.replace(/ \(.*/, ''), written))
    .replace(CLOCK_WITH_ZONE, '$1');
}

function clockAt(text: string, written: string): string {
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? written : clockOf(instant);
}

/** `9:30 AM`. */
function clockOf(instant: Date): string {
  const [hours = '', minutes = ''] = timeInIndia(instant).split(':');
  return `${Number(hours) % 12 || 12}:${minutes} ${Number(hours) < 12 ? 'AM' : 'PM'}`;
}
