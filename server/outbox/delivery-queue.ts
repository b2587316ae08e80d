import type { Clock } from './clock.ts';
import type { OutboxLimits } from './outbox-limits.ts';

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
  /** A number from 0 to 1, for the jitter. */
  random: () => number;
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
    const nextAt = this.#options.clock.now();
    this.#waiting.set(id, { attempts: 0, nextAt, notBefore: 0, lastAt: -Infinity });
  }

  remove(id: string): void {
    this.#waiting.delete(id);
  }

  ids(): string[] {
    return [...this.#waiting.keys()];
  }

  isRunning(id: string): boolean {
    return this.#running.has(id);
  }

  /** Makes everything due at once, Retry-After or not. */
  retryAllNow(): void {
    for (const entry of this.#waiting.values()) entry.nextAt = this.#options.clock.now();
  }

  /** Starts what is due, as far as there is room, and comes back when more will be. */
  flush(): void {
    const { clock, limits, mayAttempt } = this.#options;
    this.#cancelTimer?.();
    if (this.#isStopped || !mayAttempt()) return;
    let id = this.#nextDue();
    while (id !== null && this.#running.size < limits.concurrency) {
      this.#running.set(id, this.#run(id));
      id = this.#nextDue();
    }
    if (this.#running.size >= limits.concurrency) return;
    const nextAt = this.#nextAt();
    if (nextAt === null) return;
    this.#cancelTimer = clock.after(Math.max(0, nextAt - clock.now()), () => this.flush());
  }

  /** Resolves when what runs has ended; nothing starts any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer?.();
    await Promise.all(this.#running.values());
  }

  /** The entry that has been due for longest. */
  #nextDue(): string | null {
    const now = this.#options.clock.now();
    let best: { id: string; nextAt: number } | null = null;
    for (const [id, { nextAt }] of this.#waiting) {
      if (nextAt <= now && !this.#running.has(id) && (best === null || nextAt < best.nextAt))
        best = { id, nextAt };
    }
    return best?.id ?? null;
  }

  /** When the next entry that is not running will be due; null when there is none. */
  #nextAt(): number | null {
    let earliest: number | null = null;
    for (const [id, { nextAt }] of this.#waiting) {
      if (!this.#running.has(id) && (earliest === null || nextAt < earliest)) earliest = nextAt;
    }
    return earliest;
  }

  async #run(id: string): Promise<void> {
    const { clock, attempt } = this.#options;
    const entry = this.#waiting.get(id);
    if (entry === undefined) return;
    const startedAt = clock.now();
    const number = entry.attempts + 1;
    const pauseMs = this.#backoffMs(number);
    const nextMs = (waitMs: number) => Math.max(pauseMs, waitMs);
    const result = await attempt(id, { number, nextMs });
    this.#running.delete(id);
    switch (result.kind) {
      case 'done':
        this.#waiting.delete(id);
        if (result.wasDelivered) this.#retryOthersSoon();
        break;
      case 'held':
        entry.nextAt = clock.now() + result.forMs;
        break;
      case 'later':
        entry.attempts = number;
        entry.lastAt = startedAt;
        entry.notBefore = clock.now() + result.waitMs;
        entry.nextAt = clock.now() + nextMs(result.waitMs);
        break;
    }
    this.flush();
  }

  /** Pause after the nth attempt: doubles up to a limit, with some jitter. */
  #backoffMs(attempts: number): number {
    const { limits, random } = this.#options;
    const plain = limits.firstRetryMs * 2 ** Math.min(attempts - 1, 30);
    return Math.round(Math.min(plain, limits.longestRetryMs) * (1 + limits.jitter * random()));
  }

  /** The provider takes submissions again: nobody needs to wait out a long pause. */
  #retryOthersSoon(): void {
    const { clock, limits } = this.#options;
    for (const entry of this.#waiting.values()) {
      const soon = Math.max(
        clock.now(),
        entry.notBefore,
        entry.lastAt + limits.retryAfterSuccessMs,
      );
      entry.nextAt = Math.min(entry.nextAt, soon);
    }
  }
}
