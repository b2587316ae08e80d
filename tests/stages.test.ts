import { expect, test } from 'vitest';
import {
  isComplete,
  nextStage,
  PART_SIZE,
  REPLACED_PER_STEP,
  startStage,
  completeStage,
  type Stage,
} from '../client/lists/stages.ts';

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/** Steps until complete; each one is handed to `look`. */
function finish(
  stage: Stage<number>,
  look: (stage: Stage<number>) => void = () => undefined,
): Stage<number> {
  let now = stage;
  for (let step = 0; !isComplete(now); step += 1) {
    if (step > 1_000) throw new Error('never complete');
    now = nextStage(now);
    look(now);
  }
  return now;
}

test.each([
  [2_000, 0],
  [0, 2_000],
  [2_000, 5],
  [5, 2_000],
  [2_000, 1_000],
  [PART_SIZE, PART_SIZE],
  [0, 0],
])('R-108: a list of %d items becomes one of %d in small steps', (before, after) => {
  const target = numbers(0, after);
  let last = startStage(completeStage(numbers(5_000, 5_000 + before)), target);
  expect(last.parts.slice(0, last.ready).flat()).toEqual(target.slice(0, PART_SIZE));
  const done = finish(last, (stage) => {
    const made = stage.parts.filter((part) => !last.parts.includes(part)).flat().length;
    expect(made).toBeLessThanOrEqual(PART_SIZE * REPLACED_PER_STEP);
    expect(stage.parts.slice(0, stage.ready).flat()).toEqual(
      target.slice(0, stage.ready * PART_SIZE),
    );
    last = stage;
  });
  expect(done.parts.flat()).toEqual(target);
});

test('R-108: a list that changes on its way shows nothing of the one before', () => {
  const first = startStage(completeStage(numbers(0, 500)), numbers(1_000, 1_500));
  const second = startStage(nextStage(nextStage(first)), numbers(2_000, 2_100));
  expect(second.parts.slice(0, second.ready).flat()).toEqual(numbers(2_000, 2_000 + PART_SIZE));
  expect(finish(second).parts.flat()).toEqual(numbers(2_000, 2_100));
});

test('R-108: the HTML of the server has the complete list at once', () => {
  const stage = completeStage(numbers(0, 150));
  expect(isComplete(stage)).toBe(true);
  expect(stage.parts.flat()).toEqual(numbers(0, 150));
});
