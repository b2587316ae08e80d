import { setTimeout } from 'node:timers/promises';

/** The value of a check that may hang or fail; `otherwise` after the limit. Its timer does not keep the process alive. */
export function valueWithin<Value>(
  check: Promise<Value>,
  limitMs: number,
  otherwise: Value,
): Promise<Value> {
  const late = setTimeout(limitMs, otherwise, { ref: false });
  return Promise.race([check.catch(() => otherwise), late]);
}

/** Resolves when all have, at the latest after the limit. */
export async function settledWithin(
  promises: readonly Promise<unknown>[],
  limitMs: number,
): Promise<void> {
  await Promise.race([Promise.all(promises), setTimeout(limitMs)]);
}
