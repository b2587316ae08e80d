import type { Clock } from './clock.ts';
import { backoffMs, type OutboxLimits } from './outbox-limits.ts';

/** What one attempt came to: `done` takes the entry off the queue, `later` keeps it; `held` was no attempt. */
export type AttemptResult =
  | { kind: 'done'; wasDelivered: boolean }
  | { kind: 'later'; waitMs: number }
  | { kind: 'held'; forMs: number };

/** `number` counts from 1 since the process started; `nextMs` says how long the entry will wait if the answer is `later`. */
export type AttemptTurn = { number: number; nextMs: (waitMs: number) => number };

export type DeliveryQueueOptions = {
  clock: Clock;
  limits: OutboxLimits;
  /** Never rejects. */
  attempt: (id: string, turn: AttemptTurn) => Promise<AttemptResult>;
  mayAttempt: () => boolean;
};

type Waiting = { attempts: number; nextAt: number; notBefore: number; lastAt: number };

/** When and in which order entries are attempted; nothing of files or the provider. */
export class DeliveryQueue {
  readonly #options: DeliveryQueueOptions;
  readonly #waiting = new Map<string, Waiting>();
  readonly #running = new Map<string, Promise<void>>();
  #cancelTimer: (() => void) | null = null;
  #isStopped = false;

  constructor(options: DeliveryQueueOptions) {
    this.#options = options;
  }

  /** Due at once; an id that is known already is left as it is. */
  add(id: string): void {
    if (this.#waiting.has(id)) return;
    const nextAt = this.#options.clock.elapsed();
    this.#waiting.set(id, { attempts: 0, nextAt, notBefore: 0, lastAt: -Infinity });
  }

  remove(id: string): void {
    this.#waiting.delete(id);
  }

  /** All but those that are being attempted. */
  idleIds(): string[] {
    return [...this.#waiting.keys()].filter((id) => !this.#running.has(id));
  }

  /** Makes everything due at once, Retry-After or not. */
  retryAllNow(): void {
    for (const entry of this.#waiting.values()) entry.nextAt = this.#options.clock.elapsed();
  }

  /** Starts what is due, as far as there is room, and comes back when more will be. */
  flush(): void {
    const { clock, limits, mayAttempt } = this.#options;
    this.#cancelTimer?.();
    if (this.#isStopped || !mayAttempt()) return;
    while (this.#running.size < limits.concurrency) {
      const next = this.#next();
      if (next === null) return;
      const leftMs = next.nextAt - clock.elapsed();
      if (leftMs > 0) {
        this.#cancelTimer = clock.after(leftMs, () => this.flush());
        return;
      }
      this.#running.set(next.id, this.#run(next.id));
    }
  }

  /** Resolves when what runs has ended; nothing starts any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer?.();
    await Promise.all(this.#running.values());
  }

  /** The entry that has been due for longest, or will be first; null when none waits. */
  #next(): { id: string; nextAt: number } | null {
    let first: { id: string; nextAt: number } | null = null;
    for (const [id, { nextAt }] of this.#waiting) {
      const isEarlier = first === null || nextAt < first.nextAt;
      if (isEarlier && !this.#running.has(id)) first = { id, nextAt };
    }
    return first;
  }

  async #run(id: string): Promise<void> {
    const { clock, limits, attempt } = this.#options;
    const entry = this.#waiting.get(id);
    if (entry === undefined) return;
    const startedAt = clock.elapsed();
    const number = entry.attempts + 1;
    const pauseMs = backoffMs(number, limits);
    const nextMs = (waitMs: number) => Math.max(pauseMs, waitMs);
    const result = await attempt(id, { number, nextMs });
    this.#running.delete(id);
    switch (result.kind) {
      case 'done':
        this.#waiting.delete(id);
        if (result.wasDelivered) this.#retryOthersSoon();
        break;
      case 'held':
        entry.nextAt = clock.elapsed() + result.forMs;
        break;
      case 'later':
        entry.attempts = number;
        entry.lastAt = startedAt;
        entry.notBefore = clock.elapsed() + result.waitMs;
        entry.nextAt = clock.elapsed() + nextMs(result.waitMs);
        break;
    }
    this.flush();
  }

  /** The provider takes submissions again: nobody needs to wait out a long pause. */
  #retryOthersSoon(): void {
    const { clock, limits } = this.#options;
    for (const entry of this.#waiting.values()) {
      const paused = entry.lastAt + limits.retryAfterSuccessMs;
      entry.nextAt = Math.min(entry.nextAt, Math.max(clock.elapsed(), entry.notBefore, paused));
    }
  }
}
