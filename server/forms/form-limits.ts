import { MAX_CV_BYTES } from '../../shared/forms/cv.ts';
import { scaleToHeap } from '../scale-to-heap.ts';
import { HTTP_LIMITS } from '../http/http-server.ts';

const KIB = 1024;
const SECOND = 1_000;

export const FORM_LIMITS = {
  /** A body without a file: ten times the longest message in percent-encoded Devanagari, so that a longer one gets its error at the field. */
  maxTextBytes: 512 * KIB,
  /** File, other fields and boundaries. */
  maxUploadBytes: MAX_CV_BYTES + 64 * KIB,
  /** Limits one text field of a multipart body. */
  maxFieldBytes: 64 * KIB,
  maxFieldNameBytes: 64,
  maxFields: 24,
  /** Slow bodies end here (docs/promises.md#s12). */
  textBodyMs: 25 * SECOND,
  uploadBodyMs: HTTP_LIMITS.requestMs,
  /** How much of a rejected body is drained. */
  rejectedBytes: 4 * MAX_CV_BYTES,
  rejectedMs: 60 * SECOND,
  /** Uploads at once, each in memory (docs/promises.md#u5). */
  uploadSlots: Math.max(2, scaleToHeap(8)),
  /** A client is a network address with a User-Agent. */
  uploadSlotsPerClient: 2,
  uploadSlotsPerNetwork: 4,
  /** Less than the 65 s after which a connection without any byte is closed (http-server.ts). */
  waitForUploadSlotMs: 60 * SECOND,
  maxWaitingUploads: 128,
  retryUploadSeconds: 10,
  /** Added to the time of its bytes at the minimum rate. */
  uploadGraceMs: 10 * SECOND,
  minUploadBytesPerSecond: 4_000,
  uploadRateCheckMs: SECOND,
  /** Window of the rates below (docs/promises.md#s10); rate-limits.ts defines clients. */
  windowSeconds: 600,
  formsPerClient: 20,
  formsPerNetwork: 300,
  certificatesPerClient: 15,
  certificatesPerNetwork: 60,
  /** How long a count may wait for the database. */
  databaseTimeoutMs: 500,
};

export type FormLimits = typeof FORM_LIMITS;
