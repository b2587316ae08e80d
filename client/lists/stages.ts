/**
 * Cards in one part of a list. Divisible by 1, 2 and 3 columns, so that every part ends with a full
 * row; small enough to be replaced within a frame on a slow phone.
 */
export const PART_SIZE = 6;

/** Parts that are replaced in one step, after the first step, which replaces one. */
export const REPLACED_PER_STEP = 3;
/** Parts that are dropped in one step; dropping a card costs much less than making one. */
const DROPPED_PER_STEP = 16;

/**
 * A long list on its way from what it showed to `target`: the first `ready` parts are those of the
 * target, the others are old ones, which must be hidden. Replacing 2,000 cards at once would hold up
 * the visitor's typing for a third of a second.
 */
export type Stage<Card> = {
  target: readonly Card[];
  parts: readonly (readonly Card[])[];
  ready: number;
};

export function completeStage<Card>(target: readonly Card[]): Stage<Card> {
  const ready = partsIn(target);
  return { target, parts: partsOf(target, 0, ready), ready };
}

/** The first step towards another list; the top of the page is right from here on. */
export function startStage<Card>(stage: Stage<Card>, target: readonly Card[]): Stage<Card> {
  return advance({ target, parts: stage.parts, ready: 0 }, 1);
}

export function nextStage<Card>(stage: Stage<Card>): Stage<Card> {
  return advance(stage, REPLACED_PER_STEP);
}

function advance<Card>({ target, parts, ready }: Stage<Card>, replaced: number): Stage<Card> {
  const wanted = partsIn(target);
  const next = Math.min(ready + replaced, wanted);
  const end = Math.max(wanted, parts.length - DROPPED_PER_STEP);
  const made = partsOf(target, ready, next);
  return {
    target,
    parts: [...parts.slice(0, ready), ...made, ...parts.slice(next, end)],
    ready: next,
  };
}

export function isComplete<Card>({ target, parts, ready }: Stage<Card>): boolean {
  return ready === partsIn(target) && parts.length === ready;
}

function partsIn(cards: readonly unknown[]): number {
  return Math.ceil(cards.length / PART_SIZE);
}

/** The parts of a list from one place up to another. */
function partsOf<Card>(cards: readonly Card[], from: number, to: number): (readonly Card[])[] {
  return Array.from({ length: to - from }, (_, index) =>
    cards.slice((from + index) * PART_SIZE, (from + index + 1) * PART_SIZE),
  );
}
