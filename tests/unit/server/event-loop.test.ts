import { expect, test } from 'vitest';
import { yieldToRequests } from '../../../server/event-loop.ts';

/** Keeps the process busy. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('C15: loops take steps in turn, so that a short one does not wait for a long one', async () => {
  const ended: number[] = [];
  async function loop(count: number): Promise<void> {
    for (let step = 0; step < count; step += 1) {
      await yieldToRequests();
      work(1);
    }
    ended.push(count);
  }
  await Promise.all([100, 2, 10].map(loop));
  expect(ended).toEqual([2, 10, 100]);
});

test('C15: long steps of several loops do not add up in one turn', async () => {
  // The turn of the test before is over.
  work(10);
  const state = { turn: 0, isDone: false };
  const turns: number[] = [];
  async function loop(): Promise<void> {
    for (let step = 0; step < 3; step += 1) {
      await yieldToRequests();
      work(10);
      turns.push(state.turn);
    }
  }
  const loops = Promise.all([loop(), loop(), loop()]).then(() => (state.isDone = true));
  while (!state.isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    state.turn += 1;
  }
  await loops;
  expect(new Set(turns).size).toBe(9);
});
