import type { Log } from '../log/log.ts';
import { wait, type Clock } from './clock.ts';
import { toDeliveryFailure, type DeliveryFailure } from './delivery-failure.ts';
import { parseEntry, type Delivery, type Entry, type Outcome } from './entry.ts';
import { backoffMs, type OutboxLimits } from './outbox-limits.ts';
import type { Claimed } from './submission-row.ts';
import type { SubmissionStore } from './submission-store.ts';

/** @throws ProviderError, which `toDeliveryFailure` judges. */
export type Deliver = (delivery: Delivery) => Promise<void>;

type DeliveryLoopOptions = {
  store: SubmissionStore;
  deliver: Deliver;
  log: Log;
  clock: Clock;
  limits: OutboxLimits;
  /** The request that brought each submission. */
  requestIds: { get(id: string): string | undefined };
  notify: (id: string, outcome: Outcome) => void;
  /** Whether the store is available. */
  isUp: () => boolean;
  onStoreError: (error: unknown) => void;
};

/** Fields of a log line, with nothing that the visitor wrote. */
type Line = Pick<Entry, 'form' | 'campus' | 'reference'> & { attempt: number };

/** Claims due submissions, as many as this instance has capacity for, and attempts to deliver them. */
export function createDeliveryLoop(options: DeliveryLoopOptions) {
  const { store, deliver, log, clock, limits, requestIds, notify, isUp, onStoreError } = options;
  /** The key is a claim, as a row may be claimed again while its last attempt ends. */
  const running = new Map<Claimed, Promise<void>>();
  /**
   * Pauses, in milliseconds, of forms whose token, address or route the provider does not accept. A hundred wrong
   * tokens in a row would get this server banned: the instances take turns to attempt one submission of the form.
   */
  const pauses = new Map<string, number>();
  let filled = Promise.resolve();
  let isStopped = false;
  let retriedOthersAt = -Infinity;
  let cancelTimer = () => {};

  /** Claims now, and again for what arrives meanwhile. */
  function wake(): void {
    filled = filled.then(fill);
  }

  async function fill(): Promise<void> {
    cancelTimer();
    try {
      if (!isStopped && isUp()) {
        const renew = [...running.keys()].map(({ id }) => id);
        const count = Math.max(0, limits.concurrency - running.size);
        const claimedAtMs = clock.elapsed();
        const claimed = await store.claim(count, { leaseMs: limits.leaseMs, renew });
        for (const row of claimed) running.set(row, run(row, claimedAtMs));
      }
    } catch (error) {
      onStoreError(error);
    }
    if (!isStopped) cancelTimer = clock.after(limits.scanMs, wake);
  }

  /** Writes the result of an attempt, again until the store takes it; meanwhile its lease is renewed. Never rejects. */
  async function end(id: string, outcome: Outcome, record: () => Promise<void>): Promise<void> {
    for (;;) {
      const isRecorded = await record().then(() => true, onStoreError);
      notify(id, outcome);
      if (isRecorded === true || isStopped) return;
      await wait(clock, limits.scanMs);
    }
  }

  /** Sends a claimed submission and stores what came of it. Never rejects. */
  async function run(claimed: Claimed, claimedAtMs: number): Promise<void> {
    const { id } = claimed;
    try {
      await attempt(claimed, claimedAtMs);
    } catch (error) {
      onStoreError(error);
      await end(id, 'stored', () => store.postpone(id, limits.firstRetryMs));
    }
    running.delete(claimed);
    wake();
  }

  async function attempt(claimed: Claimed, claimedAtMs: number): Promise<void> {
    const { id, payload, attempts, isCutOff, ageMs } = claimed;
    const cv = await store.cv(id);
    const entry = parseEntry(payload, cv?.length ?? 0);
    if (entry === null) {
      log.error({ event: 'outbox-corrupt' });
      const unreadable = { reason: 'unreadable', cause: 'CORRUPT', atMs: clock.now() };
      return await end(id, 'stored', () => store.deadLetter(id, unreadable));
    }
    const { form, campus, reference } = entry;
    const requestId = requestIds.get(id);
    const line = { form, campus, reference, requestId, attempt: attempts };
    if (isCutOff === 2) log.warn({ event: 'submission-repeat-possible', ...line });
    const isTooOld = attempts >= limits.giveUpAttempts && ageMs >= limits.giveUpMs;
    const pauseMs = isTooOld ? undefined : pauses.get(form);
    if (pauseMs !== undefined && !(await store.takeTurn(`form ${form}`, pauseMs)))
      // It is due at once if another submission of the form was accepted meanwhile.
      return await end(id, 'stored', () => store.postpone(id, pauses.has(form) ? pauseMs : 0));
    // A suspended process may have lost its lease.
    if (clock.elapsed() - claimedAtMs >= limits.leaseMs)
      return await end(id, 'stored', () => store.postpone(id, 0));
    const failure = await deliver({ entry, cv, requestId }).then(() => null, toDeliveryFailure);
    if (failure !== null) return await endFailed(failure, { claimed, line, isTooOld });
    log.info({ event: 'submission-delivered', ...line });
    const deliveredAtMs = clock.now();
    await end(id, 'delivered', () => store.finish(id, deliveredAtMs));
    const isPauseOver = pauses.delete(form);
    if (!isPauseOver && clock.elapsed() - retriedOthersAt < limits.retryOthersMs) return;
    retriedOthersAt = clock.elapsed();
    await store.retrySoon().catch(() => {});
  }

  async function endFailed(
    failure: DeliveryFailure,
    { claimed, line, isTooOld }: { claimed: Claimed; line: Line; isTooOld: boolean },
  ): Promise<void> {
    const { id, cause: earlierCause } = claimed;
    const { kind, cause, remedy, status, mayHaveArrived, waitMs: requestedMs } = failure;
    if (mayHaveArrived) log.warn({ event: 'submission-repeat-possible', ...line, cause });
    if (kind === 'misconfigured') await pause(line.form, failure).catch(onStoreError);
    else pauses.delete(line.form);
    if (kind === 'rejected' || isTooOld) {
      const isRejected = kind === 'rejected';
      const event = isRejected ? 'submission-rejected' : 'submission-expired';
      log.error({ event, ...line, cause, status });
      const reason = isRejected ? 'rejected' : 'expired';
      const atMs = clock.now();
      const record = () => store.deadLetter(id, { reason, cause, atMs });
      return await end(id, isRejected ? 'rejected' : 'stored', record);
    }
    const waitMs = Math.max(backoffMs(line.attempt, limits), requestedMs);
    const soonMs = Math.max(limits.retryAfterSuccessMs, requestedMs);
    const level = earlierCause === cause ? 'warn' : 'error';
    log[level]({ event: 'submission-retry', ...line, cause, remedy, status, retryInMs: waitMs });
    const next = { waitMs, soonMs, cause, mayHaveArrived };
    await end(id, 'stored', () => store.retryLater(id, next));
  }

  /** Pauses a form, twice as long after each failed attempt. All instances together log one alarm. */
  async function pause(form: string, { waitMs, cause, remedy, status }: DeliveryFailure) {
    const pauseMs = Math.min(
      (pauses.get(form) ?? limits.firstRetryMs / 2) * 2,
      limits.longestHoldMs,
    );
    pauses.set(form, pauseMs);
    await store.takeTurn(`form ${form}`, Math.max(pauseMs, waitMs));
    if (await store.takeTurn('provider-misconfigured', limits.alarmEveryMs))
      log.error({ event: 'provider-misconfigured', form, cause, remedy, status });
  }

  return {
    wake,
    /** Starts no more attempts. Resolves when all have ended. */
    async stop(): Promise<void> {
      isStopped = true;
      await filled;
      await Promise.all(running.values());
    },
  };
}
