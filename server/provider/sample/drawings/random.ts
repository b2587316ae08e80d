/** A seeded source of choices: the same seed always makes the same choices. */
export type Random = {
  readonly next: () => number;
  readonly between: (low: number, high: number) => number;
  readonly integer: (low: number, high: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly shuffle: <T>(list: readonly T[]) => T[];
};

/** mulberry32 over an FNV-1a hash of the seed text. `pick` of an empty list throws RangeError. */
export function createRandom(seed: string): Random {
  let state = hash(seed);
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  function between(low: number, high: number): number {
    return low + (high - low) * next();
  }
  function pick<T>(list: readonly T[]): T {
    const chosen = list.slice(Math.floor(next() * list.length));
    for (const item of chosen) return item;
    throw new RangeError('nothing to pick from');
  }
  function shuffle<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, order: next() }))
      .toSorted((first, second) => first.order - second.order)
      .map(({ item }) => item);
  }
  return {
    next,
    between,
    pick,
    shuffle,
    integer: (low, high) => Math.floor(between(low, high + 1)),
    chance: (share) => next() < share,
  };
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text)
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value;
}
