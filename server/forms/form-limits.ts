import { MAX_CV_BYTES } from '../../shared/forms/cv.ts';

const KIB = 1024;
const SECOND = 1_000;

/** What a form request may cost. */
export const FORM_LIMITS = {
  /** A body without a file, in bytes; the longest message in Devanagari, percent-encoded, fits. */
  maxTextBytes: 128 * KIB,
  /** A body with a CV, in bytes: the file, the other fields and the boundaries. */
  maxUploadBytes: MAX_CV_BYTES + 64 * KIB,
  /** One text field, in bytes: the longest message in three-byte letters. */
  maxFieldBytes: 16 * KIB,
  maxFieldNameBytes: 64,
  maxFields: 24,
  /** RELIABILITY S12: slow bodies end here. */
  textBodyMs: 25 * SECOND,
  uploadBodyMs: 185 * SECOND,
  /** A body that is refused is read on as far as this, so that its sender sees why (read-on.ts). */
  refusedBytes: 4 * MAX_CV_BYTES,
  refusedPauseMs: 5 * SECOND,
  refusedMs: 60 * SECOND,
  /** RELIABILITY U5. */
  maxUploadsAtOnce: 16,
  retryUploadSeconds: 10,
};

/** RELIABILITY S10; see rate-limits.ts for who counts as one client. */
export const RATE_LIMITS = {
  windowSeconds: 600,
  formsPerClient: 20,
  formsPerAddress: 300,
  certificatesPerClient: 15,
  certificatesPerAddress: 60,
};

export type FormLimits = typeof FORM_LIMITS & typeof RATE_LIMITS;
