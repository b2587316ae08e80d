import { availableParallelism } from 'node:os';
import { memoryFor } from '../memory-share.ts';

const SECOND = 1_000;
const HOUR = 60 * 60 * SECOND;
const MIB = 1024 * 1024;

/** Bounds and ages of the files that the site serves for the provider; times in ms, sizes in bytes. */
export const IMAGE_LIMITS = {
  /** Disk for originals. With `variantsBytes` it makes 1 GiB (docs/promises.md#c11); a crawl over originals cannot push out variants. */
  originalsBytes: 640 * MIB,
  variantsBytes: 384 * MIB,
  /** Free space of the disk that pictures leave to the outbox and everything else; below it they give way. */
  freeFloorBytes: 200 * MIB,
  /** How often the free space is looked at while nothing is written. */
  diskCheckMs: 10 * SECOND,
  /** Memory of originals, and again of variants, while the disk takes none. */
  memoryBytes: memoryFor(16 * MIB),
  /** Largest file that is held in memory. */
  memoryFileBytes: 10 * MIB,
  /** Most files in each of the two folders; bounds the memory of their index. */
  files: 20_000,
  /** A copy younger than this is served without asking the provider. */
  freshMs: 6 * HOUR,
  /** A copy older than this is not served any more (docs/promises.md#c1). */
  staleMs: 7 * 24 * HOUR,
  /** Most pixels of a picture that is decoded. Phones with 50 MP make 8192 x 6144. */
  pixels: 52_000_000,
  /** Longest time for one variant. */
  jobMs: 15 * SECOND,
  /** Variants that are made at once, and how many more may wait. On one core two take as long as one after the other, and pages wait for both. */
  jobs: { concurrent: Math.min(2, availableParallelism()), queued: 200 },
  /** Originals that are fetched at once, each whole in memory, and how many more may wait. */
  fetches: { concurrent: memoryFor(8), queued: 200 },
  /** Pictures that are made in advance: the newest of all lists, and how often unread lists are refreshed for them. */
  ahead: { pictures: 500, pollMs: 5 * 60 * SECOND },
  /** Addresses whose fault is remembered for a while. */
  rememberedFaults: 10_000,
  /** Pictures whose metadata is remembered. */
  metadata: 5_000,
};

export type ImageLimits = typeof IMAGE_LIMITS;
