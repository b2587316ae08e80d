import { expect, test } from 'vitest';
import { yieldToRequests } from '../../../server/event-loop.ts';

test('C15: loops take steps in turn, so that a short one does not wait for a long one', async () => {
  const ended: number[] = [];
  async function loop(count: number): Promise<void> {
    for (let step = 0; step < count; step += 1) await yieldToRequests();
    ended.push(count);
  }
  await Promise.all([1_000, 10, 100].map(loop));
  expect(ended).toEqual([10, 100, 1_000]);
});

test('C15: other work runs while a loop does', async () => {
  const end = performance.now() + 5_000;
  const state = { turns: 0, isDone: false };
  async function loop(): Promise<void> {
    while (state.turns < 3 && performance.now() < end) await yieldToRequests();
    state.isDone = true;
  }
  const done = loop();
  while (!state.isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    state.turns += 1;
  }
  await done;
  expect(state.turns).toBeGreaterThan(2);
});
