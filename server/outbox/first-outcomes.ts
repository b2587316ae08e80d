import type { Clock } from './clock.ts';
import type { Outcome } from './entry.ts';
import type { OutboxFolder } from './outbox-folder.ts';
import type { OutboxLimits } from './outbox-limits.ts';

/** A visitor who waits for the first attempt of an entry. */
export type OutcomeSubscription = {
  /** Resolves within `answerWithinMs`, then with "stored". Never rejects. */
  outcome: Promise<Outcome>;
  /** Nobody waits any more. */
  cancel(): void;
};

export type FirstOutcomesOptions = {
  folder: OutboxFolder;
  clock: Clock;
  limits: Pick<OutboxLimits, 'answerWithinMs' | 'lookMs'>;
  /** Whether this process delivers; else the disk is looked at for what another one did. */
  isDeliverer: () => boolean;
};

/** Notifies whoever waits of what came of the first attempt of an entry, by this process or another one. */
export class FirstOutcomes {
  readonly #options: FirstOutcomesOptions;
  readonly #subscribers = new Map<string, Set<(outcome: Outcome) => void>>();

  constructor(options: FirstOutcomesOptions) {
    this.#options = options;
  }

  /** To be called before the entry is on the disk: a scan may deliver it before its writer goes on. */
  subscribe(id: string): OutcomeSubscription {
    const { clock, limits, isDeliverer } = this.#options;
    const subscribers = this.#subscribers.get(id) ?? new Set();
    this.#subscribers.set(id, subscribers);
    const cancels: (() => void)[] = [];
    let settle: (outcome: Outcome) => void = () => {};
    const outcome = new Promise<Outcome>((resolve) => {
      settle = resolve;
    });
    const subscriber = (value: Outcome) => {
      for (const cancel of cancels) cancel();
      subscribers.delete(subscriber);
      if (subscribers.size === 0) this.#subscribers.delete(id);
      settle(value);
    };
    subscribers.add(subscriber);
    cancels.push(clock.after(limits.answerWithinMs, () => subscriber('stored')));
    if (!isDeliverer()) cancels.push(this.#lookForOutcome(id, subscriber));
    return { outcome, cancel: () => subscriber('stored') };
  }

  notify(id: string, outcome: Outcome): void {
    for (const subscriber of this.#subscribers.get(id) ?? []) subscriber(outcome);
  }

  /** Answers everybody who waits with "stored". */
  close(): void {
    for (const id of this.#subscribers.keys()) this.notify(id, 'stored');
  }

  /** What the folder says of an entry's first attempt; null before it has ended. */
  async onDisk(id: string): Promise<Outcome | null> {
    const { folder } = this.#options;
    try {
      if ((await folder.receipt(id)) !== null) return 'delivered';
      if (await folder.has('dead', id)) return 'rejected';
      return (await folder.attemptNote(id))?.state === 'waiting' ? 'stored' : null;
    } catch {
      return 'stored';
    }
  }

  /** Looks until there is an outcome, or until the returned function is called. */
  #lookForOutcome(id: string, found: (outcome: Outcome) => void): () => void {
    const { clock, limits } = this.#options;
    let isOver = false;
    let cancel = () => {};
    const look = () => {
      cancel = clock.after(limits.lookMs, () => {
        void this.onDisk(id).then((outcome) => {
          if (isOver) return;
          if (outcome === null) look();
          else found(outcome);
        });
      });
    };
    look();
    return () => {
      isOver = true;
      cancel();
    };
  }
}
