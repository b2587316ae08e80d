import { expect, test } from 'vitest';
import { inSlices } from '../../../server/slices.ts';

test('C15: work in slices takes turns, so that a short one does not wait for a long one', async () => {
  function* steps(count: number) {
    for (let step = 0; step < count; step += 1) yield;
    return count;
  }
  const ended: number[] = [];
  const works = [1_000, 10, 100].map((count) => inSlices(steps(count)));
  await Promise.all(works.map(async (work) => ended.push(await work)));
  expect(ended).toEqual([10, 100, 1_000]);
});
