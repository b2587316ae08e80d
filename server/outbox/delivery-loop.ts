import { randomUUID } from 'node:crypto';
import type { Log } from '../log/log.ts';
import type { Clock } from './clock.ts';
import { toDeliveryFailure, type DeliveryFailure } from './delivery-failure.ts';
import { parseEntry, type Delivery, type Entry, type Outcome } from './entry.ts';
import { FormHolds } from './form-holds.ts';
import { backoffMs, type OutboxLimits } from './outbox-limits.ts';
import type { Claimed, SubmissionStore } from './submission-store.ts';

/** A delivery makes the others due, but not each one of a hundred in a second. */
const RETRY_OTHERS_EVERY_MS = 1_000;

export type DeliveryLoopOptions = {
  store: SubmissionStore;
  /** @throws ProviderError, which `toDeliveryFailure` judges. */
  deliver: (delivery: Delivery) => Promise<void>;
  log: Log;
  clock: Clock;
  limits: OutboxLimits;
  /** The request that brought each submission. */
  requestIds: { get(id: string): string | undefined };
  notify: (id: string, outcome: Outcome) => void;
  /** Whether the store is available. */
  mayClaim: () => boolean;
  onStoreError: (error: unknown) => void;
};

/** What the log says of a submission: nothing that its visitor wrote. */
type AttemptLine = Pick<Entry, 'form' | 'campus' | 'reference'> & {
  requestId: string | undefined;
  attempt: number;
};

type Attempt = { claimed: Claimed; entry: Entry; line: AttemptLine; isTooOld: boolean };

/** Claims what is due, as far as this instance has capacity, and attempts to deliver it. */
export class DeliveryLoop {
  readonly owner = randomUUID();
  readonly #options: DeliveryLoopOptions;
  readonly #holds: FormHolds;
  readonly #running = new Map<string, Promise<void>>();
  /** Results that the store did not take. They are written before anything else, and leased until then. */
  readonly #unrecorded = new Map<string, () => Promise<void>>();
  #reserved = 0;
  #filling: Promise<void> | null = null;
  #rerunRequested = false;
  #isStopped = false;
  #cancelTimer = () => {};
  #retriedOthersAt = -Infinity;

  constructor(options: DeliveryLoopOptions) {
    this.#options = options;
    this.#holds = new FormHolds(options);
  }

