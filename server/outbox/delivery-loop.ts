import { randomUUID } from 'node:crypto';
import type { Log } from '../log/log.ts';
import type { Clock } from './clock.ts';
import { toDeliveryFailure, type DeliveryFailure } from './delivery-failure.ts';
import { parseEntry, type Delivery, type Entry, type Outcome } from './entry.ts';
import { FormHolds } from './form-holds.ts';
import { backoffMs, type OutboxLimits } from './outbox-limits.ts';
import type { Claimed } from './submission-rows.ts';
import type { SubmissionStore } from './submission-store.ts';

/** How often a delivery makes the others due. */
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

type Attempt = {
  claimed: Claimed;
  entry: Entry;
  /** For the log: nothing that the visitor wrote. */
  line: Pick<Entry, 'form' | 'campus' | 'reference'> & {
    requestId: string | undefined;
    attempt: number;
  };
  isTooOld: boolean;
};

/** Claims due submissions, as many as this instance has capacity for, and attempts to deliver them. */
export class DeliveryLoop {
  readonly owner = randomUUID();
  readonly #options: DeliveryLoopOptions;
  readonly #holds: FormHolds;
  readonly #running = new Map<string, Promise<void>>();
  /** Results that the store did not take; their rows stay leased, and they are written first. */
  readonly #unrecorded = new Map<string, () => Promise<void>>();
  #filling: Promise<void> | null = null;
  #rerunRequested = false;
  #isStopped = false;
  #cancelTimer = () => {};
  #retriedOthersAt = -Infinity;

  constructor(options: DeliveryLoopOptions) {
    this.#options = options;
    this.#holds = new FormHolds(options);
  }

  /** Claims now, and again for what arrives meanwhile. */
  wake(): void {
    this.#rerunRequested = true;
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = null;
      if (this.#rerunRequested && !this.#isStopped) this.wake();
    });
  }

  /** Starts no more attempts. Resolves when all have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer();
    await this.#filling;
    await Promise.all(this.#running.values());
    await this.#recordAgain().catch(() => {});
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
        const count = Math.max(0, limits.concurrency - this.#running.size);
        const { leaseMs } = limits;
        const claimedAtMs = clock.elapsed();
        const { claimed, waitMs } = await store.claim(this.owner, { count, leaseMs, renew });
        for (const row of claimed) this.#running.set(row.id, this.#run(row, claimedAtMs));
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
    const { onStoreError, limits } = this.#options;
    try {
      await this.#attempt(claimed, claimedAtMs);
    } catch (error) {
      onStoreError(error);
      await this.#postpone(claimed.id, limits.firstRetryMs);
    }
    this.#running.delete(claimed.id);
    this.wake();
  }

  async #postpone(id: string, waitMs: number): Promise<void> {
    const { store, notify } = this.#options;
    await this.#record(id, () => store.postpone(id, { owner: this.owner, waitMs }));
    notify(id, 'stored');
  }

  async #attempt(claimed: Claimed, claimedAtMs: number): Promise<void> {
    const { store, log, clock, limits, deliver, requestIds } = this.#options;
    const { id, payload, attempts, isCutOff } = claimed;
    const cv = await store.cv(id);
    const entry = parseEntry(payload, cv?.length ?? 0);
    if (entry === null) {
      log.error({ event: 'outbox-corrupt' });
      return await this.#record(id, () => store.quarantine(id, clock.now()));
    }
    const { form, campus, reference } = entry;
    const isTooOld = clock.now() - Date.parse(entry.acceptedAt) >= limits.giveUpMs;
    const heldMs = isTooOld ? 0 : await this.#holds.leftMs(form);
    // A suspended process may have lost its lease.
    const isLeaseOver = clock.elapsed() - claimedAtMs >= limits.leaseMs;
    if (heldMs > 0 || isLeaseOver) return await this.#postpone(id, heldMs);
    const line = { form, campus, reference, requestId: requestIds.get(id), attempt: attempts };
    if (isCutOff === 1) log.warn({ event: 'submission-repeat-possible', ...line });
    const attempt = { claimed, entry, line, isTooOld };
    try {
      await deliver({ entry, cv, requestId: line.requestId });
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
    const { form } = attempt.entry;
    const held =
      failure.kind === 'misconfigured'
        ? this.#holds.begin(form, failure)
        : this.#holds.end(form, { others: 'stay' });
    await held.catch(this.#options.onStoreError);
    if (failure.kind === 'rejected' || attempt.isTooOld) await this.#deadLetter(attempt, failure);
    else await this.#retryLater(attempt, failure);
  }

  async #retryLater(
    { claimed: { id, cause: earlierCause }, line }: Attempt,
    { cause, remedy, status, waitMs: requestedMs }: DeliveryFailure,
  ): Promise<void> {
    const { store, log, limits, notify } = this.#options;
    const { owner } = this;
    const waitMs = Math.max(backoffMs(line.attempt, limits), requestedMs);
    const soonMs = Math.max(limits.retryAfterSuccessMs, requestedMs);
    await this.#record(id, () => store.retryLater(id, { owner, waitMs, soonMs, cause }));
    const level = earlierCause === cause ? 'warn' : 'error';
    const fields = { ...line, cause, remedy, status: status ?? undefined, retryInMs: waitMs };
    log[level]({ event: 'submission-retry', ...fields });
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
