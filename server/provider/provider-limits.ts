import { scaleToHeap } from '../scale-to-heap.ts';

const SECOND = 1_000;
const MIB = 1024 * 1024;

/** docs/promises.md#c7 to #c10. */
export const PROVIDER_LIMITS = {
  connectMs: 2 * SECOND,
  /** Total deadlines. */
  listMs: 5 * SECOND,
  imageMs: 20 * SECOND,
  formMs: 15 * SECOND,
  /** Sizes after decoding. */
  maxJsonBytes: 5 * MIB,
  /** With the files that are pasted into the texts of a list. */
  maxReceivedJsonBytes: 160 * MIB,
  maxFileBytes: 25 * MIB,
  /**
   * 18 connections in all; slow pictures and invented albums never delay a list, nor look-ups a form. Responses are
   * held in memory.
   */
  maxListConnections: Math.max(2, scaleToHeap(6)),
  maxAlbumConnections: 2,
  maxFileConnections: 6,
  maxFormConnections: 2,
  maxCertificateConnections: 2,
  /** Failures in a row after which the provider counts as down. */
  breakerFailures: 3,
  breakerProbeMs: 5 * SECOND,
};

export type ProviderLimits = typeof PROVIDER_LIMITS;
