import { availableParallelism } from 'node:os';
import { scaleToHeap } from '../scale-to-heap.ts';

const SECOND = 1_000;
const HOUR = 60 * 60 * SECOND;
const MIB = 1024 * 1024;

/** Times in ms, sizes in bytes. */
export const IMAGE_LIMITS = {
  /** Of originals and variants together (docs/promises.md#c11). */
  bytes: 1_024 * MIB,
  /** Free disk space that is left to the outbox. */
  freeFloorBytes: 200 * MIB,
  diskCheckMs: 10 * SECOND,
  /** It bounds the memory of the index. */
  files: 40_000,
  freshMs: 6 * HOUR,
  /** docs/promises.md#c1. */
  staleMs: 7 * 24 * HOUR,
  /** Variants at once, and in the queue. On one core two at once are not faster, and pages wait for both. */
  jobs: { concurrent: Math.min(2, availableParallelism()), queued: 200 },
  /** Originals at once, each in memory, and in the queue. */
  fetches: { concurrent: scaleToHeap(8), queued: 200 },
  /** Files at once that are not stored, each in memory from its fetch until it is rendered, and in the queue. */
  downloads: { concurrent: scaleToHeap(4), queued: 60 },
  /** Limits of one list; failures in a row that end it; how often the albums are refreshed without visitors. */
  ahead: { records: 60, pictures: 500, failures: 6, pollMs: 5 * 60 * SECOND },
  rememberedErrors: 10_000,
};

export type ImageLimits = typeof IMAGE_LIMITS;
