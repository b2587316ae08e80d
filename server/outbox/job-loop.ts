import type { Clock } from './clock.ts';
import type { DeliveryAttempts } from './delivery-attempts.ts';
import type { DeliveryJob, DeliveryJobs } from './delivery-jobs.ts';
import { backoffMs, type OutboxLimits } from './outbox-limits.ts';

/** A delivery makes the others due, but not each one of a hundred in a second. */
const RETRY_OTHERS_EVERY_MS = 1_000;

export type JobLoopOptions = {
  jobs: DeliveryJobs;
  attempts: DeliveryAttempts;
  clock: Clock;
  limits: OutboxLimits;
  /** Whether the database can be had. */
  mayFetch: () => boolean;
  /** What could not be fetched is looked for again with the next `wake`. */
  onFault: (error: unknown) => void;
};

/** Fetches what is due from the database and attempts it, as far as there is room in this instance. */
export class JobLoop {
  readonly #options: JobLoopOptions;
  readonly #running = new Set<Promise<void>>();
  #fetching: Promise<void> | null = null;
  #isAskedAgain = false;
  #isStopped = false;
  #retriedOthersAt = -Infinity;

  constructor(options: JobLoopOptions) {
    this.#options = options;
  }

  hasRoom(): boolean {
    return this.#running.size < this.#options.limits.concurrency;
  }

  /** Looks for work, also for what comes while it looks. */
  wake(): void {
    this.#isAskedAgain = true;
    this.#fetching ??= this.#fill()
      .catch(this.#options.onFault)
      .finally(() => {
        this.#fetching = null;
        if (this.#shouldFetch()) this.wake();
      });
  }

  #shouldFetch(): boolean {
    return this.#isAskedAgain && this.hasRoom() && !this.#isStopped && this.#options.mayFetch();
  }

  /** Resolves when what runs has ended; nothing starts any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#fetching;
    await Promise.all(this.#running);
  }

  async #fill(): Promise<void> {
    const { jobs, limits } = this.#options;
    while (this.#shouldFetch()) {
      this.#isAskedAgain = false;
      for (const job of await jobs.fetch(limits.concurrency - this.#running.size)) {
        this.#isAskedAgain = true;
        const run = this.#run(job).finally(() => {
          this.#running.delete(run);
          this.wake();
        });
        this.#running.add(run);
      }
    }
  }

  /** Never rejects: what the database does not hear of is due again when its lease ends. */
  async #run(job: DeliveryJob): Promise<void> {
    const { jobs, attempts, clock, limits } = this.#options;
    const pauseMs = backoffMs(job.attempts + 1, limits);
    const nextMs = (waitMs: number) => Math.max(pauseMs, waitMs);
    const result = await attempts.run(job.id, { number: job.attempts + 1, nextMs });
    try {
      if (result.kind === 'held') await jobs.reschedule({ ...job, soonAtMs: 0 }, result.forMs);
      if (result.kind === 'later') {
        const soonAtMs = clock.now() + Math.max(result.waitMs, limits.retryAfterSuccessMs);
        const next = { ...job, attempts: job.attempts + 1, soonAtMs };
        await jobs.reschedule(next, nextMs(result.waitMs));
      }
      if (result.kind === 'done' && result.wasDelivered) await this.#retryOthersSoon();
    } catch {
      // Said by whoever watches the database.
    }
  }

  async #retryOthersSoon(): Promise<void> {
    const { jobs, clock } = this.#options;
    if (clock.elapsed() - this.#retriedOthersAt < RETRY_OTHERS_EVERY_MS) return;
    this.#retriedOthersAt = clock.elapsed();
    await jobs.retryOthersSoon();
  }
}
