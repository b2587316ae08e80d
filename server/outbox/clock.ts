export type Clock = {
  /** Milliseconds since the epoch. The machine's clock may jump either way. */
  now(): number;
  /** Milliseconds since some moment, by a clock that nobody sets: of this process only. */
  elapsed(): number;
  /** Runs `task` once after `delayMs`, unless the returned function is called before. */
  after(delayMs: number, task: () => void): () => void;
};

/** Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (delayMs, task) => {
    const timer = setTimeout(task, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

export function wait(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => void clock.after(delayMs, resolve));
}
