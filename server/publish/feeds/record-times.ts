import { createHash } from 'node:crypto';
import type { Sliced } from '../../slices.ts';
import { dayInIndia, startOfDay, type Day } from '../../../shared/dates.ts';

type TimedRecord = { id: string; day?: Day | null };

/** Older ids are not of this platform. */
const FIRST_INSTANT = Date.parse('2005-01-01T00:00:00Z');

/**
 * When a record was published: rows have no field for it. The time in an id of MongoDB, which begins with its
 * second, else the record's day. Null when neither is known or past.
 */
export function publishedAt({ id, day = null }: TimedRecord, now: Date): Date | null {
  const ofId = /^[0-9a-f]{24}$/i.test(id) ? Number.parseInt(id.slice(0, 8), 16) * 1_000 : 0;
  if (ofId >= FIRST_INSTANT && ofId <= now.getTime()) return new Date(ofId);
  const ofDay = day === null ? Infinity : startOfDay(day).getTime();
  return ofDay <= now.getTime() ? new Date(ofDay) : null;
}

/**
 * When each record of a list was last changed: its publication, or a change that this process saw. Without
 * either the first of January, the same at every instance and after every restart.
 */
export class RecordTimes {
  #seen = new Map<string, { hash: string; changedAt: Date | null }>();

  *compare(records: readonly TimedRecord[], now: Date): Sliced<void> {
    const seen = this.#seen;
    const next: typeof seen = new Map();
    for (const record of records) {
      const hash = createHash('sha1').update(JSON.stringify(record)).digest('base64url');
      const known = seen.get(record.id);
      const isChanged = known?.hash !== hash && seen.size > 0;
      next.set(record.id, { hash, changedAt: isChanged ? now : (known?.changedAt ?? null) });
      yield;
    }
    this.#seen = next;
  }

  updatedAt(record: TimedRecord, now: Date): Date {
    return this.#seen.get(record.id)?.changedAt ?? publishedAt(record, now) ?? firstOfJanuary(now);
  }
}

export function firstOfJanuary(now: Date): Date {
  return startOfDay(`${dayInIndia(now).slice(0, 4)}-01-01`);
}

/** A stable UUID (RFC 9562, version 8). */
export function recordUuid(...parts: readonly string[]): string {
  const hex = createHash('sha256').update(parts.join('\n')).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
