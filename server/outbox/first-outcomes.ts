import type { Clock } from './clock.ts';
import type { Outcome } from './entry.ts';
import type { OutboxLimits } from './outbox-limits.ts';

export type FirstOutcomesOptions = {
  /** The outcome by the store; null before the first attempt has ended. */
  outcomeOf: (id: string) => Promise<Outcome | null>;
  clock: Clock;
  limits: Pick<OutboxLimits, 'answerWithinMs' | 'pollMs'>;
};

/** Notifies the requests that wait for the first attempt of their submission, by this process or another one. */
export class FirstOutcomes {
  readonly #options: FirstOutcomesOptions;
  readonly #subscribers = new Map<string, Set<(outcome: Outcome) => void>>();

  constructor(options: FirstOutcomesOptions) {
    this.#options = options;
  }

  /** Resolves within `answerWithinMs`, then with "stored". Never rejects. */
  subscribe(id: string): Promise<Outcome> {
    const { clock, limits } = this.#options;
    const subscribers = this.#subscribers.get(id) ?? new Set();
    this.#subscribers.set(id, subscribers);
    return new Promise((resolve) => {
      const cancel = clock.after(limits.answerWithinMs, () => settle('stored'));
      const settle = (outcome: Outcome) => {
        cancel();
        subscribers.delete(settle);
        if (subscribers.size === 0) this.#subscribers.delete(id);
        resolve(outcome);
      };
      subscribers.add(settle);
    });
  }

  notify(id: string, outcome: Outcome): void {
    for (const settle of this.#subscribers.get(id) ?? []) settle(outcome);
  }

  /** Ends all waits with "stored". */
  close(): void {
    for (const id of this.#subscribers.keys()) this.notify(id, 'stored');
  }

  /** Polls the store, as another process may send this one, until there is an outcome or no subscriber. */
  async poll(id: string): Promise<void> {
    const { clock, limits, outcomeOf } = this.#options;
    const outcome = await outcomeOf(id).catch(() => 'stored' as const);
    if (outcome !== null) this.notify(id, outcome);
    if (this.#subscribers.has(id)) clock.after(limits.pollMs, () => void this.poll(id));
  }
}
