import { MAX_CV_BYTES } from '../../shared/forms/cv.ts';
import { memoryFor } from '../memory-share.ts';
import { HTTP_LIMITS } from '../http/http-server.ts';

const KIB = 1024;
const SECOND = 1_000;

/** What a form request may cost. */
export const FORM_LIMITS = {
  /**
   * A body without a file, in bytes: ten times the longest message in Devanagari, percent-encoded, so that
   * who pastes more than fits reads so at the field and gets the text back.
   */
  maxTextBytes: 512 * KIB,
  /** A body with a CV, in bytes: the file, the other fields and the boundaries. */
  maxUploadBytes: MAX_CV_BYTES + 64 * KIB,
  /** One text field of a multipart body, in bytes; shorter ones are measured by the form's own rules. */
  maxFieldBytes: 64 * KIB,
  maxFieldNameBytes: 64,
  maxFields: 24,
  /** Slow bodies end here (docs/promises.md#s12). */
  textBodyMs: 25 * SECOND,
  uploadBodyMs: HTTP_LIMITS.requestMs,
  /** A rejected body is drained as far as this, so that its sender sees why (drain-body.ts). */
  rejectedBytes: 4 * MAX_CV_BYTES,
  rejectedPauseMs: 5 * SECOND,
  rejectedMs: 60 * SECOND,
};

/** Which uploads are taken in at the same time, and how fast they have to come (docs/promises.md#u5). */
export const UPLOAD_LIMITS = {
  /** The first bytes of a file come without a slot, so that slow senders hold none. */
  freeUploadBytes: 64 * KIB,
  uploadSlots: Math.max(2, memoryFor(16)),
  /** A client is network and browser; a network alone may have as many clients as four. */
  uploadSlotsPerClient: 2,
  uploadSlotsPerNetwork: 8,
  /** Less than the 65 s after which a connection without any byte is closed (http-server.ts). */
  waitForUploadSlotMs: 60 * SECOND,
  /** Uploads with a slot, waiting, or within their free bytes; each takes about 200 kB of memory. */
  maxOpenUploads: 128,
  /** Retry-After of an upload that got no slot. */
  retryUploadSeconds: 10,
  /** How often an upload's rate is looked at. */
  uploadRateCheckMs: SECOND,
  /** An upload may take this long plus what its bytes take at the minimum rate. */
  uploadGraceMs: 10 * SECOND,
  minUploadBytesPerSecond: 4_000,
  /** An upload slower than the minimum for this long gives its slot up until its next bytes. */
  stalledUploadMs: 2 * SECOND,
};

/** See rate-limits.ts for who counts as one client (docs/promises.md#s10). */
export const RATE_LIMITS = {
  windowSeconds: 600,
  formsPerClient: 20,
  formsPerAddress: 300,
  certificatesPerClient: 15,
  certificatesPerAddress: 60,
  /** How long the database may take for a count before this process counts alone. */
  databaseAnswerMs: 500,
};

export type UploadLimits = typeof UPLOAD_LIMITS;
export type FormLimits = typeof FORM_LIMITS & UploadLimits & typeof RATE_LIMITS;
