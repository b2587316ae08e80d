/** CPU time of this process in milliseconds: on a busy machine it is what the clock would show on a quiet one. */
export function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** CPU time of a piece of work in milliseconds. */
export function cpuMs(work: () => void): number {
  const before = cpuNow();
  work();
  return cpuNow() - before;
}

const TICK_MS = 50;

/**
 * Begins to count how much later than they should this process's timers run: what a busy machine keeps
 * from every process. The function that it returns ends that, and returns the milliseconds.
 */
export function watchLateness(): () => number {
  let lateMs = 0;
  let expected = performance.now() + TICK_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    lateMs += Math.max(0, now - expected);
    expected = now + TICK_MS;
  }, TICK_MS);
  return () => {
    clearInterval(timer);
    return lateMs;
  };
}
