import { FileError } from './file-error.ts';

/** How many jobs run at once, and how many more may wait. */
export type ConcurrencyLimit = { concurrent: number; queued: number };

/** Runs jobs within a concurrency limit, in their order; more than may wait are rejected. */
export class Semaphore {
  readonly #limit: ConcurrencyLimit;
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(limit: ConcurrencyLimit) {
    this.#limit = limit;
  }

  /** @throws FileError "busy" when the queue is full, else whatever the job throws. */
  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limit.concurrent) this.#running += 1;
    else if (this.#queue.length < this.#limit.queued)
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    else throw new FileError('busy');
    try {
      return await job();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
