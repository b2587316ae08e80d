import type { Log } from './log/log.ts';

/** Beyond it, ages and links that depend on two machines are wrong. */
export const CLOCK_LIMIT_SECONDS = 60;
/** A cache in front of the provider may send an old Date without an Age. */
const COMPARISONS_IN_A_ROW = 3;

/** The machine whose clock is compared. */
export type ClockOwner = 'database' | 'provider';

/** When a request was sent and its response received, in milliseconds by this machine's clock. */
type Between = { sentMs: number; receivedMs: number };

/** By how much this machine's clock is ahead of one that showed `otherMs` in between; negative if it is behind. */
export function secondsAhead(otherMs: number, { sentMs, receivedMs }: Between): number {
  const aheadMs = Math.max(0, sentMs - otherMs) || Math.min(0, receivedMs - otherMs);
  return Math.round(aheadMs / 1_000);
}

/** The time of a response (RFC 9110, 6.6.1), with what it has spent in caches; null without one. */
export function responseTimeMs(date: string | null, age: string | null): number | null {
  const ms = Date.parse(date ?? '') + (Number.parseInt(age ?? '0', 10) || 0) * 1_000;
  return Number.isNaN(ms) ? null : ms;
}

/** Compares this machine's clock with those of the database and the provider. */
export class ClockComparison {
  readonly #log: Log;
  readonly #ahead: Partial<Record<ClockOwner, number>> = {};
  readonly #inARow = new Map<ClockOwner, number>();

  constructor(log: Log) {
    this.#log = log;
  }

  add(owner: ClockOwner, otherMs: number, between: Between): void {
    const seconds = secondsAhead(otherMs, between);
    this.#ahead[owner] = seconds;
    const isOff = Math.abs(seconds) > CLOCK_LIMIT_SECONDS;
    const inARow = isOff ? (this.#inARow.get(owner) ?? 0) + 1 : 0;
    this.#inARow.set(owner, inARow);
    if (inARow !== COMPARISONS_IN_A_ROW) return;
    const [from, to] = [otherMs + seconds * 1_000, otherMs].map((ms) => new Date(ms).toISOString());
    this.#log.error({ event: 'clock-off', state: owner, count: seconds, from, to });
  }

  /** The time by the clock that all instances share: the database's, where there is one. */
  sharedTime(now: Date): Date {
    return new Date(now.getTime() - (this.#ahead.database ?? 0) * 1_000);
  }

  /** Seconds by which this machine's clock is ahead. */
  state(): Readonly<Partial<Record<ClockOwner, number>>> {
    return { ...this.#ahead };
  }
}
