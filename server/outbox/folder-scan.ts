import type { Clock } from './clock.ts';
import type { DeliveryAttempts } from './delivery-attempts.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { parseEntryId } from './entry-id.ts';
import type { MisconfiguredForms } from './misconfigured-forms.ts';
import type { OutboxFolder } from './outbox-folder.ts';
import type { OutboxLimits } from './outbox-limits.ts';
import { logStorageFailure } from './storage-failure.ts';
import { sweep } from './sweep.ts';
import type { Log } from '../web/log.ts';

export type FolderScanOptions = {
  folder: OutboxFolder;
  queue: DeliveryQueue;
  attempts: DeliveryAttempts;
  misconfigured: MisconfiguredForms;
  log: Log;
  clock: Clock;
  limits: OutboxLimits;
  /** Only the deliverer scans. */
  isDeliverer: () => boolean;
};

/** Finds, every few seconds, what other processes accepted, what people moved, and what has outlived its purpose. */
export class FolderScan {
  readonly #options: FolderScanOptions;
  #cancelNext: (() => void) | null = null;
  #isStopped = false;
  #sweptAt = -Infinity;
  /** So that a disk that stays broken is one line in the log, not one every scan. */
  #hasWorked = true;
  #current: Promise<void> = Promise.resolve();

  constructor(options: FolderScanOptions) {
    this.#options = options;
  }

  /** Scans now, after a scan that is under way. Never rejects. */
  scanNow(): Promise<void> {
    this.#current = this.#current.then(() => this.#scan());
    return this.#current;
  }

  /** Scans every `scanMs` from now on. */
  start(): void {
    const { clock, limits } = this.#options;
    if (this.#isStopped) return;
    this.#cancelNext = clock.after(limits.scanMs, () => {
      void this.scanNow().then(() => this.start());
    });
  }

  /** Resolves when no scan is under way; none starts any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelNext?.();
    await this.#current;
  }

  async #scan(): Promise<void> {
    const { log, isDeliverer, queue } = this.#options;
    if (this.#isStopped || !isDeliverer()) return;
    try {
      await this.#matchQueue();
      await this.#obeyRetryRequest();
      await this.#sweepIfDue();
      queue.flush();
      this.#hasWorked = true;
    } catch (error) {
      if (this.#hasWorked) logStorageFailure(log, error);
      this.#hasWorked = false;
    }
  }

  /** Makes the queue hold what the folder holds. */
  async #matchQueue(): Promise<void> {
    const { folder, queue, attempts } = this.#options;
    const names = await folder.names('new');
    for (const name of names) {
      if (parseEntryId(name) === null) await attempts.quarantine(name);
      else queue.add(name);
    }
    const present = new Set(names);
    for (const id of queue.ids()) {
      const isGone = !present.has(id) && !queue.isRunning(id) && !(await folder.has('new', id));
      if (isGone) queue.remove(id);
    }
  }

  async #obeyRetryRequest(): Promise<void> {
    const { folder, queue, misconfigured } = this.#options;
    if (!(await folder.takeRetryRequest())) return;
    misconfigured.releaseAll();
    queue.retryAllNow();
  }

  async #sweepIfDue(): Promise<void> {
    const { folder, clock, limits } = this.#options;
    if (clock.now() - this.#sweptAt < limits.sweepMs) return;
    this.#sweptAt = clock.now();
    await sweep(folder, clock.now(), limits);
  }
}
