import { getHeapStatistics } from 'node:v8';

const MIB = 1024 * 1024;

/** Limits of V8's heap for no cache, and for full caches. */
const NOTHING_BYTES = 96 * MIB;
const EVERYTHING_BYTES = 384 * MIB;

const { heap_size_limit: HEAP_BYTES } = getHeapStatistics();
const SHARE = Math.min(
  1,
  Math.max(0, (HEAP_BYTES - NOTHING_BYTES) / (EVERYTHING_BYTES - NOTHING_BYTES)),
);

/**
 * A bound of a cache, in bytes or entries, reduced for a smaller heap (`--max-old-space-size`): V8 aborts a process
 * whose heap is full (docs/promises.md#c11). At least 1.
 */
export function scaleToHeap(most: number): number {
  return Math.max(1, Math.floor(most * SHARE));
}
