import { setImmediate } from 'node:timers';

/** All long loops together get this much of a turn of the event loop. */
const TURN_MS = 8;

let turnEndsAt = 0;
const waiting: (() => void)[] = [];

/**
 * Long loops await it after each step: at most every 8 ms other requests are served (docs/promises.md#c15). In each
 * turn one loop goes on, the one that has waited longest: steps that take longer do not add up, and a short loop does
 * not wait for a long one.
 */
export async function yieldToRequests(): Promise<void> {
  if (performance.now() < turnEndsAt) return;
  if (waiting.length === 0) setImmediate(startTurn);
  await new Promise<void>((resolve) => waiting.push(resolve));
}

function startTurn(): void {
  turnEndsAt = performance.now() + TURN_MS;
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(startTurn);
}
