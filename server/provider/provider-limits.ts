import { memoryFor } from '../memory-share.ts';

const SECOND = 1_000;
const MIB = 1024 * 1024;

/** What a call to the provider may cost, docs/promises.md#c7 to #c10; times in ms, sizes in bytes. */
export const PROVIDER_LIMITS = {
  connectMs: 2 * SECOND,
  /** Total deadline of a list. */
  listMs: 5 * SECOND,
  /** Total deadline of an image or a file. */
  imageMs: 20 * SECOND,
  /** Total deadline of a submission that does not bring its own. */
  formMs: 15 * SECOND,
  /** Most bytes of a list, and of the answer to a submission, after decoding. */
  maxJsonBytes: 5 * MIB,
  maxFileBytes: 25 * MIB,
  /** Connections for lists. All else has its own, so that slow pictures, or albums that nobody has, never hold up a list. All four are 16 together at most. What comes on them is in memory. */
  maxListConnections: Math.max(2, memoryFor(6)),
  maxAlbumConnections: 2,
  maxFileConnections: 6,
  maxFormConnections: 2,
  /** Failures in a row after which the provider counts as down. */
  breakerFailures: 3,
  /** Wait before the first probe; it doubles with each probe that fails. */
  breakerFirstProbeMs: 5 * SECOND,
  breakerLongestProbeMs: 8 * SECOND,
};

export type ProviderLimits = typeof PROVIDER_LIMITS;
