import type { ConcurrencyLimit } from './semaphore.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const MIB = 1024 * 1024;

/** Bounds and ages of the files that the site serves for the provider. */
export type ImageLimits = {
  /** Disk for originals, in bytes. With `variantsBytes` it makes 1 GiB (docs/promises.md#c11); a crawl over originals cannot push out variants. */
  originalsBytes: number;
  /** Disk for variants, in bytes. */
  variantsBytes: number;
  /** Processes that share the folders; each keeps to its part of the disk. */
  processes: number;
  /** Free space of the disk that pictures leave to the outbox and everything else, in bytes; below it they give way. */
  freeFloorBytes: number;
  /** How often the free space is looked at while nothing is written, in ms. */
  diskCheckMs: number;
  /** Memory of originals, and again of variants, while the disk takes none, in bytes. */
  memoryBytes: number;
  /** Largest file that is held in memory, in bytes. */
  memoryFileBytes: number;
  /** Most files in each of the two folders; bounds the memory of their index. */
  files: number;
  /** A copy younger than this is served without asking the provider, in ms. */
  freshMs: number;
  /** A copy older than this is not served any more, in ms (docs/promises.md#c1). */
  staleMs: number;
  /** Most pixels of a picture that is decoded. Phones with 50 MP make 8192 x 6144. */
  pixels: number;
  /** Longest time for one variant, in ms. */
  jobMs: number;
  /** Variants that are made. */
  jobs: ConcurrencyLimit;
  /** Originals that are fetched; below the 16 connections of docs/promises.md#c8. */
  fetches: ConcurrencyLimit;
  /** Addresses whose fault is remembered for a while. */
  rememberedFaults: number;
  /** Pictures whose metadata is remembered. */
  metadata: number;
};

export const IMAGE_LIMITS: ImageLimits = {
  originalsBytes: 640 * MIB,
  variantsBytes: 384 * MIB,
  processes: 1,
  freeFloorBytes: 200 * MIB,
  diskCheckMs: 10 * SECOND,
  memoryBytes: 16 * MIB,
  memoryFileBytes: 10 * MIB,
  files: 20_000,
  freshMs: 6 * HOUR,
  staleMs: 7 * 24 * HOUR,
  pixels: 52_000_000,
  jobMs: 15 * SECOND,
  jobs: { concurrent: 2, queued: 200 },
  fetches: { concurrent: 8, queued: 200 },
  rememberedFaults: 10_000,
  metadata: 5_000,
};
