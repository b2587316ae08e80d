import { getHeapStatistics } from 'node:v8';

const MIB = 1024 * 1024;

/** Limits of V8's heap with which the process can hold little but itself, and with which it may hold all that its bounds allow. */
const NOTHING_BYTES = 96 * MIB;
const EVERYTHING_BYTES = 384 * MIB;

const { heap_size_limit: HEAP_BYTES } = getHeapStatistics();
const SHARE = Math.min(
  1,
  Math.max(0, (HEAP_BYTES - NOTHING_BYTES) / (EVERYTHING_BYTES - NOTHING_BYTES)),
);

/**
 * What a bound of something in memory is in this process, of bytes or of anything else that is whole: V8
 * ends a process whose heap is full, so that one with a lower limit (`--max-old-space-size`) caches less.
 * One at the least.
 */
export function memoryFor(most: number): number {
  return Math.max(1, Math.floor(most * SHARE));
}
