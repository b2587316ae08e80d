import type { Clock } from '../../server/outbox/clock.ts';

/** Time that a test advances; what is due runs at once. */
export class HandClock implements Clock {
  /** Of the same day as the files that a test writes. */
  readonly #start = Date.now();
  #time = 5_000_000;
  readonly #tasks = new Set<{ at: number; task: () => void }>();

  now = () => this.#start + this.#time;
  elapsed = () => this.#time;

  after = (delayMs: number, task: () => void) => {
    const entry = { at: this.#time + delayMs, task };
    this.#tasks.add(entry);
    return () => void this.#tasks.delete(entry);
  };

  /** How many tasks wait. */
  get waiting(): number {
    return this.#tasks.size;
  }

  async pass(ms: number): Promise<void> {
    this.#time += ms;
    for (const entry of [...this.#tasks].toSorted((a, b) => a.at - b.at))
      if (entry.at <= this.#time && this.#tasks.delete(entry)) entry.task();
    await settled();
  }
}

/** Lets what has been promised go on. */
export function settled(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
