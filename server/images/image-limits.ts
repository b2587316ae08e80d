const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const MIB = 1024 * 1024;

/** Bounds and ages of the files that the site serves for the provider. */
export type ImageLimits = {
  /** Disk for originals, in bytes. With `variantsBytes` it makes the 1 GiB of RELIABILITY C11; a crawl over originals cannot push out variants. */
  originalsBytes: number;
  /** Disk for variants, in bytes. */
  variantsBytes: number;
  /** Processes that share the folders; each keeps to its part of the disk. */
  processes: number;
  /** Most files in each of the two folders; bounds the memory of their index. */
  files: number;
  /** A copy younger than this is served without asking the provider, in ms. */
  freshMs: number;
  /** A copy older than this is not served any more, in ms (RELIABILITY C1: 7 days). */
  staleMs: number;
  /** Most pixels of a picture that is decoded. Phones with 50 MP make 8192 x 6144. */
  pixels: number;
  /** Longest time for one variant, in ms. */
  jobMs: number;
  /** Variants that are made at once, and that may wait. */
  jobs: { atOnce: number; waiting: number };
  /** Originals that are fetched at once, and that may wait; below the 16 connections of RELIABILITY C8. */
  fetches: { atOnce: number; waiting: number };
  /** Addresses whose fault is remembered for a while. */
  rememberedFaults: number;
  /** Pictures whose size and colour are remembered. */
  facts: number;
};

export const IMAGE_LIMITS: ImageLimits = {
  originalsBytes: 640 * MIB,
  variantsBytes: 384 * MIB,
  processes: 1,
  files: 20_000,
  freshMs: 6 * HOUR,
  staleMs: 7 * 24 * HOUR,
  pixels: 52_000_000,
  jobMs: 15 * SECOND,
  jobs: { atOnce: 2, waiting: 200 },
  fetches: { atOnce: 8, waiting: 200 },
  rememberedFaults: 10_000,
  facts: 5_000,
};

/** Seconds of the `Cache-Control` of good answers. Browsers ask again after an hour and get a 304. */
export const FILE_CACHE_CONTROL =
  'public, max-age=3600, stale-while-revalidate=86400, stale-if-error=604800';
