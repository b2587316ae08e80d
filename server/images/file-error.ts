import { BulkheadRejectedError } from 'cockatiel';
import { ProviderError, type ProviderFault } from '../provider/provider.ts';

/**
 * `status` answers a request for the original, `pictureStatus` one for a variant, which gets the
 * placeholder as its body (browsers draw a picture whatever the status is). A fault of the picture
 * itself is the final answer and so a 200; a fault of the moment stays an error, so that caches and
 * monitors see it. For `rememberMs` the same address is not tried again (docs/promises.md#c10), and only
 * what is remembered may be cached.
 */
type FaultPolicy = { status: number; pictureStatus: number; rememberMs: number };

/** Why a file or a variant of it cannot be served. */
const FAULTS = {
  /** No list that we hold names it; the provider is not asked. */
  unpublished: { status: 404, pictureStatus: 404, rememberMs: 0 },
  /** No list has come yet that could name it. */
  unknown: { status: 503, pictureStatus: 503, rememberMs: 0 },
  /** The provider says 404 or 410. */
  missing: { status: 404, pictureStatus: 404, rememberMs: 60_000 },
  /** Not one of the kinds of docs/promises.md#s8. */
  unsupported: { status: 415, pictureStatus: 200, rememberMs: 60_000 },
  'too-large': { status: 502, pictureStatus: 200, rememberMs: 600_000 },
  /** A picture that cannot be decoded, or has too many pixels. */
  broken: { status: 502, pictureStatus: 200, rememberMs: 600_000 },
  provider: { status: 502, pictureStatus: 502, rememberMs: 5_000 },
  timeout: { status: 504, pictureStatus: 504, rememberMs: 5_000 },
  /** Not tried: the breaker is open, or we are stopping. */
  down: { status: 503, pictureStatus: 503, rememberMs: 0 },
  /** Our own queue is full. */
  busy: { status: 503, pictureStatus: 503, rememberMs: 0 },
  disk: { status: 503, pictureStatus: 503, rememberMs: 5_000 },
} as const satisfies Record<string, FaultPolicy>;

export type FileFault = keyof typeof FAULTS;

const OF_PROVIDER: Partial<Record<ProviderFault, FileFault>> = {
  'refused-path': 'missing',
  timeout: 'timeout',
  'too-large': 'too-large',
  'breaker-open': 'down',
  stopping: 'down',
};

export class FileError extends Error {
  override readonly name = 'FileError';
  readonly fault: FileFault;

  constructor(fault: FileFault, cause?: unknown) {
    super(`file: ${fault}`, { cause });
    this.fault = fault;
  }

  /** How it is answered. */
  get policy(): FaultPolicy {
    return FAULTS[this.fault];
  }

  /** For the log: the fault, and what was behind it. */
  get reason(): string {
    return this.cause instanceof Error
      ? `${this.fault}: ${this.cause.message.split('\n')[0]}`
      : this.fault;
  }
}

/** Any failure of a fetch as a FileError. */
export function toFileError(error: unknown): FileError {
  if (error instanceof FileError) return error;
  if (error instanceof BulkheadRejectedError) return new FileError('busy');
  if (!(error instanceof ProviderError)) return new FileError('provider', error);
  if (error.status === 404 || error.status === 410) return new FileError('missing', error);
  return new FileError(OF_PROVIDER[error.fault] ?? 'provider', error);
}
