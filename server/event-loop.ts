import { setImmediate } from 'node:timers/promises';

/** All long loops together get this much of a turn of the event loop. */
const TURN_MS = 8;

let turnEndsAt = 0;
let nextTurn: Promise<void> | null = null;

/**
 * Long loops await it after each step: at most every 8 ms other requests are served (docs/promises.md#c15). The loops
 * take steps in turn, so that a short one does not wait for a long one.
 */
export async function yieldToRequests(): Promise<void> {
  if (performance.now() < turnEndsAt) return;
  nextTurn ??= setImmediate().then(() => {
    nextTurn = null;
    turnEndsAt = performance.now() + TURN_MS;
  });
  await nextTurn;
}
