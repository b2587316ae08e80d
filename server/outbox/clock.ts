export type Clock = {
  /** Milliseconds since the epoch. The machine's clock may jump either way. */
  now(): number;
  /** Milliseconds since the machine started, the same in all its processes: for waits and leases. */
  elapsed(): number;
  /** Runs `task` once after `delayMs`, unless the returned function is called before. */
  after(delayMs: number, task: () => void): () => void;
};

/** Longest delay of Node's timers, in milliseconds; longer ones fire at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** The machine's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => Number(process.hrtime.bigint() / 1_000n) / 1_000,
  after: (delayMs, task) => {
    const timer = setTimeout(task, Math.min(delayMs, MAX_TIMER_MS)).unref();
    return () => clearTimeout(timer);
  },
};
