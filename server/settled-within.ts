import { setTimeout } from 'node:timers/promises';

/** Resolves when all have, at the latest after the limit. */
export async function settledWithin(
  promises: readonly Promise<unknown>[],
  limitMs: number,
): Promise<void> {
  await Promise.race([Promise.all(promises), setTimeout(limitMs)]);
}