  /** Reserves capacity for a submission that is about to be stored. `start` or `unreserve` ends it. */
  reserve(): boolean {
    if (this.#isStopped || this.#capacity() === 0 || !this.#options.mayClaim()) return false;
    this.#reserved += 1;
    return true;
  }

  unreserve(): void {
    this.#reserved -= 1;
  }

  /** Attempts a submission that this instance has leased. */
  start(claimed: Claimed): void {
    const run = this.#run(claimed, this.#options.clock.elapsed()).finally(() => {
      this.#running.delete(claimed.id);
      this.wake();
    });
    this.#running.set(claimed.id, run);
  }

  /** Claims now, and once more for what arrives meanwhile. */
  wake(): void {
    this.#rerunRequested = true;
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = null;
      if (this.#rerunRequested && !this.#isStopped) this.wake();
    });
  }

  /** Resolves when all attempts have ended; none begins any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer();
    await this.#filling;
    await Promise.all(this.#running.values());
    await this.#recordAgain().catch(() => {});
  }

  #capacity(): number {
    return Math.max(0, this.#options.limits.concurrency - this.#running.size - this.#reserved);
  }

  async #fill(): Promise<void> {
    const { store, clock, limits, mayClaim, onStoreError } = this.#options;
    this.#rerunRequested = false;
    this.#cancelTimer();
    let nextMs = limits.scanMs;
    try {
      if (!this.#isStopped && mayClaim()) {
        await this.#recordAgain();
        const renew = [...this.#running.keys(), ...this.#unrecorded.keys()];
        const count = this.#capacity();
        const { leaseMs } = limits;
        const { claimed, waitMs } = await store.claim(this.owner, { count, leaseMs, renew });
        for (const submission of claimed) this.start(submission);
        if (waitMs !== null && waitMs > 0) nextMs = Math.min(nextMs, waitMs);
      }
    } catch (error) {
      onStoreError(error);
    }
    if (!this.#isStopped) this.#cancelTimer = clock.after(nextMs, () => this.wake());
  }

  async #recordAgain(): Promise<void> {
    for (const [id, step] of this.#unrecorded) {
      await step();
      this.#unrecorded.delete(id);
    }
  }

  /** Writes the result of an attempt, now or when the store takes it. Never rejects. */
  async #record(id: string, step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.#unrecorded.set(id, step);
      this.#options.onStoreError(error);
    }
  }

  /** Never rejects. */
  async #run(claimed: Claimed, claimedAtMs: number): Promise<void> {
    const { store, notify, onStoreError, limits } = this.#options;
    const { id } = claimed;
    try {
      await this.#attempt(claimed, claimedAtMs);
    } catch (error) {
      onStoreError(error);
      const { owner } = this;
      await this.#record(id, () => store.postpone(id, { owner, waitMs: limits.firstRetryMs }));
      notify(id, 'stored');
    }
  }

  async #attempt(claimed: Claimed, claimedAtMs: number): Promise<void> {
    const { store, log, clock, limits, notify, deliver, requestIds } = this.#options;
    const { id, payload, attempts, isCutOff } = claimed;
    const { owner } = this;
    const entry = parseEntry(payload);
    const cv = entry === null || entry.cv === null ? null : await store.cv(id);
    if (entry === null || (entry.cv?.size ?? 0) !== (cv?.length ?? 0)) {
      log.error({ event: 'outbox-corrupt' });
      return await this.#record(id, () => store.quarantine(id, clock.now()));
    }
    const isTooOld = clock.now() - Date.parse(entry.acceptedAt) >= limits.giveUpMs;
    const heldMs = isTooOld ? 0 : await this.#holds.leftMs(entry.form);
    // A process that was stopped for so long may have lost its lease.
    const isLeaseOver = clock.elapsed() - claimedAtMs >= limits.leaseMs;
    if (heldMs > 0 || isLeaseOver) {
      await this.#record(id, () => store.postpone(id, { owner, waitMs: heldMs }));
      return notify(id, 'stored');
    }
    const { form, campus, reference } = entry;
    const line = { form, campus, reference, requestId: requestIds.get(id), attempt: attempts };
    if (isCutOff === 1) log.warn({ event: 'submission-repeat-possible', ...line });
    const attempt = { claimed, entry, line, isTooOld };
    try {
      const readCv = cv === null ? null : async () => cv;
      await deliver({ entry, readCv, requestId: line.requestId });
    } catch (error) {
      return await this.#failed(attempt, toDeliveryFailure(error));
    }
    await this.#succeeded(attempt);
  }

  async #succeeded({ claimed: { id }, entry: { form }, line }: Attempt): Promise<void> {
    const { store, log, clock, notify } = this.#options;
    log.info({ event: 'submission-delivered', ...line });
    const deliveredAtMs = clock.now();
    await this.#record(id, () => store.finish(id, deliveredAtMs));
    notify(id, 'delivered');
    await this.#holds.end(form, { others: 'are-tried' }).catch(() => {});
    if (clock.elapsed() - this.#retriedOthersAt < RETRY_OTHERS_EVERY_MS) return;
    this.#retriedOthersAt = clock.elapsed();
    await store.retryOthersSoon().catch(() => {});
  }

  async #failed(attempt: Attempt, failure: DeliveryFailure): Promise<void> {
    const { onStoreError } = this.#options;
    const { form } = attempt.entry;
    const held =
      failure.kind === 'misconfigured'
        ? this.#holds.begin(form, failure)
        : this.#holds.end(form, { others: 'stay' });
    await held.catch(onStoreError);
    if (failure.kind === 'rejected' || attempt.isTooOld) await this.#deadLetter(attempt, failure);
    else await this.#retryLater(attempt, failure);
  }

  async #retryLater(
    { claimed: { id, cause: earlierCause }, line }: Attempt,
    { cause, remedy, status, waitMs: askedMs }: DeliveryFailure,
  ): Promise<void> {
    const { store, log, limits, notify } = this.#options;
    const { owner } = this;
    const waitMs = Math.max(backoffMs(line.attempt, limits), askedMs);
    const soonMs = Math.max(limits.retryAfterSuccessMs, askedMs);
    await this.#record(id, () => store.retryLater(id, { owner, waitMs, soonMs, cause }));
    const fields = { ...line, cause, remedy, status: status ?? undefined, retryInMs: waitMs };
    // A cause is an error once; that it lasts is no news.
    if (earlierCause === cause) log.warn({ event: 'submission-retry', ...fields });
    else log.error({ event: 'submission-retry', ...fields });
    notify(id, 'stored');
  }

  async #deadLetter(
    { claimed: { id }, line }: Attempt,
    { kind, cause, status }: DeliveryFailure,
  ): Promise<void> {
    const { store, log, clock, notify } = this.#options;
    const { owner } = this;
    const isRejected = kind === 'rejected';
    const event = isRejected ? 'submission-rejected' : 'submission-expired';
    log.error({ event, ...line, cause, status: status ?? undefined });
    const reason = isRejected ? 'refused' : 'expired';
    const atMs = clock.now();
    await this.#record(id, () => store.deadLetter(id, { owner, reason, cause, atMs }));
    notify(id, isRejected ? 'rejected' : 'stored');
  }
}
