import { EventEmitter } from 'node:events';
import type { Clock } from './clock.ts';
import type { Outcome } from './entry.ts';
import type { OutboxLimits } from './outbox-limits.ts';

type FirstOutcomesOptions = {
  /** The outcome by the store; null before the first attempt has ended. */
  outcomeOf: (id: string) => Promise<Outcome | null>;
  clock: Clock;
  limits: Pick<OutboxLimits, 'respondWithinMs' | 'pollMs'>;
};

/** Notifies requests of the first attempt of their submission, by this process or another one. */
export class FirstOutcomes {
  readonly #options: FirstOutcomesOptions;
  readonly #outcomes = new EventEmitter<Record<string, [Outcome]>>().setMaxListeners(0);

  constructor(options: FirstOutcomesOptions) {
    this.#options = options;
  }

  /** Resolves within `respondWithinMs`, then with "stored". Never rejects. */
  waitFor(id: string): Promise<Outcome> {
    const { clock, limits, outcomeOf } = this.#options;
    return new Promise((resolve) => {
      let isSettled = false;
      let cancelPoll = () => {};
      const cancelTimeout = clock.after(limits.respondWithinMs, () => settle('stored'));
      const settle = (outcome: Outcome) => {
        isSettled = true;
        cancelTimeout();
        cancelPoll();
        this.#outcomes.off(id, settle);
        resolve(outcome);
      };
      async function poll(): Promise<void> {
        const outcome = await outcomeOf(id).catch(() => 'stored' as const);
        if (outcome !== null) settle(outcome);
        else if (!isSettled) cancelPoll = clock.after(limits.pollMs, () => void poll());
      }
      this.#outcomes.on(id, settle);
      void poll();
    });
  }

  notify(id: string, outcome: Outcome): void {
    this.#outcomes.emit(id, outcome);
  }

  /** Ends all waits with "stored". */
  close(): void {
    for (const id of this.#outcomes.eventNames()) this.notify(id, 'stored');
  }
}
