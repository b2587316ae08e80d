import { setImmediate as nextTurn, setTimeout as realDelay } from 'node:timers/promises';
import type { Clock } from '../../server/outbox/clock.ts';
import { SOON } from './effort.ts';

export type VirtualClock = Clock & {
  /** Sets the time of day by so much, while no time passes. */
  jump(ms: number): void;
  /** Advances time, with pauses for real files and sockets, until the condition holds. */
  runUntil(condition: () => boolean | Promise<boolean>, options?: StepOptions): Promise<void>;
  /** Lets so much time pass. */
  run(ms: number, options?: StepOptions): Promise<void>;
};

/**
 * `stepMs` is how much virtual time passes at once. A test with sockets that asserts how soon something
 * happens gives each step `realMs` of real time too, else what they need counts as minutes.
 */
type StepOptions = { stepMs?: number; realMs?: number };

/** What Node names a call of the file system or of SQLite's thread that is in progress (process.getActiveResourcesInfo). */
const DISK_CALLS = new Set(['FSReqPromise', 'FSReqCallback', 'CloseReq', 'MessagePort']);
/** Turns of the event loop in which none is, before there is none: one call is followed by the next. */
const IDLE_TURNS = 3;

/** No time passes while the disk works: a slow one must not count as minutes. */
async function untilDiskIsIdle({ hasRun }: { hasRun: boolean }): Promise<void> {
  const giveUpAt = performance.now() + SOON.timeout;
  let idle = hasRun || isDiskBusy() ? 0 : IDLE_TURNS;
  while (idle < IDLE_TURNS && performance.now() < giveUpAt) {
    // Turns while another thread works would take as much of the processor as that.
    await (idle === 0 ? realDelay(1) : nextTurn());
    idle = isDiskBusy() ? 0 : idle + 1;
  }
}

function isDiskBusy(): boolean {
  return process.getActiveResourcesInfo().some((name) => DISK_CALLS.has(name));
}

/**
 * Time in which days pass in a second. After each task it waits `realMsPerTask` for the sockets that the
 * task uses.
 */
export function createVirtualClock(
  start = Date.UTC(2026, 10, 20),
  { realMsPerTask = 4 } = {},
): VirtualClock {
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
    const waitMs = Math.max(realMs, hasRun ? realMsPerTask : 0);
    if (waitMs > 0) await realDelay(waitMs);
    else await nextTurn();
    await untilDiskIsIdle({ hasRun });
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
