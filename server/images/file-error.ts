import { ProviderError, type ProviderFault } from '../provider/provider.ts';

/** Why a file or a variant of it cannot be served. */
export type FileFault =
  | 'unpublished' // no list that we hold names it; the provider is not asked
  | 'unknown' // no list has come yet that could name it
  | 'missing' // the provider says 404 or 410
  | 'unsupported' // not one of the kinds of docs/promises.md#s8
  | 'too-large'
  | 'broken' // a picture that cannot be decoded, or has too many pixels
  | 'provider'
  | 'timeout'
  | 'down' // not tried: the breaker is open, or we are stopping
  | 'busy' // our own queue is full
  | 'disk';

/**
 * `status` answers a request for the original, `pictureStatus` one for a variant, which gets the
 * placeholder as its body (browsers draw a picture whatever the status is). A fault of the picture
 * itself is the final answer and so a 200; a fault of the moment stays an error, so that caches and
 * monitors see it. For `rememberMs` the same address is not tried again (docs/promises.md#c10), and only
 * what is remembered may be cached.
 */
const FAULTS = {
  unpublished: { status: 404, pictureStatus: 404, rememberMs: 0 },
  unknown: { status: 503, pictureStatus: 503, rememberMs: 0 },
  missing: { status: 404, pictureStatus: 404, rememberMs: 60_000 },
  unsupported: { status: 415, pictureStatus: 200, rememberMs: 60_000 },
  'too-large': { status: 502, pictureStatus: 200, rememberMs: 600_000 },
  broken: { status: 502, pictureStatus: 200, rememberMs: 600_000 },
  provider: { status: 502, pictureStatus: 502, rememberMs: 5_000 },
  timeout: { status: 504, pictureStatus: 504, rememberMs: 5_000 },
  down: { status: 503, pictureStatus: 503, rememberMs: 0 },
  busy: { status: 503, pictureStatus: 503, rememberMs: 0 },
  disk: { status: 503, pictureStatus: 503, rememberMs: 5_000 },
} as const satisfies Record<
  FileFault,
  { status: number; pictureStatus: number; rememberMs: number }
>;

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
  readonly status: number;
  readonly pictureStatus: number;
  readonly rememberMs: number;

  constructor(fault: FileFault, cause?: unknown) {
    super(`file: ${fault}`, { cause });
    this.fault = fault;
    ({
      status: this.status,
      pictureStatus: this.pictureStatus,
      rememberMs: this.rememberMs,
    } = FAULTS[fault]);
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
  if (!(error instanceof ProviderError)) return new FileError('provider', error);
  if (error.status === 404 || error.status === 410) return new FileError('missing', error);
  return new FileError(OF_PROVIDER[error.fault] ?? 'provider', error);
}
