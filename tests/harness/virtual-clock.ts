import { setImmediate as nextTurn, setTimeout as realDelay } from 'node:timers/promises';
import type { Clock } from '../../server/outbox/clock.ts';

export type VirtualClock = Clock & {
  /** Lets time pass, with room for real files and sockets in between, until the condition holds. */
  runUntil(
    condition: () => boolean | Promise<boolean>,
    options?: { stepMs?: number },
  ): Promise<void>;
  /** Lets so much time pass. */
  run(ms: number, options?: { stepMs?: number }): Promise<void>;
};

/** Room for the files and sockets that a task sets in motion. */
const REAL_MS_PER_TASK = 4;

/** Time in which days pass in a second. */
export function createVirtualClock(start = Date.UTC(2026, 10, 20)): VirtualClock {
  let time = start;
  const tasks = new Set<{ at: number; task: () => void }>();

  async function step(ms: number): Promise<void> {
    time += ms;
    let hasRun = false;
    for (const entry of [...tasks].sort((a, b) => a.at - b.at)) {
      if (entry.at <= time && tasks.delete(entry)) {
        hasRun = true;
        entry.task();
      }
    }
    if (hasRun) await realDelay(REAL_MS_PER_TASK);
    else await nextTurn();
  }

  return {
    now: () => time,
    after(delayMs, task) {
      const entry = { at: time + delayMs, task };
      tasks.add(entry);
      return () => tasks.delete(entry);
    },
    async runUntil(condition, { stepMs = 500 } = {}) {
      const giveUpAt = performance.now() + 20_000;
      while (!(await condition())) {
        if (performance.now() > giveUpAt) throw new Error('the condition never held');
        await step(stepMs);
      }
    },
    async run(ms, { stepMs = 500 } = {}) {
      for (let left = ms; left > 0; left -= stepMs) await step(Math.min(left, stepMs));
    },
  };
}
