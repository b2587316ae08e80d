const SECOND = 1_000;
const MIB = 1024 * 1024;

/** What a call to the provider may cost; times in ms, sizes in bytes. */
export type ProviderLimits = {
  connectMs: number;
  /** Total deadline of a list. */
  listMs: number;
  /** Total deadline of an image or a file. */
  imageMs: number;
  /** Total deadline of a submission that does not bring its own. */
  formMs: number;
  /** Most bytes of a list, and of the answer to a submission, after decoding. */
  maxJsonBytes: number;
  /** Most bytes of an image or a file. */
  maxFileBytes: number;
  /** Connections for lists. All else has its own, so that slow pictures, or albums that nobody has, never hold up a list. */
  maxListConnections: number;
  maxAlbumConnections: number;
  maxFileConnections: number;
  maxFormConnections: number;
  /** Failures in a row after which the provider counts as down. */
  breakerFailures: number;
  /** Wait before the first probe; it doubles with each probe that fails. */
  breakerFirstProbeMs: number;
  breakerLongestProbeMs: number;
};

/** docs/promises.md#c7 to #c10. The four kinds of connections are 16 together. */
export const PROVIDER_LIMITS: ProviderLimits = {
  connectMs: 2 * SECOND,
  listMs: 5 * SECOND,
  imageMs: 20 * SECOND,
  formMs: 15 * SECOND,
  maxJsonBytes: 5 * MIB,
  maxFileBytes: 25 * MIB,
  maxListConnections: 6,
  maxAlbumConnections: 2,
  maxFileConnections: 6,
  maxFormConnections: 2,
  breakerFailures: 3,
  breakerFirstProbeMs: 5 * SECOND,
  breakerLongestProbeMs: 8 * SECOND,
};
