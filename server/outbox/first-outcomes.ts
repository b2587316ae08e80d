import type { Clock } from './clock.ts';
import type { Outcome } from './entry.ts';
import type { OutboxLimits } from './outbox-limits.ts';

export type FirstOutcomesOptions = {
  /** What the store says of an entry's first attempt; null before it has ended. */
  outcomeOf: (id: string) => Promise<Outcome | null>;
  clock: Clock;
  limits: Pick<OutboxLimits, 'answerWithinMs' | 'lookMs'>;
  /** Whether this process delivers; else the store is looked at for what another one did. */
  isDeliverer: () => boolean;
};

/** Tells whoever waits what came of the first attempt of an entry, by this process or another one. */
export class FirstOutcomes {
  readonly #options: FirstOutcomesOptions;
  readonly #subscribers = new Map<string, Set<(outcome: Outcome) => void>>();

  constructor(options: FirstOutcomesOptions) {
    this.#options = options;
  }

  /**
   * Resolves within `answerWithinMs`, then with "stored"; never rejects. To be called before the entry
   * is stored: a scan may deliver it before its writer goes on.
   */
  subscribe(id: string): Promise<Outcome> {
    const { clock, limits, isDeliverer } = this.#options;
    const subscribers = this.#subscribers.get(id) ?? new Set();
    this.#subscribers.set(id, subscribers);
    if (!isDeliverer()) this.#lookLater(id);
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

  /** Whether anybody waited. */
  notify(id: string, outcome: Outcome): boolean {
    const subscribers = this.#subscribers.get(id);
    for (const settle of subscribers ?? []) settle(outcome);
    return subscribers !== undefined;
  }

  /** Answers everybody who waits with "stored". */
  close(): void {
    for (const id of this.#subscribers.keys()) this.notify(id, 'stored');
  }

  /** Notifies of what the store says already. */
  async look(id: string): Promise<void> {
    const outcome = await this.#options.outcomeOf(id).catch(() => 'stored' as const);
    if (outcome !== null) this.notify(id, outcome);
  }

  /** Looks until there is an outcome, or nobody waits. */
  #lookLater(id: string): void {
    const { clock, limits } = this.#options;
    clock.after(limits.lookMs, () => {
      if (!this.#subscribers.has(id)) return;
      void this.look(id).then(() => this.#lookLater(id));
    });
  }
}
