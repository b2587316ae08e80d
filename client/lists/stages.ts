/**
 * Cards in one part of a list. Divisible by 1, 2, 3 and 4 columns, so that every part ends with a full
 * row; small enough to be replaced within a frame on a slow phone.
 */
export const PART_SIZE = 24;

/** Parts that are replaced in one step. */
const REPLACED_PER_STEP = 1;
/** Parts that are dropped in one step; dropping a card costs much less than making one. */
const DROPPED_PER_STEP = 4;

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

export function wholeStage<Card>(target: readonly Card[]): Stage<Card> {
  const parts = toParts(target);
  return { target, parts, ready: parts.length };
}

/** The first step towards another list; the top of the page is right from here on. */
export function startStage<Card>(stage: Stage<Card>, target: readonly Card[]): Stage<Card> {
  return nextStage({ target, parts: stage.parts, ready: 0 });
}

export function nextStage<Card>({ target, parts: shown, ready }: Stage<Card>): Stage<Card> {
  const parts = toParts(target);
  const next = Math.min(ready + REPLACED_PER_STEP, parts.length);
  const kept = Math.max(parts.length, shown.length - DROPPED_PER_STEP);
  return { target, parts: [...parts.slice(0, next), ...shown.slice(next, kept)], ready: next };
}

export function isComplete<Card>({ target, parts, ready }: Stage<Card>): boolean {
  const wanted = Math.ceil(target.length / PART_SIZE);
  return ready === wanted && parts.length === wanted;
}

function toParts<Card>(cards: readonly Card[]): (readonly Card[])[] {
  return Array.from({ length: Math.ceil(cards.length / PART_SIZE) }, (_, index) =>
    cards.slice(index * PART_SIZE, (index + 1) * PART_SIZE),
  );
}
