export type Clock = {
  /** Milliseconds since the epoch. The machine's clock may jump either way. */
  now(): number;
  /** Milliseconds since the machine started, the same in all its processes: for waits and leases. */
  elapsed(): number;
  /** Runs `task` once after `delayMs`, unless the returned function is called before. */
  after(delayMs: number, task: () => void): () => void;
};

/** The machine's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => Number(process.hrtime.bigint() / 1_000n) / 1_000,
  after: (delayMs, task) => {
    const timer = setTimeout(task, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

export function wait(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => void clock.after(delayMs, resolve));
}
