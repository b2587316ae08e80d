import { setImmediate as nextTurn, setTimeout as realDelay } from 'node:timers/promises';
import type { Clock } from '../../server/outbox/clock.ts';
import { SOON } from './soon.ts';

export type VirtualClock = Clock & {
  /** Sets the time of day by so much, while no time passes. */
  jump(ms: number): void;
  /** Lets time pass, with room for real files and sockets in between, until the condition holds. */
  runUntil(condition: () => boolean | Promise<boolean>, options?: StepOptions): Promise<void>;
  /** Lets so much time pass. */
  run(ms: number, options?: StepOptions): Promise<void>;
};

/**
 * `stepMs` is how much virtual time passes at once. A test that says how soon something happens gives
 * each step `realMs` of real time too, else what files and sockets need counts as minutes.
 */
export type StepOptions = { stepMs?: number; realMs?: number };

/** Room for the files and sockets that a task sets in motion. */
const REAL_MS_PER_TASK = 4;

/** What Node names a call of the file system that is under way (process.getActiveResourcesInfo). */
const DISK_CALLS = new Set(['FSReqPromise', 'FSReqCallback', 'CloseReq']);
/** Turns of the event loop in which none is, before there is none: one call is followed by the next. */
const IDLE_TURNS = 3;

/** No time passes while the disk works: a slow one must not count as minutes. */
async function untilDiskIsIdle(): Promise<void> {
  const giveUpAt = performance.now() + SOON.timeout;
  let isBusy = process.getActiveResourcesInfo().some((name) => DISK_CALLS.has(name));
  for (let idle = isBusy ? 0 : IDLE_TURNS; idle < IDLE_TURNS && performance.now() < giveUpAt;) {
    await nextTurn();
    isBusy = process.getActiveResourcesInfo().some((name) => DISK_CALLS.has(name));
    idle = isBusy ? 0 : idle + 1;
  }
}

/** Time in which days pass in a second. */
export function createVirtualClock(start = Date.UTC(2026, 10, 20)): VirtualClock {
  let time = start;
  let jumpedMs = 0;
  const tasks = new Set<{ at: number; task: () => void }>();

  async function step(ms: number, realMs: number): Promise<void> {
    time += ms;
    let hasRun = false;
    for (const entry of [...tasks].sort((a, b) => a.at - b.at)) {
      if (entry.at <= time && tasks.delete(entry)) {
        hasRun = true;
        entry.task();
      }
    }
    if (hasRun || realMs > 0) await realDelay(Math.max(realMs, hasRun ? REAL_MS_PER_TASK : 0));
    else await nextTurn();
    await untilDiskIsIdle();
  }

  return {
    now: () => time + jumpedMs,
    elapsed: () => time - start,
    jump(ms) {
      jumpedMs += ms;
    },
    after(delayMs, task) {
      const entry = { at: time + delayMs, task };
      tasks.add(entry);
      return () => tasks.delete(entry);
    },
    async runUntil(condition, { stepMs = 500, realMs = 0 } = {}) {
      const giveUpAt = performance.now() + SOON.timeout;
      while (!(await condition())) {
        if (performance.now() > giveUpAt) throw new Error('the condition never held');
        await step(stepMs, realMs);
      }
    },
    async run(ms, { stepMs = 500, realMs = 0 } = {}) {
      for (let left = ms; left > 0; left -= stepMs) await step(Math.min(left, stepMs), realMs);
    },
  };
}
