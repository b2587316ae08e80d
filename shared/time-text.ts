import { timeInIndia } from './dates.ts';
import { fieldsOf } from './fields-of.ts';
import { parseLine } from './provider-text.ts';
import { tryJson } from './provider-values.ts';

/** Deepest nesting of objects that is read. */
const MAX_DEPTH = 3;
/** Longest text whose instants are read, in characters. */
const MAX_LENGTH = 200;

/** A time stamp of ISO 8601, of a database or of JavaScript, with its zone or without. */
const INSTANT =
  /\b(?<day>\d{4}-\d{2}-\d{2})[T ](?<clock>[0-2]\d:[0-5]\d)(?::\d{2}(?:\.\d{1,9})?)?(?: ?(?<zone>Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)(?![\d:]))?/g;
const JAVASCRIPT_DATE =
  /\b[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{4} (?<clock>[0-2]\d:[0-5]\d):\d{2} GMT(?<zone>[+-]\d{4})(?: \([\w ]{1,40}\))?/g;
/** Of RFC 5322: `Sat, 05 Dec 2026 10:00:00 +0530`. */
const MAIL_DATE =
  /\b(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} [0-2]\d:[0-5]\d:\d{2} (?:GMT|UTC|[+-]\d{4})(?!\d)/g;
/** The date before a clock with AM or PM. */
const DATE_BEFORE_CLOCK =
  /\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4},? (?=\d{1,2}[:.]\d{2}(?:[:.]\d{2})? ?[ap]\.?m)/gi;
/** A clock of India with its zone. */
const CLOCK_WITH_ZONE = /\b(\d{2}:\d{2})(?::\d{2}(?:\.\d{1,9})?)?\+05:?30(?!\d)/g;
/** Of Greenwich. */
const CLOCK_OF_UTC = /(?<![\w:-])([0-2]\d:[0-5]\d)(?::\d{2}(?:\.\d{1,9})?)?Z\b/g;
/** Seconds or milliseconds since 1970, also as ASP.NET writes them. */
const UNIX_TIME = /^(\d{10}(?:\d{3})?)$|^\/Date\((\d{13})(?:[+-]\d{4})?\)\/$/;

/**
 * The provider's time of an event as a text: time stamps as a clock of India, `{ start, end }` and pairs with a dash
 * between, everything else as it is written.
 */
export function timeText(value: unknown, depth = MAX_DEPTH): string {
  if (typeof value === 'number' || typeof value === 'string')
    return writtenTime(String(value), depth);
  if (typeof value !== 'object' || value === null || depth === 0) return '';
  if (Array.isArray(value)) return timesOfList(value, depth);
  const fields = fieldsOf(value);
  const named = (form: RegExp) => [...fields].find(([key]) => form.test(key))?.[1];
  const hour = named(/^hours?$/i);
  if (hour !== undefined) return timesOfList([hour, named(/^minutes?$/i) ?? 0], depth);
  const ends = [
    named(/^(?:time_)?(?:start|from|begin|open)/i),
    named(/^(?:time_)?(?:end|to|till|until|finish|clos)/i),
  ];
  const times = ends.map((time) => timeText(time, depth - 1));
  return (
    spanText(times) ||
    timeText(named(/^(?:\$date|\$numberlong|_?seconds)$/i), depth - 1) ||
    parseLine(value)
  );
}

/** An end alone must not look like a beginning. */
function spanText([start = '', end = '']: readonly string[]): string {
  return end === '' || end === start ? start : `${start} – ${end}`.trim();
}

function timesOfList(list: readonly unknown[], depth: number): string {
  const [hour, minute, ...others] = list;
  // Java's `[10, 30]`.
  if (Number.isInteger(hour) && Number.isInteger(minute) && others.length < 3 && Number(hour) < 24)
    return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  const times = list.map((time) => timeText(time, depth - 1));
  const isPair = times.length === 2 && times.every((time) => !/[-–—,]| to |से/.test(time));
  return isPair ? spanText(times) : times.filter((time) => time !== '').join(', ');
}

function writtenTime(text: string, depth: number): string {
  if (text.length > MAX_LENGTH) return parseLine(text);
  const json = /^\s*[[{]/.test(text) ? tryJson(text) : undefined;
  if (typeof json === 'object') return timeText(json, depth - 1);
  const [, unixTime, milliseconds] = UNIX_TIME.exec(text.trim()) ?? [];
  const instant = unixTime ?? milliseconds;
  if (instant !== undefined) return clockOf(new Date(Number(instant.padEnd(13, '0'))));
  return parseLine(text)
    .replace(DATE_BEFORE_CLOCK, '')
    .replace(INSTANT, (written, day: string, clock: string, zone: string | undefined) => {
      const offset =
        zone === undefined || /[A-Z]/.test(zone)
          ? zone && 'Z'
          : zone.replace(
              /^(...):?(..)?$/,
              (_, hours: string, minutes = '00') => `${hours}:${minutes}`,
            );
      return clockAt(`${day}T${clock}${offset ?? '+05:30'}`, written);
    })
    .replace(MAIL_DATE, (written) => clockAt(written, written))
    .replace(JAVASCRIPT_DATE, (written: string) => clockAt(written.replace(/ \(.*/, ''), written))
    .replace(CLOCK_WITH_ZONE, '$1')
    .replace(CLOCK_OF_UTC, (written, clock: string) => clockAt(`2000-01-01T${clock}Z`, written));
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
