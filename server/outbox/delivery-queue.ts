import type { Clock } from './clock.ts';
import type { OutboxLimits } from './outbox-limits.ts';

/** What one try came to: `done` takes the entry off the queue, `later` keeps it; `held` was no try. */
export type TryResult =
  | { kind: 'done'; wasDelivered: boolean }
  | { kind: 'later'; waitMs: number }
  | { kind: 'held'; forMs: number };

export type DeliveryQueueOptions = {
  clock: Clock;
  limits: OutboxLimits;
  /** A number from 0 to 1, for the jitter. */
  chance: () => number;
  /** Never rejects. `nextMs` says how long this entry will wait if the answer is `later`. */
  run: (id: string, attempt: number, nextMs: (waitMs: number) => number) => Promise<TryResult>;
  mayRun: () => boolean;
};

type Waiting = { attempt: number; nextAt: number; notBefore: number; lastAt: number };

export type DeliveryQueue = {
  /** Due at once; an id that is known already is left as it is. */
  add(id: string): void;
  remove(id: string): void;
  ids(): string[];
  isRunning(id: string): boolean;
  /** Makes everything due at once, Retry-After or not. */
  hurryAll(): void;
  /** Starts what is due, as far as there is room. */
  pump(): void;
  /** Resolves when what runs has ended; nothing starts any more. */
  stop(): Promise<void>;
};

/** When and in which order entries are tried; nothing of files or the provider. */
export function createDeliveryQueue({
  clock,
  limits,
  chance,
  run,
  mayRun,
}: DeliveryQueueOptions): DeliveryQueue {
  const waiting = new Map<string, Waiting>();
  const running = new Map<string, Promise<void>>();
  let cancelTimer: (() => void) | null = null;
  let isStopped = false;

  function pump(): void {
    cancelTimer?.();
    if (isStopped || !mayRun()) return;
    for (let id = nextDue(); id !== null && running.size < limits.concurrency; id = nextDue()) {
      running.set(id, attempt(id));
    }
    if (running.size >= limits.concurrency) return;
    const times = [...waiting].filter(([id]) => !running.has(id)).map(([, { nextAt }]) => nextAt);
    if (times.length > 0)
      cancelTimer = clock.after(
        Math.max(0, times.reduce((a, b) => Math.min(a, b)) - clock.now()),
        pump,
      );
  }

  function nextDue(): string | null {
    let best: { id: string; nextAt: number } | null = null;
    for (const [id, { nextAt }] of waiting) {
      if (nextAt <= clock.now() && !running.has(id) && (best === null || nextAt < best.nextAt))
        best = { id, nextAt };
    }
    return best?.id ?? null;
  }

  async function attempt(id: string): Promise<void> {
    const entry = waiting.get(id);
    if (entry === undefined) return;
    const startedAt = clock.now();
    const delay = backoff(entry.attempt + 1);
    const result = await run(id, entry.attempt + 1, (waitMs) => Math.max(delay, waitMs));
    running.delete(id);
    if (result.kind === 'done') {
      waiting.delete(id);
      if (result.wasDelivered) hurryOthers();
    } else if (result.kind === 'held') {
      entry.nextAt = clock.now() + result.forMs;
    } else {
      entry.attempt += 1;
      entry.lastAt = startedAt;
      entry.notBefore = clock.now() + result.waitMs;
      entry.nextAt = clock.now() + Math.max(delay, result.waitMs);
    }
    pump();
  }

  function backoff(attempts: number): number {
    const plain = Math.min(
      limits.firstRetryMs * 2 ** Math.min(attempts - 1, 30),
      limits.longestRetryMs,
    );
    return Math.round(plain * (1 + limits.jitter * chance()));
  }

  /** The provider takes submissions again: nobody needs to wait out a long pause. */
  function hurryOthers(): void {
    for (const entry of waiting.values()) {
      entry.nextAt = Math.min(
        entry.nextAt,
        Math.max(clock.now(), entry.notBefore, entry.lastAt + limits.hurryMs),
      );
    }
  }

  return {
    add: (id) => {
      if (!waiting.has(id))
        waiting.set(id, { attempt: 0, nextAt: clock.now(), notBefore: 0, lastAt: -Infinity });
    },
    remove: (id) => {
      waiting.delete(id);
    },
    ids: () => [...waiting.keys()],
    isRunning: (id) => running.has(id),
    hurryAll: () => {
      for (const entry of waiting.values()) entry.nextAt = clock.now();
    },
    pump,
    stop: async () => {
      isStopped = true;
      cancelTimer?.();
      await Promise.all(running.values());
    },
  };
}
