import { scaleToHeap } from '../scale-to-heap.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Figures of docs/promises.md#o4 to #o8, in milliseconds unless named otherwise. */
export const OUTBOX_LIMITS = {
  /** Wait before the second attempt; doubles with each one. */
  firstRetryMs: 5 * SECOND,
  longestRetryMs: 15 * MINUTE,
  /** Share by which a wait may be longer, so that instances do not attempt at the same moment. */
  jitter: 0.2,
  /** Deliveries at a time; each has its CV in memory, twice. */
  concurrency: scaleToHeap(2),
  /** A success makes the others due, each at most this often. */
  retryAfterSuccessMs: MINUTE,
  /** Successes make others due at most this often. */
  retryOthersMs: SECOND,
  /** Longest wait between attempts of a form that the provider does not accept at all. */
  longestHoldMs: 5 * MINUTE,
  /** Shortest time between two alarms about such forms. */
  alarmEveryMs: 5 * MINUTE,
  /** After this time and so many attempts a submission is a dead letter: a clock may show any time. */
  giveUpMs: 7 * DAY,
  giveUpAttempts: 100,
  /** The same form that comes again within this time is one submission. */
  sameWithinMs: MINUTE,
  /** How long a visitor waits for the first attempt before reading "stored". */
  respondWithinMs: 5 * SECOND,
  /** How often the store is searched for what is due, also of other processes. */
  scanMs: 2 * SECOND,
  /** How often the outcome of a submission is polled that another process may send. */
  pollMs: 200,
  /** How long a stop waits for deliveries in progress. */
  closeWithinMs: 8 * SECOND,
  /** How long it takes at most to release the leases then. */
  releaseMs: SECOND / 2,
  /** A submission whose instance died is due again after this. */
  leaseMs: 20 * SECOND,
  sweepMs: 30 * MINUTE,
  /** How long receipts and dead letters are kept. */
  keepMs: 30 * DAY,
  /** None is deleted for so long after a start, when the clock may not be set yet, and after a jump of the clock. */
  keepAfterStartMs: 60 * MINUTE,
  keepAfterJumpMs: DAY,
  /** A jump within `scanMs` that is logged. */
  clockJumpMs: MINUTE,
  /** How often the same error of the store is logged. */
  logAgainMs: MINUTE,
  /** Submissions whose log lines name their request. */
  rememberedRequests: 1_000,
};

export type OutboxLimits = typeof OUTBOX_LIMITS;

/** Pause after the nth attempt, in milliseconds. */
export function backoffMs(attempts: number, limits: OutboxLimits): number {
  const plain = limits.firstRetryMs * 2 ** Math.min(attempts - 1, 30);
  return Math.round(Math.min(plain, limits.longestRetryMs) * (1 + limits.jitter * Math.random()));
}
